// Estimates the normal cone of each base patch in the step for which a hierarchy is built. It only
// guides which patches `mergePatches` joins first. Nothing is proven here: `cones.ts` proves in
// every step which patches are quiet.
import { dot } from '../../core/math/triples.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { setUnit } from './cones.ts';
import type { BasePatches } from './patch-growing.ts';

/** Four numbers per base patch: unit axis and cosine of the half angle, 0 if there is no cone. */
export function roughCones({ memory, points, mesh }: VertexMotion, { count, patchOf }: BasePatches): Float64Array {
  const at = memory.f64(points, 6 * mesh.vertexCount);
  const cones = new Float64Array(4 * count);
  const normal = new Float64Array(3);
  for (let f = 0; f < patchOf.length; f++) {
    const cone = 4 * patchOf[f];
    for (let end = 0; end < 2; end++) {
      putNormal(at, mesh.triangles, f, end, normal);
      for (let k = 0; k < 3; k++) cones[cone + k] += normal[k];
    }
  }
  for (let i = 0; i < cones.length; i += 4) {
    setUnit(cones, i, cones[i], cones[i + 1], cones[i + 2]);
    cones[i + 3] = 1;
  }
  for (let f = 0; f < patchOf.length; f++) {
    const cone = 4 * patchOf[f];
    for (let end = 0; end < 2; end++) {
      putNormal(at, mesh.triangles, f, end, normal);
      const along = dot(cones, cone, normal, 0);
      // Also true for NaN, from a patch without an axis or a face without a normal: no cone.
      if (!(along > 0)) cones[cone + 3] = 0;
      else if (along < cones[cone + 3]) cones[cone + 3] = along;
    }
  }
  return cones;
}

/** Writes the unit normal of a face at one end of the step; NaN if the face has no area. */
function putNormal(at: Float64Array, triangles: Uint32Array, f: number, end: number, normal: Float64Array): void {
  const a = 6 * triangles[3 * f] + end;
  const b = 6 * triangles[3 * f + 1] + end;
  const c = 6 * triangles[3 * f + 2] + end;
  const ex = at[b] - at[a];
  const ey = at[b + 2] - at[a + 2];
  const ez = at[b + 4] - at[a + 4];
  const fx = at[c] - at[a];
  const fy = at[c + 2] - at[a + 2];
  const fz = at[c + 4] - at[a + 4];
  setUnit(normal, 0, ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx);
}
