// Entry file of the kernels for rigid bodies: all that JavaScript calls. A search works on a
// RigidContext.

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

export * from '../../../core/motion/kernels/turning-pose';
export * from './box-tree';
export * from './pair-search';
export * from './probes';
