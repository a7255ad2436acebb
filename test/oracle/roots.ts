// Instants in (0, 1) at which a polynomial vanishes, each known exactly: as a rational, or as the
// only root of a polynomial in an interval. The sign of any other polynomial there is found without
// approximation.
import { degree, divide, type Polynomial, signAtRational } from './polynomial.ts';
import { between, one, type Rational, zero } from './rational.ts';
import { signAtRoot, squareFree, sturmChain, variations } from './sturm.ts';

/** The only root of `of`, a simple one, strictly between low and high, which are no roots. */
export interface Root {
  readonly of: Polynomial;
  readonly low: Rational;
  readonly high: Rational;
}

export type Instant = Rational | Root;

export function signAt(p: Polynomial, instant: Instant): number {
  if (!('of' in instant)) return signAtRational(p, instant);
  return signNear(p, instant) || signAtRoot(p, instant.of, instant.low, instant.high);
}

/** Relative width of the interval in which signs that are far from zero are read off. */
const NEAR_BITS = 40;
const nearBrackets = new WeakMap<Root, { low: Rational; high: Rational }>();

/**
 * The sign of p near a root, 0 if that is not clear: p changes by at most the width of the interval
 * times the sum of |i · p_i|, because |t| ≤ 1. For speed only.
 */
function signNear(p: Polynomial, root: Root): number {
  const { low, high } = nearBrackets.get(root) ?? refine(root, NEAR_BITS);
  nearBrackets.set(root, { low, high });
  let value = 0n;
  let slope = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * low.num + p[i] * power;
    power *= low.den;
    slope += BigInt(i) * (p[i] < 0n ? -p[i] : p[i]);
  }
  // value / den^degree against slope · (high − low): power is den^(degree + 1).
  const change = slope * power * (high.num * low.den - low.num * high.den);
  const size = (value < 0n ? -value : value) * low.den * low.den * high.den;
  return size > change ? (value > 0n ? 1 : -1) : 0;
}

/** All roots in the open interval (0, 1) of a polynomial that is not zero, ascending. */
export function rootsWithin(p: Polynomial): Instant[] {
  if (degree(p) <= 0 || mostRoots(p) === 0) return [];
  const chain = sturmChain(p);
  const simple = squareFree(p, chain);
  const inner = without(without(simple, zero), one);
  return degree(inner) > 0 ? isolate(inner, inner === p ? chain : sturmChain(inner), zero, one) : [];
}

/**
 * At least the number of roots in (0, 1]: how many changes of sign the derivatives at 0 have more
 * than those at 1 (Budan and Fourier). For speed only.
 */
function mostRoots(p: Polynomial): number {
  const shifted = [...p];
  for (let i = 0; i < shifted.length; i++) for (let j = shifted.length - 2; j >= i; j--) shifted[j] += shifted[j + 1];
  return changes(p) - changes(shifted);
}

function changes(coefficients: readonly bigint[]): number {
  const signs = coefficients.filter((c) => c !== 0n).map((c) => c > 0n);
  return signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
}

/**
 * Invariant: neither end is a root of the square-free p. Ends since the roots are finitely many and
 * apart.
 */
function isolate(p: Polynomial, chain: readonly Polynomial[], low: Rational, high: Rational): Instant[] {
  const count = variations(chain, low) - variations(chain, high);
  if (count === 0) return [];
  if (count === 1) return [{ of: p, low, high }];
  const middle = between(low, high);
  if (signAtRational(p, middle) !== 0) {
    return [...isolate(p, chain, low, middle), ...isolate(p, chain, middle, high)];
  }
  const rest = without(p, middle);
  const restChain = sturmChain(rest);
  return [...isolate(rest, restChain, low, middle), middle, ...isolate(rest, restChain, middle, high)];
}

/** A square-free polynomial with the factor (t − root) taken out, if it has it. */
function without(p: Polynomial, root: Rational): Polynomial {
  if (p.length === 0 || signAtRational(p, root) !== 0) return p;
  return divide(p, [-root.num, root.den]).quotient;
}

/** Bisects until high − low ≤ low · 2^−bits, or both are below every positive double. */
export function refine(instant: Instant, bits: number): { low: Rational; high: Rational } {
  if (!('of' in instant)) return { low: instant, high: instant };
  let { low, high } = instant;
  const signLow = signAtRational(instant.of, low);
  while (!close(low, high, BigInt(bits))) {
    const middle = between(low, high);
    const sign = signAtRational(instant.of, middle);
    if (sign === 0) return { low: middle, high: middle };
    if (sign === signLow) low = middle;
    else high = middle;
  }
  return { low, high };
}

function close(low: Rational, high: Rational, bits: bigint): boolean {
  if (high.num << 1074n <= high.den) return true;
  return (high.num * low.den - low.num * high.den) << bits <= low.num * high.den;
}
