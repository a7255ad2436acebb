// Finds every pair of features, or of faces, at most a distance apart, by trying all pairs with the
// elementary functions.
import {
  type ClosestPoints,
  closestPoints,
  eeDistance,
  type TriMesh,
  triangleDistance,
  vfDistance,
} from '../../src/index.ts';
import { oracleWithin } from './discrete-distance.ts';

export interface NearRow {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly distance: number;
}

type Distance = (q: Float64Array, offset: number, out: ClosestPoints) => number;

const out = closestPoints();
const q = new Float64Array(18);

export function nearFeaturesByBruteForce(mesh: TriMesh, x: ArrayLike<number>, distance: number): NearRow[] {
  const { triangles, vertexCount, faceCount, topology } = mesh;
  const { edges, edgeCount, starStart } = topology;
  const rows: NearRow[] = [];
  for (let v = 0; v < vertexCount; v++) {
    // A vertex of no face takes no part.
    if (starStart[v] === starStart[v + 1]) continue;
    for (let f = 0; f < faceCount; f++)
      add(rows, 0, v, f, [v], [...triangles.subarray(3 * f, 3 * f + 3)], x, distance, vfDistance);
  }
  for (let e = 0; e < edgeCount; e++)
    for (let g = e + 1; g < edgeCount; g++) {
      const ends = (edge: number) => [edges[2 * edge], edges[2 * edge + 1]];
      add(rows, 1, e, g, ends(e), ends(g), x, distance, eeDistance);
    }
  return rows;
}

export function nearFacesByBruteForce(mesh: TriMesh, x: ArrayLike<number>, distance: number): NearRow[] {
  const rows: NearRow[] = [];
  const corners = (f: number) => [...mesh.triangles.subarray(3 * f, 3 * f + 3)];
  for (let f = 0; f < mesh.faceCount; f++)
    for (let g = f + 1; g < mesh.faceCount; g++)
      add(rows, 2, f, g, corners(f), corners(g), x, distance, triangleDistance);
  return rows;
}

function add(
  rows: NearRow[],
  kind: number,
  a: number,
  b: number,
  first: readonly number[],
  second: readonly number[],
  x: ArrayLike<number>,
  limit: number,
  distanceOf: Distance,
): void {
  if (first.some((v) => second.includes(v))) return;
  const all = [...first, ...second];
  all.forEach((v, j) => {
    for (let k = 0; k < 3; k++) q[3 * j + k] = x[3 * v + k];
  });
  const distance = distanceOf(q, 0, out);
  if (isWithin(q, first.length, all.length, distance, limit)) rows.push({ kind, a, b, distance });
}

/** Exact next to the limit. */
function isWithin(corners: Float64Array, m: number, n: number, distance: number, limit: number): boolean {
  const size = corners.subarray(0, 3 * n).reduce((most, c) => Math.max(most, Math.abs(c)), 0);
  if (Math.abs(distance - limit) > 1e-12 * (size + limit)) return distance < limit;
  const at = Array.from({ length: n }, (_, j) => 3 * j);
  return oracleWithin(corners, at.slice(0, m), at.slice(m), limit);
}
