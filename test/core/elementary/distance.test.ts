// Distances against exact minimisation, closest points and directions against the corners, and by
// hand.
import { describe, expect, it } from 'vitest';
import { type ClosestPoints, closestPoints } from '../../../src/core/elementary/closest-points.ts';
import { eeDistance, vfDistance } from '../../../src/core/elementary/distance.ts';
import { triangleDistance } from '../../../src/core/elementary/distance-triangles.ts';
import { trianglesMeet } from '../../../src/core/elementary/triangles-meet.ts';
import { whole } from '../../generate/draw.ts';
import { findWrong, type Sizes } from '../../oracle/discrete-cases.ts';
import { oracleDistance } from '../../oracle/discrete-distance.ts';

interface Kernel {
  readonly name: string;
  readonly sizes: Sizes;
  readonly count: number;
  readonly distance: (q: Float64Array, offset: number, out: ClosestPoints) => number;
}

const kernels: Kernel[] = [
  { name: 'vfDistance', sizes: [1, 3], count: 10_000, distance: vfDistance },
  { name: 'eeDistance', sizes: [2, 2], count: 10_000, distance: eeDistance },
  { name: 'triangleDistance', sizes: [3, 3], count: 8000, distance: triangleDistance },
];

const out = closestPoints();
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const least = (values: readonly number[]): number => Math.min(...values);
const greatest = (values: readonly number[]): number => Math.max(...values);

/** Offsets of the corners of a and b. */
function cornersOf([m, n]: Sizes): [number[], number[]] {
  const all = Array.from({ length: m + n }, (_, i) => 3 * i);
  return [all.slice(0, m), all.slice(m)];
}

/** The longest side of the box around all corners; Infinity beyond the greatest double. */
function extentOf(q: Float64Array): number {
  const sides = [0, 1, 2].map((axis) => {
    const values = [...q].filter((_, i) => i % 3 === axis);
    return greatest(values) - least(values);
  });
  return greatest(sides);
}

/** Weights of all corners, as a's and b's triples or pairs. */
function weightsOf([m, n]: Sizes, w: Float64Array): [number[], number[]] {
  if (m === 1) return [[1], [...w.subarray(0, 3)]];
  if (n === 2) return [1, 2].map((_, i) => [1 - w[i], w[i]]) as [number[], number[]];
  return [[...w.subarray(0, 3)], [...w.subarray(3, 6)]];
}

describe.each(kernels)('$name', ({ sizes, count, distance }) => {
  const [a, b] = cornersOf(sizes);
  const corner = (q: Float64Array, at: number): Float64Array => q.subarray(at, at + 3);

  it('is right for all shapes and scales, and 0 exactly where the two meet', () => {
    const wrong = findWrong(401, count, sizes, (q) => {
      const want = oracleDistance(q, a, b);
      const got = distance(q, 0, out);
      // Demanded are 1e-12; a subnormal result has no finer steps than the least double.
      const tolerance = Math.max(1e-15 * Math.max(want, extentOf(q)), Number.MIN_VALUE);
      const isRight = Math.abs(got - want) <= tolerance || got === want;
      return isRight && (got === 0) === (want === 0) ? null : `distance ${got}, not ${want}`;
    });
    expect(wrong).toEqual([]);
  });

  it('gives weights in [0, 1] that add up to 1, and the points they stand for', () => {
    const wrong = findWrong(402, 8000, sizes, (q) => {
      distance(q, 0, out);
      const size = greatest([...q].map(Math.abs));
      for (const [weights, corners, point] of [
        [weightsOf(sizes, out.weights)[0], a, out.pointA],
        [weightsOf(sizes, out.weights)[1], b, out.pointB],
      ] as const) {
        const total = weights.reduce((sum, w) => sum + w, 0);
        if (!weights.every((w) => w >= 0 && w <= 1) || Math.abs(total - 1) > 1e-15) return `weights ${weights}`;
        for (let k = 0; k < 3; k++) {
          const want = corners.reduce((sum, at, i) => sum + weights[i] * q[at + k], 0);
          if (!(Math.abs(point[k] - want) <= 1e-15 * size + Number.MIN_VALUE)) return `point ${point}`;
        }
      }
      return null;
    });
    expect(wrong).toEqual([]);
  });

  it('gives a unit normal from b to a, across a slab that separates them by the distance', () => {
    const wrong = findWrong(403, 8000, sizes, (q) => {
      const gap = distance(q, 0, out);
      if (Math.abs(Math.hypot(...out.normal) - 1) > 1e-14) return `normal ${out.normal}`;
      const extent = extentOf(q);
      if (gap === 0 || extent > 1e150 || extent < 1e-150) return null;
      const level = (at: number): number =>
        dot(
          out.normal,
          corner(q, at).map((x, k) => x - q[k]),
        );
      const slab = least(a.map(level)) - greatest(b.map(level));
      // A rounding of the distance is a shift of the nearest points, across it, by the root of
      // that.
      const rounding = (1e-15 * extent) / gap;
      const tolerance = extent * Math.max(Math.sqrt(rounding), 10 * rounding);
      return slab >= gap - tolerance ? null : `slab ${slab} for distance ${gap}`;
    });
    expect(wrong).toEqual([]);
  });

  it('scales with the corners, mirrors with them, and works anywhere in an array', () => {
    const room = new Float64Array(40);
    const wrong = findWrong(404, 8000, sizes, (q, random) => {
      const factor = 2 ** whole(random, -300, 300);
      const scaled = q.map((x, i) => x * (i % 3 === 0 ? -factor : factor));
      if (!scaled.every((x, i) => Math.abs(x / factor) === Math.abs(q[i]))) return null;
      const want = distance(q, 0, out) * factor;
      room.set(scaled, 5);
      const got = distance(room, 5, out);
      // Either may be as small as the least double, and so rounded to a multiple of it, or vanish
      // beside the extent.
      const tolerance = (1 + factor) * Number.MIN_VALUE + 1e-30 * factor * extentOf(q);
      const isSame = Math.abs(got - want) <= tolerance || got === want;
      return isSame ? null : `${got}, not ${want}`;
    });
    expect(wrong).toEqual([]);
  });
});

describe('triangleDistance', () => {
  it('is 0 exactly where the triangles meet, with a point of both', () => {
    const wrong = findWrong(405, 20_000, [3, 3], (q) => {
      const gap = triangleDistance(q, 0, out);
      if ((gap === 0) !== trianglesMeet(q)) return `distance ${gap}`;
      const size = greatest([...q].map(Math.abs));
      const apart = [0, 1, 2].some((k) => Math.abs(out.pointA[k] - out.pointB[k]) > 1e-14 * size + 1e-323);
      return gap === 0 && apart ? `points ${out.pointA} and ${out.pointB}` : null;
    });
    expect(wrong).toEqual([]);
  });

  it('is the same within rounding when a and b are swapped', () => {
    const wrong = findWrong(406, 8000, [3, 3], (q) => {
      const want = triangleDistance(q, 0, out);
      const got = triangleDistance(Float64Array.of(...q.subarray(9), ...q.subarray(0, 9)), 0, out);
      const tolerance = 1e-15 * Math.max(want, extentOf(q)) + Number.MIN_VALUE;
      return Math.abs(got - want) <= tolerance || got === want ? null : `${got}, not ${want}`;
    });
    expect(wrong).toEqual([]);
  });
});

/** To nine digits, and without negative zeros. */
const roundedNormal = (): number[] => [...out.normal].map((x) => Math.round(x * 1e9) / 1e9 + 0);

describe('directions of close pairs', () => {
  it('a vertex within rounding of a face has the normal of the face on its side', () => {
    const q = Float64Array.of(0.3, 0.3, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    for (const height of [1e-16, -1e-16, 1e-300, -1e-300]) {
      q[2] = height;
      expect(vfDistance(q, 0, out)).toBeGreaterThan(0);
      expect(roundedNormal()).toEqual([0, 0, Math.sign(height)]);
    }
    q[2] = 0;
    expect(vfDistance(q, 0, out)).toBe(0);
    expect(Math.abs(out.normal[2])).toBe(1);
  });

  it('edges within rounding of each other have their common normal, from b to a', () => {
    for (const height of [1e-17, -1e-17]) {
      const q = Float64Array.of(-1, 0, height, 1, 0, height, 0, -1, 0, 0, 1, 0);
      expect(eeDistance(q, 0, out)).toBeGreaterThan(0);
      expect(roundedNormal()).toEqual([0, 0, Math.sign(height)]);
    }
  });

  it('triangles within rounding of each other: a vertex of a, a vertex of b, two edges', () => {
    const ground = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const spike = [0.3, 0.3, 1e-17, 0.3, 0.2, 1, 0.2, 0.3, 1];
    const bridge = [0.2, -1, 1e-17, 0.2, 2, 1e-17, 0.2, 0, 1];
    for (const upper of [spike, bridge]) {
      expect(triangleDistance(Float64Array.of(...upper, ...ground), 0, out)).toBeGreaterThan(0);
      expect(roundedNormal()).toEqual([0, 0, 1]);
      expect(triangleDistance(Float64Array.of(...ground, ...upper), 0, out)).toBeGreaterThan(0);
      expect(roundedNormal()).toEqual([0, 0, -1]);
    }
  });

  it('points and collinear edges that touch have some unit normal', () => {
    eeDistance(Float64Array.of(0, 0, 0, 2, 2, 2, 1, 1, 1, 3, 3, 3), 0, out);
    expect(out.distance).toBe(0);
    expect(Math.abs(dot(out.normal, [1, 1, 1]))).toBeLessThan(1e-15);
    vfDistance(new Float64Array(12).fill(7), 0, out);
    expect([out.distance, ...out.normal]).toEqual([0, 1, 0, 0]);
  });
});
