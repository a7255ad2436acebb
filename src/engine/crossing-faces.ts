// The exact stage of `MeshCollider.intersections`: decides which of the pairs of faces that neither
// bounds nor kernels/meeting.ts have decided share a point at one instant.
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

/** No pairs. */
export const NO_PAIRS: FacePairs = { count: 0, a: new Uint32Array(0), b: new Uint32Array(0) };

const query = new Float64Array(18);
/** The vertices of a face, then of another. */
const corners = new Uint32Array(6);

/**
 * Those of the given pairs of places whose faces share a point; the first `meetingCount` are known to
 * do so.
 */
export function crossingFaces(
  { mesh, faceOf }: VertexMotion,
  pairs: PairBuffer,
  x: Positions,
  meetingCount = 0,
): FacePairs {
  const { ids } = pairs;
  const { triangles, faceCount } = mesh;
  const found = new Float64Array(pairs.count);
  let count = 0;
  for (let i = 0; i < ids.length; i += 2) {
    const f = faceOf[ids[i]];
    const g = faceOf[ids[i + 1]];
    if (i >= 2 * meetingCount && !facesMeet(triangles, x, f, g)) continue;
    found[count++] = f < g ? f * faceCount + g : g * faceCount + f;
  }
  return sortedPairs(found.subarray(0, count), faceCount);
}

/** Pairs (a, b), each given as the number a·faceCount + b, which are sorted in place. */
export function sortedPairs(found: Float64Array, faceCount: number): FacePairs {
  // Typed arrays sort by value, without calling a function for each comparison.
  const sorted = found.sort();
  const a = new Uint32Array(sorted.length);
  const b = new Uint32Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    a[i] = Math.floor(sorted[i] / faceCount);
    b[i] = sorted[i] - a[i] * faceCount;
  }
  return { count: sorted.length, a, b };
}

/**
 * Whether two faces share a point; for faces with common vertices, a point beyond these. Faces with
 * three common vertices are the same face twice, and meet. The exact test takes common corners
 * first, in the same order on both sides.
 */
export function facesMeet(triangles: Uint32Array, x: ArrayLike<number>, f: number, g: number): boolean {
  for (let j = 0; j < 3; j++) {
    corners[j] = triangles[3 * f + j];
    corners[3 + j] = triangles[3 * g + j];
  }
  let shared = 0;
  for (let j = 0; j < 3; j++) {
    const v = corners[j];
    const k = v === corners[3] ? 3 : v === corners[4] ? 4 : v === corners[5] ? 5 : -1;
    if (k < 0) continue;
    corners[j] = corners[shared];
    corners[shared] = v;
    corners[k] = corners[3 + shared];
    corners[3 + shared] = v;
    shared++;
  }
  if (shared === 3) return true;
  for (let j = 0; j < 6; j++) {
    const v = 3 * corners[j];
    query[3 * j] = x[v];
    query[3 * j + 1] = x[v + 1];
    query[3 * j + 2] = x[v + 2];
  }
  return trianglesMeet(query, 0, shared);
}
