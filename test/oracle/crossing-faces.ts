// Which faces of a mesh cross at one instant: all pairs, by the exact test of two triangles.
import { trianglesMeet } from '../../src/core/elementary/triangles-meet.ts';
import type { TriMesh } from '../../src/core/mesh/tri-mesh.ts';

/** Pairs `f g` of faces, f < g, that share a point; of faces that share vertices, a point beyond these. */
export function crossingFaces(mesh: TriMesh, x: Float64Array, isAsked = (_f: number, _g: number) => true): string[] {
  const found: string[] = [];
  const corners = (f: number) => Array.from(mesh.triangles.subarray(3 * f, 3 * f + 3));
  for (let f = 0; f < mesh.faceCount; f++)
    for (let g = f + 1; g < mesh.faceCount; g++) {
      if (!isAsked(f, g)) continue;
      // The test wants the common vertices first in both.
      const common = corners(f).filter((v) => corners(g).includes(v));
      const order = (h: number) => [...common, ...corners(h).filter((v) => !common.includes(v))];
      const q = [...order(f), ...order(g)].flatMap((v) => Array.from(x.subarray(3 * v, 3 * v + 3)));
      if (common.length === 3 || trianglesMeet(Float64Array.from(q), 0, common.length)) found.push(`${f} ${g}`);
    }
  return found;
}
