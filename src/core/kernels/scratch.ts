// The block that a thread lends to the kernels it calls. Its content does not outlive a call, so
// every kernel uses it from its first byte on.

/**
 * Bytes that a kernel may use. The radix sort of hits needs the most: a counter for each of 2048
 * digits.
 */
export const SCRATCH_BYTES: usize = 8192;

/** First byte of the memory that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;
