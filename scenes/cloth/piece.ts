// Pieces of cloth as the simulation takes them: sheets over a parameter square, in triangles or in
// quads.
import type { ClothOptions } from '../../src/cloth.ts';
import type { Sheet } from '../shapes.ts';

/** Returns a sheet as a cloth; `place` returns the position of the point (u, v) of the sheet. */
export function piece(
  sheet: Sheet,
  cornersPerFace: 3 | 4,
  place: (u: number, v: number) => readonly [number, number, number],
): ClothOptions {
  const positions = new Float64Array(3 * sheet.u.length);
  for (let i = 0; i < sheet.u.length; i++) positions.set(place(sheet.u[i], sheet.v[i]), 3 * i);
  const { triangles } = sheet.mesh;
  return { positions, faces: cornersPerFace === 3 ? triangles : quadsOf(triangles), cornersPerFace };
}

/** The triangles a b d and a d c of a sheet are the quad a b d c. */
function quadsOf(triangles: Uint32Array): Uint32Array {
  const quads = new Uint32Array((triangles.length / 6) * 4);
  for (let i = 0; i < quads.length / 4; i++) {
    quads.set(triangles.subarray(6 * i, 6 * i + 3), 4 * i);
    quads[4 * i + 3] = triangles[6 * i + 5];
  }
  return quads;
}

/** Returns two triangles per quad. */
export function trianglesOf(quads: Uint32Array): Uint32Array {
  const triangles = new Uint32Array((quads.length / 4) * 6);
  for (let i = 0; i < quads.length / 4; i++) {
    const [a, b, c, d] = quads.subarray(4 * i, 4 * i + 4);
    triangles.set([a, b, c, a, c, d], 6 * i);
  }
  return triangles;
}
