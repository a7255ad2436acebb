// Entry of the module for one pair of triangles: what JavaScript calls.
export { crossingOfTriangles, nearestOfTriangles } from './nearest-triangles';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;
