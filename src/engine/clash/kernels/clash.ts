// Entry file of the kernels for clashes: all that JavaScript calls. A question about the surface of
// a part works on a PartTreeTable, the search for regions on a RegionTable.

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

export * from './part-tree';
export * from './part-tree-build';
export * from './regions';
