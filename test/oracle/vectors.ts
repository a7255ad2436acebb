// Vectors whose components are polynomials in t.
import { add, multiply, type Polynomial, polynomial, subtract } from './polynomial.ts';

export type Vector = readonly [Polynomial, Polynomial, Polynomial];

/**
 * Corner `index` of the query, as integer multiples of a common unit: the Bézier curve of its control
 * points, each times its Bernstein polynomial.
 */
export function movingPoint(integers: readonly bigint[], index: number): Vector {
  const degree = integers.length / 12 - 1;
  const axis = (k: number): Polynomial => {
    let curve: Polynomial = [];
    for (let i = 0; i <= degree; i++) {
      const value = integers[12 * i + 3 * index + k];
      curve = add(curve, multiply(polynomial([value]), bernstein(i, degree)));
    }
    return curve;
  };
  return [axis(0), axis(1), axis(2)];
}

/** binomial(n, i) tⁱ (1 − t)ⁿ⁻ⁱ, multiplied out. */
function bernstein(i: number, n: number): Polynomial {
  if (i < 0 || i > n) return [];
  if (n === 0) return [1n];
  return add(multiply([1n, -1n], bernstein(i, n - 1)), multiply([0n, 1n], bernstein(i - 1, n - 1)));
}

export const from = (a: Vector, b: Vector): Vector => [
  subtract(b[0], a[0]),
  subtract(b[1], a[1]),
  subtract(b[2], a[2]),
];

export const sum = (a: Vector, b: Vector): Vector => [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])];

export const dot = (a: Vector, b: Vector): Polynomial =>
  add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));

export function cross(a: Vector, b: Vector): Vector {
  const minor = (i: number, j: number): Polynomial => subtract(multiply(a[i], b[j]), multiply(a[j], b[i]));
  return [minor(1, 2), minor(2, 0), minor(0, 1)];
}
