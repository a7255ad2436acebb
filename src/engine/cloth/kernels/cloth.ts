// Entry file of the kernels of cloth, with all that JavaScript calls.

export * from './block-matrix';
export * from './coarse-level';
export * from './contact-columns';
export * from './contact-rows';
export * from './couplings';
export * from './dense-cholesky';
export * from './proximity-rows';
export * from './triangle-assembler';
export * from './vectors';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;
