// Sturm chains: how many roots, and of which sign another polynomial is there, by counting sign
// variations. Basu, Pollack, Roy, Algorithms in Real Algebraic Geometry, §2.2.2: Sturm's theorem,
// and its form for Cauchy indices.
import { degree, derivative, divide, leading, negate, type Polynomial, signAtRational } from './polynomial.ts';
import type { Rational } from './rational.ts';

/**
 * a, b, then each the negated remainder of the two before it, up to positive factors, to the last
 * that is not zero. For deg a ≥ deg b. Dividing by the known common factors of subresultants keeps
 * the growth of the integers linear (Knuth, 4.6.1, algorithm C; here with all factors positive).
 */
export function signedRemainders(a: Polynomial, b: Polynomial): Polynomial[] {
  const chain = [a, b];
  let g = 1n;
  let h = 1n;
  for (let last = b, before = a; degree(last) > 0; ) {
    const drop = BigInt(degree(before) - degree(last));
    const factor = g * h ** drop;
    const next = divide(before, last).remainder.map((c) => -c / factor);
    if (next.length === 0) break;
    chain.push(next);
    before = last;
    last = next;
    const lead = leading(before);
    g = lead < 0n ? -lead : lead;
    if (drop > 0n) h = g ** drop / h ** (drop - 1n);
  }
  return chain;
}

/** Sign changes along the chain at t, zeros left out. */
export function variations(chain: readonly Polynomial[], t: Rational): number {
  let count = 0;
  let previous = 0;
  for (const p of chain) {
    const sign = signAtRational(p, t);
    if (sign !== 0 && previous !== 0 && sign !== previous) count++;
    if (sign !== 0) previous = sign;
  }
  return count;
}

/**
 * For the number of distinct roots in (low, high): variations at low minus variations at high.
 * Neither end a root.
 */
export const sturmChain = (p: Polynomial): Polynomial[] => signedRemainders(p, derivative(p));

/**
 * Sign of g at the only root of p in (low, high), a simple one; neither end is a root of p. The
 * variations lost by the chain of (p, g) are the Cauchy index of g/p: the sign of g/p′ at that
 * root. And p′ there has the sign of p at the high end. If g is of no lower degree than p, the
 * chain reads p, g, −p, …: at the ends p and −p enclose exactly one variation, whatever g is, so it
 * may start at −p.
 */
export function signAtRoot(g: Polynomial, p: Polynomial, low: Rational, high: Rational): number {
  const chain = degree(g) < degree(p) ? signedRemainders(p, g) : signedRemainders(g, negate(p)).slice(1);
  const lost = variations(chain, low) - variations(chain, high);
  return signAtRational(p, high) > 0 ? lost : 0 - lost;
}

/** The same roots, each once. */
export function squareFree(p: Polynomial, chain = sturmChain(p)): Polynomial {
  const common = chain.at(-1) as Polynomial;
  return degree(common) > 0 ? divide(p, common).quotient : p;
}
