// The second exact oracle, for tests only: do two features whose points move along Bézier curves
// (straight ones for degree 1) meet within [0, 1], and when first? Written to share nothing with src/core/elementary: Sturm chains and Cauchy indices on
// a formula in 3D vectors. Why it is complete: every contact is a root of `coplanar`. If that is
// zero throughout, contact instants form a closed set; let the first be later than t = 0. If the
// normal is not zero there, a weight was negative just before and vanishes: so does the cross
// product of a segment, which does not vanish throughout. If the normal is zero, either it is not
// zero throughout, or the first segment to hold the origin has a root of its cross product or of its
// dot product.
import { toIntegers } from './doubles.ts';
import { type Formula, formulaOf, type Kind, meets } from './formula.ts';
import type { Polynomial } from './polynomial.ts';
import { compare, one, type Rational, rationalOf, roundDown, roundUp, zero } from './rational.ts';
import { type Instant, refine, rootsWithin, signAt } from './roots.ts';

export type { Kind } from './formula.ts';

export interface Verdict {
  readonly hit: boolean;
  /**
   * Doubles with lower ≤ first contact ≤ upper, at most two ulp apart; equal if it is a double.
   * Infinity without one.
   */
  readonly lower: number;
  readonly upper: number;
  /** Exactly: is `time` later than the first contact? Never for a miss. */
  isLate(time: number): boolean;
}

/** Relative width of the bracket of an irrational contact time: well below half an ulp. */
const bracketBits = 60;

/**
 * For any 12 · (degree + 1) finite doubles at q[offset]: the four corners' xyz at each control point
 * of their paths; for degree 1 at t = 0, then at t = 1.
 */
export function oracleHit(kind: Kind, q: ArrayLike<number>, offset = 0, degree = 1): Verdict {
  const formula = formulaOf(kind, toIntegers(q, offset, 12 * (degree + 1)));
  const meetsAt = (t: Instant): boolean => meets(formula, (p) => signAt(p, t));
  if (meetsAt(zero)) return verdict([zero]);
  const first: Instant[] = [];
  for (const p of events(formula)) {
    const root = rootsWithin(p).find(meetsAt);
    if (root) first.push(root);
  }
  if (first.length === 0 && meetsAt(one)) first.push(one);
  return verdict(first);
}

/** Do the features share a point at the time num/den? */
export function oracleMeetsAt(kind: Kind, q: ArrayLike<number>, offset: number, t: Rational): boolean {
  return meets(formulaOf(kind, toIntegers(q, offset, 24)), (p) => signAt(p, t));
}

/** Polynomials among whose roots, besides 0 and 1, is the first contact. */
function events(formula: Formula): Polynomial[] {
  if (formula.coplanar.length > 0) return [formula.coplanar];
  const { normal, segments } = formula.details();
  // All components of a vector vanish where the vector does: the first that is not zero is enough.
  const all = [normal, ...segments.flatMap((segment) => [segment.cross, [segment.dot]])];
  return all.flatMap((components) => {
    const first = components.find((p) => p.length > 0);
    return first ? [first] : [];
  });
}

/**
 * The earliest of some instants, without ordering them: the least lower and the least upper bound
 * enclose it.
 */
function verdict(instants: readonly Instant[]): Verdict {
  if (instants.length === 0) {
    return { hit: false, lower: Number.POSITIVE_INFINITY, upper: Number.POSITIVE_INFINITY, isLate: () => false };
  }
  const brackets = instants.map((instant) => refine(instant, bracketBits));
  const least = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b);
  return {
    hit: true,
    lower: roundDown(brackets.map((bracket) => bracket.low).reduce(least)),
    upper: roundUp(brackets.map((bracket) => bracket.high).reduce(least)),
    isLate: (time) => {
      const { num, den } = rationalOf(time);
      return instants.some((instant) => signAt([-num, den], instant) < 0);
    },
  };
}
