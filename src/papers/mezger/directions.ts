// The directions of k-DOPs [Mezger §3.1]: k half spaces in k/2 parallel pairs, with normals of
// entries −1, 0 and 1. The normals are not of unit length, so a distance counts `lengths[i]` times
// along normal i.
import type { Positions } from '../../core/mesh/tri-mesh.ts';

/**
 * Number of half spaces of a volume. 6: a box; 14: a box with cut corners; 18: with cut edges; 26:
 * with both cut.
 */
export type DirectionCount = 6 | 14 | 18 | 26;

/** The normals of the k-DOPs of one kind. */
export interface Directions {
  /** Number of half spaces of a volume. */
  readonly k: DirectionCount;
  /** Number of normals, k/2. */
  readonly count: number;
  /**
   * Three numbers per pair of half spaces: the normal of the one that bounds from above. The axes
   * come first.
   */
  readonly normals: Float64Array;
  /** Lengths of the normals, rounded up. */
  readonly lengths: Float64Array;
  /** The normals at unit length, rounded. */
  readonly units: Float64Array;
}

/** Normals of the faces of a box. */
const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Normals of its cut corners. */
const CORNERS = [1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1];
/** Normals of its cut edges. */
const EDGES = [1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1];

const NORMALS: Record<DirectionCount, readonly number[]> = {
  6: AXES,
  14: [...AXES, ...CORNERS],
  18: [...AXES, ...EDGES],
  26: [...AXES, ...EDGES, ...CORNERS],
};

/** Lengths of normals by squared length: the least doubles that are not below the roots. */
const LENGTHS = [0, 1, Math.SQRT2, 1.7320508075688774];

/** The normals of k-DOPs. */
export function directions(k: DirectionCount): Directions {
  const normals = Float64Array.from(NORMALS[k]);
  const lengths = new Float64Array(k / 2);
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = LENGTHS[Math.abs(normals[3 * i]) + Math.abs(normals[3 * i + 1]) + Math.abs(normals[3 * i + 2])];
  }
  const units = normals.map((value, n) => value / lengths[Math.floor(n / 3)]);
  return { k, count: k / 2, normals, lengths, units };
}

/**
 * Writes the projections of point v onto all normals to out[count·v…]. Products with −1, 0 and 1
 * are exact, the two sums are not: a projection is off by at most 6 · 2^-53 of the largest
 * coordinate.
 */
export function project({ count, normals }: Directions, x: Positions, v: number, out: Float64Array): void {
  const px = x[3 * v];
  const py = x[3 * v + 1];
  const pz = x[3 * v + 2];
  const to = count * v;
  for (let i = 0, n = 0; i < count; i++, n += 3) {
    out[to + i] = normals[n] * px + normals[n + 1] * py + normals[n + 2] * pz;
  }
}
