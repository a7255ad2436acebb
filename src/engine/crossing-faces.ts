// The exact stage of `MeshCollider.intersections`: decides which of the pairs of faces that no
// bound separates share a point at one instant.
import { trianglesMeet } from '../core/elementary/triangles-meet.ts';
import type { Positions } from '../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';

/** Pairs of faces, a < b, sorted. */
export interface FacePairs {
  /** Number of pairs. */
  readonly count: number;
  /** The smaller face id of every pair. */
  readonly a: Uint32Array;
  /** The larger face id of every pair. */
  readonly b: Uint32Array;
}

const query = new Float64Array(18);

/** Those of the given pairs of places whose faces share a point. */
export function crossingFaces({ mesh, faceOf }: VertexMotion, pairs: PairBuffer, x: Positions): FacePairs {
  const { ids } = pairs;
  const found: number[] = [];
  for (let i = 0; i < ids.length; i += 2) {
    const f = faceOf[ids[i]];
    const g = faceOf[ids[i + 1]];
    if (facesMeet(mesh.triangles, x, f, g)) found.push(Math.min(f, g) * mesh.faceCount + Math.max(f, g));
  }
  return sortedPairs(found, mesh.faceCount);
}

/** Sorted pairs (a, b), each given as the number a·faceCount + b. */
export function sortedPairs(found: number[], faceCount: number): FacePairs {
  found.sort((p, q) => p - q);
  const a = Uint32Array.from(found, (pair) => Math.floor(pair / faceCount));
  return { count: found.length, a, b: Uint32Array.from(found, (pair) => pair % faceCount) };
}

/**
 * Whether two faces share a point; for faces with common vertices, a point beyond these. Faces with
 * three common vertices are the same face twice, and meet. The exact test takes common corners
 * first, in the same order on both sides.
 */
export function facesMeet(triangles: Uint32Array, x: ArrayLike<number>, f: number, g: number): boolean {
  const fs = [triangles[3 * f], triangles[3 * f + 1], triangles[3 * f + 2]];
  const gs = [triangles[3 * g], triangles[3 * g + 1], triangles[3 * g + 2]];
  let shared = 0;
  for (let j = 0; j < 3; j++) {
    const k = gs.indexOf(fs[j]);
    if (k < 0) continue;
    [fs[shared], fs[j]] = [fs[j], fs[shared]];
    [gs[shared], gs[k]] = [gs[k], gs[shared]];
    shared++;
  }
  if (shared === 3) return true;
  for (let j = 0; j < 3; j++) {
    for (let axis = 0; axis < 3; axis++) {
      query[3 * j + axis] = x[3 * fs[j] + axis];
      query[9 + 3 * j + axis] = x[3 * gs[j] + axis];
    }
  }
  return trianglesMeet(query, 0, shared);
}
