// Soups as lists of triangles.
import type { Soup } from '../../../scenes/rigid/index.ts';

/** Nine numbers a triangle. */
export function trianglesOf({ positions, triangles }: Soup): Float64Array {
  const corners = new Float64Array(3 * triangles.length);
  triangles.forEach((vertex, i) => {
    corners.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  });
  return corners;
}
