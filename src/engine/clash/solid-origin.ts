// The start of a segment whose crossings with a surface are counted: a point in doubles, or a point
// that no double may hold, given as a weighted mean of three vertices. Both answer exactly.
import { toIntegers } from '../../core/elementary/exact/integers.ts';
import { signOf } from '../../core/elementary/exact/polynomial.ts';
import { orient3dSign } from '../../core/elementary/orientation.ts';

/** The start p of a segment to a point q at the offset `far` of an array of coordinates. */
export interface Origin {
  /** The sign of `orient3dSign` of three points and p. */
  planeSide(a: number, b: number, c: number): number;
  /** The sign of `orient3dSign` of p, q and two points. */
  lineSide(a: number, b: number): number;
}

/** A point in doubles, at an offset. */
export function pointOrigin(x: Float64Array, point: number, far: number): Origin {
  return {
    planeSide: (a, b, c) => orient3dSign(x, a, b, c, point),
    lineSide: (a, b) => orient3dSign(x, point, far, a, b),
  };
}

/** The sum of the weights of a mean. */
export const WHOLE: bigint = 1n << 60n;

/** A weighted mean of three vertices; the weights are whole numbers that add up to `WHOLE`. */
export interface Mean {
  /** The offsets of the vertices. */
  readonly points: readonly [number, number, number];
  /** Their weights. */
  readonly weights: readonly [bigint, bigint, bigint];
}

/** The mean, rounded. */
export function roundedMean(x: Float64Array, { points, weights }: Mean): [number, number, number] {
  const shares = weights.map((weight) => Number(weight) / Number(WHOLE));
  const at = (k: number): number => points.reduce((sum, point, i) => sum + shares[i] * x[point + k], 0);
  return [at(0), at(1), at(2)];
}

/** A mean as it is, not rounded. */
export function meanOrigin(x: Float64Array, { points, weights }: Mean, far: number): Origin {
  /** The mean, then other points, all times the same factor. */
  const integers = (...others: number[]): bigint[][] => {
    const all = [...points, ...others].flatMap((point) => [x[point], x[point + 1], x[point + 2]]);
    const whole = toIntegers(all, 0, all.length);
    const mean = [0, 1, 2].map((k) => weights.reduce((sum, weight, i) => sum + weight * whole[3 * i + k], 0n));
    const rest = others.map((_, i) => [0, 1, 2].map((k) => WHOLE * whole[9 + 3 * i + k]));
    return [mean, ...rest];
  };
  return {
    planeSide: (a, b, c) => {
      const [p, ...corners] = integers(a, b, c);
      return orientation(corners[0], corners[1], corners[2], p);
    },
    lineSide: (a, b) => {
      const [p, q, c, d] = integers(far, a, b);
      return orientation(p, q, c, d);
    },
  };
}

/** The sign of det(a − d, b − d, c − d). */
function orientation(a: bigint[], b: bigint[], c: bigint[], d: bigint[]): number {
  const [ax, ay, az] = a.map((value, k) => value - d[k]);
  const [bx, by, bz] = b.map((value, k) => value - d[k]);
  const [cx, cy, cz] = c.map((value, k) => value - d[k]);
  return signOf(az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay));
}
