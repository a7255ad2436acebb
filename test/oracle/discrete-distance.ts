// Exact reference for the distances of hulls: the squared distance is minimised over every pair of
// faces of the two hulls in integers. Take nearest points with the fewest corners of positive
// weight: on those corners the minimum is unique (else a weight could be moved to zero), so the
// normal equations there have one solution, and it is feasible. Every other feasible solution is a
// distance too, hence no less.

import { type Point, subsets } from './discrete-meet.ts';
import { solve } from './discrete-solve.ts';
import { bitLength, toIntegers } from './doubles.ts';

interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** Distance of the hulls of the points at the offsets a and b into q, rounded to a double. */
export function oracleDistance(q: ArrayLike<number>, a: readonly number[], b: readonly number[]): number {
  const [{ num, den }, unit] = squareAndLength(q, a, b, 1);
  return squareRoot(num, den * unit * unit);
}

/** Whether these hulls are at most this distance apart. */
export function oracleWithin(
  q: ArrayLike<number>,
  a: readonly number[],
  b: readonly number[],
  distance: number,
): boolean {
  const [{ num, den }, bound] = squareAndLength(q, a, b, distance);
  return num <= bound * bound * den;
}

/** The squared distance, and a length, in one unit. */
function squareAndLength(
  q: ArrayLike<number>,
  a: readonly number[],
  b: readonly number[],
  length: number,
): [Fraction, bigint] {
  const values = [...a, ...b].flatMap((at) => [q[at], q[at + 1], q[at + 2]]);
  const integers = toIntegers([...values, length], 0, values.length + 1);
  const points = [...a, ...b].map((_, i) => integers.slice(3 * i, 3 * i + 3));
  return [leastSquare(points.slice(0, a.length), points.slice(a.length)), integers[values.length]];
}

function leastSquare(a: readonly Point[], b: readonly Point[]): Fraction {
  let least: Fraction | null = null;
  const ofB = faces(b);
  for (const left of faces(a)) {
    for (const right of ofB) {
      const square = squareOnFaces(left, right);
      if (square === null) continue;
      if (least === null || square.num * least.den < least.num * square.den) least = square;
    }
  }
  if (least === null) throw new Error('no pair of faces has a minimum');
  return least;
}

const faces = (hull: readonly Point[]): Point[][] =>
  Array.from({ length: hull.length }, (_, i) => subsets(hull.length, i + 1))
    .flat()
    .map((set) => set.map((i) => hull[i]));

/** The minimum over the affine hulls, where it is unique and inside both faces. */
function squareOnFaces(a: readonly Point[], b: readonly Point[]): Fraction | null {
  const sides = [...a.slice(1).map((p) => minus(p, a[0])), ...b.slice(1).map((p) => minus(b[0], p))];
  if (sides.length > 3) return null;
  const start = minus(a[0], b[0]);
  const slopes = sides.map((side) => dot(side, start));
  const gram = sides.map((side) => sides.map((other) => dot(side, other)));
  const solution = solve(
    gram,
    slopes.map((slope) => -slope),
  );
  if (solution === null || !isInside(solution.numerators, solution.denominator, a.length - 1)) return null;
  const rise = slopes.reduce((sum, slope, i) => sum + slope * solution.numerators[i], 0n);
  return { num: dot(start, start) * solution.denominator + rise, den: solution.denominator };
}

function isInside(weights: readonly bigint[], denominator: bigint, split: number): boolean {
  const total = (part: readonly bigint[]): bigint => part.reduce((sum, w) => sum + w, 0n);
  return (
    weights.every((w) => w >= 0n) &&
    total(weights.slice(0, split)) <= denominator &&
    total(weights.slice(split)) <= denominator
  );
}

/** √(num/den) with a relative error below 2^-52; 0 for 0 alone. */
function squareRoot(num: bigint, den: bigint): number {
  if (num === 0n) return 0;
  const half = 64 + Math.ceil((bitLength(den) - bitLength(num)) / 2);
  const scaled = half >= 0 ? (num << BigInt(2 * half)) / den : num / (den << BigInt(-2 * half));
  let root = BigInt(Math.floor(Math.sqrt(Number(scaled))));
  for (let i = 0; i < 3; i++) root = (root + scaled / root) / 2n;
  // In two steps, since 2^-half itself may lie below the least double.
  const step = Math.trunc(half / 2);
  return Math.max(Number(root) * 2 ** -step * 2 ** (step - half), Number.MIN_VALUE);
}

const minus = (a: Point, b: Point): Point => a.map((x, i) => x - b[i]);
const dot = (a: Point, b: Point): bigint => a.reduce((sum, x, i) => sum + x * b[i], 0n);
