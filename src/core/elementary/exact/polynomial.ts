// Polynomials in time with integer coefficients, for the exact stage. For straight motion their
// degree is at most three, for paths of degree d at most 3d. Remainders are subresultants: without
// the division by their known factors, those of degree nine grow to megabits.

/** Coefficients, lowest degree first, without leading zeros: the zero polynomial is empty. */
export type Polynomial = readonly bigint[];

function trim(p: bigint[]): bigint[] {
  while (p.length > 0 && p[p.length - 1] === 0n) p.pop();
  return p;
}

/** The power coefficients of the Bézier polynomial with these control values. */
export function fromControlValues(values: readonly bigint[]): Polynomial {
  // Coefficient i is a binomial coefficient times the difference of order i at the start.
  const degree = values.length - 1;
  const p = [...values];
  for (let order = 1; order <= degree; order++) for (let i = degree; i >= order; i--) p[i] -= p[i - 1];
  for (let i = 1, binomial = degree; i < degree; i++) {
    p[i] *= BigInt(binomial);
    binomial = (binomial * (degree - i)) / (i + 1);
  }
  return trim(p);
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
 * The remainder of a · lead^(deg a − deg b + 1), divided by b, where lead is the first coefficient of
 * b. The full power is what makes the divisions in `commonDivisor` exact.
 */
function pseudoRemainder(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b[b.length - 1];
  let rest: readonly bigint[] = a;
  for (let shift = a.length - b.length; shift >= 0; shift--) {
    const factor = rest[rest.length - 1];
    rest = rest.slice(0, -1).map((c, i) => c * lead - (i >= shift ? factor * b[i - shift] : 0n));
  }
  return trim([...rest]);
}

/**
 * The greatest common divisor of two polynomials that are not zero, up to its sign, without a common
 * factor of its coefficients; 1 if there is no common root. By subresultants (Knuth, 4.6.1,
 * algorithm C).
 */
export function commonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  if (a.length < b.length) [a, b] = [b, a];
  let g = 1n;
  let h = 1n;
  while (b.length > 1) {
    const drop = BigInt(a.length - b.length);
    const factor = g * h ** drop;
    const rest = pseudoRemainder(a, b);
    if (rest.length === 0) return primitive(b);
    a = b;
    b = rest.map((c) => c / factor);
    g = a[a.length - 1];
    if (drop > 0n) h = g ** drop / h ** (drop - 1n);
  }
  return [1n];
}

/** p divided by the greatest common divisor of its coefficients. */
function primitive(p: Polynomial): Polynomial {
  let content = 0n;
  for (const c of p) for (let rest = c; rest !== 0n; ) [content, rest] = [rest, content % rest];
  return p.map((c) => c / content);
}

/** p / d. Its coefficients are integers, because d divides p and has no common factor (Gauss). */
function quotient(p: Polynomial, d: Polynomial): Polynomial {
  const lead = d[d.length - 1];
  const rest = [...p];
  const result: bigint[] = [];
  for (let shift = p.length - d.length; shift >= 0; shift--) {
    const factor = rest[shift + d.length - 1] / lead;
    result.unshift(factor);
    for (let i = 0; i < d.length; i++) rest[shift + i] -= factor * d[i];
  }
  return result;
}

/** A polynomial with the same roots as p, all of them simple. */
export function squareFree(p: Polynomial): Polynomial {
  if (p.length < 3) return p;
  const divisor = commonDivisor(p, derivative(p));
  return divisor.length === 1 ? p : quotient(p, divisor);
}
