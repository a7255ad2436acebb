// Exact reference for the discrete tests, by linear programming rather than orientations. Points
// common to the hulls of a and b are the images of the weights w ≥ 0 with Σ w_i a_i = Σ w_j b_j and
// Σ w_i = Σ w_j = 1. These weights form a polytope, and each of its vertices is the one solution
// for some maximal set of independent columns. So the common set is the hull of the images of
// finitely many solutions: all are tried.

import { rankOf, solve } from './discrete-solve.ts';
import { toIntegers } from './doubles.ts';

export type Point = readonly bigint[];

/** numerator / denominator, coordinate by coordinate. */
interface Image {
  readonly numerator: Point;
  readonly denominator: bigint;
}

/** Do hulls of points share a point? Each hull is a list of offsets into q. */
export function oracleMeet(q: ArrayLike<number>, a: readonly number[], b: readonly number[]): boolean {
  const points = pointsAt(q, [...a, ...b]);
  return someCommon(points.slice(0, a.length), points.slice(a.length), () => true);
}

/** The reference of `trianglesMeet`. */
export function oracleTrianglesMeet(q: ArrayLike<number>, offset: number, shared: number): boolean {
  const points = pointsAt(
    q,
    [0, 3, 6, 9, 12, 15].map((corner) => offset + corner),
  );
  const common = points.slice(0, shared);
  // The common part is convex: it lies in the shared vertex or edge iff its extreme points do.
  return someCommon(points.slice(0, 3), points.slice(3), (image) => shared === 0 || !lies(image, common));
}

function pointsAt(q: ArrayLike<number>, offsets: readonly number[]): Point[] {
  const values = offsets.flatMap((at) => [q[at], q[at + 1], q[at + 2]]);
  const integers = toIntegers(values, 0, values.length);
  return offsets.map((_, i) => integers.slice(3 * i, 3 * i + 3));
}

function lies({ numerator, denominator }: Image, hull: readonly Point[]): boolean {
  const scaled = hull.map((point) => point.map((x) => x * denominator));
  return someCommon([numerator], scaled, () => true);
}

function someCommon(a: readonly Point[], b: readonly Point[], accept: (image: Image) => boolean): boolean {
  const columns = [...a.map((p) => [...p, 1n, 0n]), ...b.map((p) => [...p.map((x) => -x), 0n, 1n])];
  const rank = rankOf(columns);
  for (const chosen of subsets(columns.length, rank)) {
    const solution = solve(
      chosen.map((i) => columns[i]),
      [0n, 0n, 0n, 1n, 1n],
    );
    if (solution === null || solution.numerators.some((w) => w < 0n)) continue;
    const numerator = [0, 1, 2].map((axis) =>
      chosen.reduce((sum, i, k) => (i < a.length ? sum + solution.numerators[k] * a[i][axis] : sum), 0n),
    );
    if (accept({ numerator, denominator: solution.denominator })) return true;
  }
  return false;
}

export function subsets(count: number, size: number): number[][] {
  const all = Array.from({ length: 1 << count }, (_, mask) =>
    Array.from({ length: count }, (_, i) => i).filter((i) => (mask >> i) & 1),
  );
  return all.filter((set) => set.length === size);
}
