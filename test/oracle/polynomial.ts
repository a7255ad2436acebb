// Polynomials in the time t with integer coefficients of any size.
import type { Rational } from './rational.ts';

/** Coefficients from the constant up, the last one not zero; the zero polynomial is empty. */
export type Polynomial = readonly bigint[];

export function polynomial(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length--;
  return coefficients.slice(0, length);
}

export const degree = (p: Polynomial): number => p.length - 1;
export const leading = (p: Polynomial): bigint => p[p.length - 1];
export const negate = (p: Polynomial): Polynomial => p.map((c) => -c);

export function add(p: Polynomial, q: Polynomial): Polynomial {
  const [long, short] = p.length < q.length ? [q, p] : [p, q];
  const total = [...long];
  for (let i = 0; i < short.length; i++) total[i] += short[i];
  return polynomial(total);
}

export const subtract = (p: Polynomial, q: Polynomial): Polynomial => add(p, negate(q));

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  if (p.length === 0 || q.length === 0) return [];
  const product = new Array<bigint>(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) product[i + j] += p[i] * q[j];
  return product;
}

export function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((c, i) => c * BigInt(i + 1));
}

/** Sign of p(t): Horner on p(num/den) · den^degree. */
export function signAtRational(p: Polynomial, { num, den }: Rational): number {
  let value = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * num + p[i] * power;
    power *= den;
  }
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/**
 * |leading(b)|^(deg a − deg b + 1) · a = quotient · b + remainder. The multiplier is positive, so
 * signs are those of the true division; its full power is what makes the divisions in
 * `signedRemainders` exact.
 */
export function divide(a: Polynomial, b: Polynomial): { quotient: Polynomial; remainder: Polynomial } {
  const lead = leading(b);
  const scale = lead < 0n ? -lead : lead;
  const quotient: bigint[] = [];
  const rest = [...a];
  while (rest.length >= b.length) {
    const top = rest.pop() as bigint;
    const factor = lead < 0n ? -top : top;
    const shift = rest.length + 1 - b.length;
    for (let i = 0; i < quotient.length; i++) quotient[i] *= scale;
    quotient.unshift(factor);
    for (let i = 0; i < rest.length; i++) rest[i] *= scale;
    for (let i = 0; i < b.length - 1; i++) rest[shift + i] -= factor * b[i];
  }
  return { quotient: polynomial(quotient), remainder: polynomial(rest) };
}
