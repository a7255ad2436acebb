// Splits quads into triangles along their shorter diagonals.
import type { Positions } from '../../../core/mesh/tri-mesh.ts';

/**
 * Three ids per triangle; quad i becomes the triangles 2i and 2i + 1. Of equal diagonals it takes
 * the one from the first corner.
 */
export function splitQuads(quads: Uint32Array, x: Positions): Uint32Array {
  const triangles = new Uint32Array((quads.length / 4) * 6);
  for (let i = 0, at = 0; i < quads.length; i += 4, at += 6) {
    const [a, b, c, d] = quads.subarray(i, i + 4);
    const isFirstLonger = lengthSq(x, a, c) > lengthSq(x, b, d);
    triangles.set(isFirstLonger ? [a, b, d, b, c, d] : [a, b, c, a, c, d], at);
  }
  return triangles;
}

function lengthSq(x: Positions, a: number, b: number): number {
  return (x[3 * a] - x[3 * b]) ** 2 + (x[3 * a + 1] - x[3 * b + 1]) ** 2 + (x[3 * a + 2] - x[3 * b + 2]) ** 2;
}
