// Vectors whose components are polynomials in t.
import { add, multiply, type Polynomial, polynomial, subtract } from './polynomial.ts';

export type Vector = readonly [Polynomial, Polynomial, Polynomial];

/** Corner `index` of the query, as integer multiples of a common unit: start + t (end − start). */
export function movingPoint(integers: readonly bigint[], index: number): Vector {
  const axis = (k: number): Polynomial => {
    const start = integers[3 * index + k];
    return polynomial([start, integers[12 + 3 * index + k] - start]);
  };
  return [axis(0), axis(1), axis(2)];
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
