// Garments as quads around the body: a rough shape is tightened like a skin at a distance from the
// body; the result is its rest shape.
import { bodyDistance } from './body-shape.ts';

/** A garment of quads. */
export interface Garment {
  readonly positions: Float64Array;
  /** Four vertex ids per quad. */
  readonly quads: Uint32Array;
}

/** The distance to keep from the body at a point. */
export type Clearance = (x: number, y: number, z: number) => number;

/** The number of rounds of tightening. */
const ROUNDS = 60;
/** The step of the finite differences of the body's distance, in metres. */
const DELTA = 1e-4;

/**
 * Repeatedly moves every vertex to the mean of its neighbours and out of the body again; openings
 * stay in their planes.
 */
export function drawTight({ positions, quads }: Garment, clearance: Clearance): void {
  const neighbours = neighboursOf(positions.length / 3, quads);
  const next = positions.slice();
  const start = positions.slice();
  const normals = neighbours.map((ids, v) => (ids.length === 2 ? planeOf(start, ids[0], v, ids[1]) : null));
  for (let round = 0; round < ROUNDS; round++) {
    neighbours.forEach((ids, v) => {
      for (let k = 0; k < 3; k++) {
        const mean = ids.reduce((sum, id) => sum + positions[3 * id + k], 0) / ids.length;
        next[3 * v + k] = (positions[3 * v + k] + mean) / 2;
      }
      pushOut(next, v, clearance);
      const normal = normals[v];
      if (normal) flatten(next, v, normal, start);
    });
    positions.set(next);
  }
}

/**
 * Moves a vertex out of the body. Applied twice, because the field is not an exact distance where
 * limbs blend.
 */
function pushOut(p: Float64Array, v: number, clearance: Clearance): void {
  for (let pass = 0; pass < 2; pass++) {
    const [x, y, z] = p.subarray(3 * v, 3 * v + 3);
    const here = bodyDistance(x, y, z);
    const missing = clearance(x, y, z) - here;
    if (missing <= 0) return;
    const slope = [
      bodyDistance(x + DELTA, y, z) - here,
      bodyDistance(x, y + DELTA, z) - here,
      bodyDistance(x, y, z + DELTA) - here,
    ];
    const steep = Math.hypot(...slope);
    for (let k = 0; k < 3; k++) p[3 * v + k] += (missing * slope[k]) / steep;
  }
}

/** The unit normal of the plane through three vertices. */
function planeOf(p: Float64Array, a: number, v: number, b: number): readonly number[] {
  const [e, f] = [a, b].map((id) => [0, 1, 2].map((k) => p[3 * id + k] - p[3 * v + k]));
  const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
  const length = Math.hypot(...n);
  return n.map((x) => x / length);
}

/** Moves a vertex back into the plane in which it started. */
function flatten(p: Float64Array, v: number, normal: readonly number[], start: Float64Array): void {
  const off = normal.reduce((sum, n, k) => sum + n * (p[3 * v + k] - start[3 * v + k]), 0);
  for (let k = 0; k < 3; k++) p[3 * v + k] -= off * normal[k];
}

/** The neighbours along edges; a vertex at an opening has only the two along the opening. */
function neighboursOf(count: number, quads: Uint32Array): readonly (readonly number[])[] {
  const sharing = Array.from({ length: count }, () => new Map<number, number>());
  const meet = (a: number, b: number): void => {
    sharing[a].set(b, (sharing[a].get(b) ?? 0) + 1);
    sharing[b].set(a, (sharing[b].get(a) ?? 0) + 1);
  };
  for (let i = 0; i < quads.length; i += 4) for (let k = 0; k < 4; k++) meet(quads[i + k], quads[i + ((k + 1) % 4)]);
  return sharing.map((faces) => {
    const opening = [...faces].filter(([, shared]) => shared === 1).map(([id]) => id);
    return opening.length > 0 ? opening : [...faces.keys()];
  });
}
