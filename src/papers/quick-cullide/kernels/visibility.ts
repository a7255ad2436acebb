// The entry file of the module: the functions of visibility culling that TypeScript calls, in the
// order of their use.

export * from './depth-layers';
export * from './tile-bins';
export * from './view-rows';
export * from './view-samples';
export * from './visibility-pass';
export * from './witnesses';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;
