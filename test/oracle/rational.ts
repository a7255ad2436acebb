// Exact rational times in [0, 1], and their conversion to doubles and back.
import { bitLength, neighbour, takeApart } from './doubles.ts';

/** The denominator is positive; the fraction need not be in lowest terms. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

export const zero: Rational = { num: 0n, den: 1n };
export const one: Rational = { num: 1n, den: 1n };

export function rationalOf(x: number): Rational {
  const { mantissa, exponent } = takeApart(x);
  return exponent < 0
    ? { num: mantissa, den: 1n << BigInt(-exponent) }
    : { num: mantissa << BigInt(exponent), den: 1n };
}

/** Sign of a − b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** The largest double ≤ r, for r ≥ 0 within range. */
export function roundDown(r: Rational): number {
  let x = nearby(r);
  while (compare(rationalOf(x), r) > 0) x = neighbour(x, -1);
  for (let above = neighbour(x, 1); compare(rationalOf(above), r) <= 0; above = neighbour(x, 1)) x = above;
  return x;
}

/** The smallest double ≥ r, for r ≥ 0 within range. */
export function roundUp(r: Rational): number {
  const below = roundDown(r);
  return compare(rationalOf(below), r) === 0 ? below : neighbour(below, 1);
}

/** A double within a few ulp of r ≥ 0; the callers put it right by exact comparison. */
function nearby({ num, den }: Rational): number {
  if (num === 0n) return 0;
  const shift = 64 + bitLength(den) - bitLength(num);
  const quotient = shift >= 0 ? (num << BigInt(shift)) / den : num / (den << BigInt(-shift));
  // In two steps: 2^−shift itself may lie below the smallest double.
  const half = Math.trunc(shift / 2);
  return Math.max(0, Number(quotient) * 2 ** -half * 2 ** (half - shift));
}

/**
 * A point strictly between dyadic 0 ≤ low < high ≤ 1: halves the logarithm while the two differ
 * much, then the difference, so that a root of size 2^−2000 takes tens of splits rather than
 * thousands.
 */
export function between(low: Rational, high: Rational): Rational {
  if (low.num === 0n) return { num: high.num * high.num, den: 2n * high.den * high.den };
  const lowLog = floorLog2(low);
  const highLog = floorLog2(high);
  if (highLog >= lowLog + 2) return { num: 1n, den: 1n << BigInt(-Math.floor((lowLog + 1 + highLog) / 2)) };
  const den = low.den > high.den ? low.den : high.den;
  return { num: low.num * (den / low.den) + high.num * (den / high.den), den: 2n * den };
}

/** Exact for a power-of-two denominator. */
function floorLog2({ num, den }: Rational): number {
  return bitLength(num) - bitLength(den);
}
