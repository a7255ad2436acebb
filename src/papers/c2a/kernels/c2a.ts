// Entry file of the kernels of C²A, with all that JavaScript calls: building a hierarchy, and
// queries about two of them.

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

export * from './advancement';
export * from './c2a-context';
export * from './motion-bounds';
export * from './swept-build';
export * from './swept-distance';
