// Entry of the module of kernels for one pair of triangles: the functions that JavaScript calls.
export { crossingOfTriangles, nearestOfTriangles } from './nearest-triangles';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;
