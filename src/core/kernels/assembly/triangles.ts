// What JavaScript calls for a pair of triangles. A block: 18 doubles, the corners of a and of b, then six, the
// weights of these at the nearest points.
import { NearestTriangles } from './nearest-triangles';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

/** True where a slab of more than `close` proves that the triangles are apart and nothing is nearer. */
export function nearestOfTriangles(block: usize, size: f64, close: f64): bool {
  const isProven = NearestTriangles.search(block, block + 72, size, close, false);
  NearestTriangles.writeWeights(block + 144);
  return isProven;
}
/** After the former, of triangles that meet: a common point, where an edge passes through a face. */
export function crossingOfTriangles(block: usize): void {
  NearestTriangles.cross(block, block + 72);
  NearestTriangles.writeWeights(block + 144);
}
