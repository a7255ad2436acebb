// Polynomials in time with integer coefficients, for the exact stage. Degrees stay at three or
// below, so plain pseudo-division serves and coefficients are never reduced.

/** Coefficients, lowest degree first, without leading zeros: the zero polynomial is empty. */
export type Polynomial = readonly bigint[];

function trim(p: bigint[]): bigint[] {
  while (p.length > 0 && p[p.length - 1] === 0n) p.pop();
  return p;
}

/** The sum a + b. */
export function add(a: Polynomial, b: Polynomial): Polynomial {
  const sum: bigint[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) sum.push((a[i] ?? 0n) + (b[i] ?? 0n));
  return trim(sum);
}

/** The difference a − b. */
export function subtract(a: Polynomial, b: Polynomial): Polynomial {
  const difference: bigint[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) difference.push((a[i] ?? 0n) - (b[i] ?? 0n));
  return trim(difference);
}

/** The product a · b. */
export function multiply(a: Polynomial, b: Polynomial): Polynomial {
  if (a.length === 0 || b.length === 0) return [];
  const product = new Array<bigint>(a.length + b.length - 1).fill(0n);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) product[i + j] += a[i] * b[j];
  return trim(product);
}

/** The derivative by time. */
export function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((c, i) => c * BigInt(i + 1));
}

/** The sign of n: 1, −1 or 0. */
export function signOf(n: bigint): number {
  return n > 0n ? 1 : n < 0n ? -1 : 0;
}

/** p(n / 2^k) times 2^(k · degree): an integer of the same sign. */
export function valueAt(p: Polynomial, n: bigint, k: bigint): bigint {
  let value = 0n;
  let shift = 0n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * n + (p[i] << shift);
    shift += k;
  }
  return value;
}

/**
 * The remainder of a non-zero multiple of a, divided by b. Only its roots are used, so the sign of
 * the multiple does not matter.
 */
function pseudoRemainder(a: Polynomial, b: Polynomial): Polynomial {
  let rest = a.slice();
  const lead = b[b.length - 1];
  while (rest.length >= b.length) {
    const factor = rest[rest.length - 1];
    const shift = rest.length - b.length;
    rest = rest.map((c, i) => c * lead - (i >= shift ? factor * b[i - shift] : 0n));
    trim(rest);
  }
  return rest;
}

/**
 * A greatest common divisor up to a constant factor; itself a constant if there is no common root.
 */
export function commonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  while (b.length > 0) [a, b] = [b, pseudoRemainder(a, b)];
  return a;
}

/** A constant multiple of p / d, for a divisor d of p. */
function quotient(p: Polynomial, d: Polynomial): Polynomial {
  const lead = d[d.length - 1];
  let rest = p.slice();
  let result: bigint[] = [];
  for (let shift = p.length - d.length; shift >= 0; shift--) {
    const factor = rest[shift + d.length - 1];
    result = result.map((c) => c * lead);
    result.unshift(factor);
    rest = rest.map((c, i) => c * lead - (i >= shift && i < shift + d.length ? factor * d[i - shift] : 0n));
  }
  return trim(result);
}

/** A polynomial with the same roots as p, all of them simple. */
export function squareFree(p: Polynomial): Polynomial {
  if (p.length < 3) return p;
  const divisor = commonDivisor(p, derivative(p));
  return divisor.length === 1 ? p : quotient(p, divisor);
}
