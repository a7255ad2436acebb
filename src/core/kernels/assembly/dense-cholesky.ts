// A dense symmetric matrix, its lower half row by row, and what it is solved by.
import { Vectors } from './vectors';

/** What is left of a pivot that rounding made negative, as a part of it: it becomes tiny. */
const LEAST: f64 = 2.220446049250313e-16;

export class DenseCholesky {
  /** Replaces the lower half by its factor. */
  static factor(lower: usize, size: i32): void {
    const bytes = (<usize>size) << 3;
    for (let i = 0, row = lower; i < size; i++, row += bytes) {
      for (let j = 0, other = lower; j < i; j++, other += bytes) {
        const at = row + ((<usize>j) << 3);
        store<f64>(at, (load<f64>(at) - Vectors.dot(row, other, j)) / load<f64>(other + ((<usize>j) << 3)));
      }
      const pivot = row + ((<usize>i) << 3);
      const whole = load<f64>(pivot);
      const left = whole - Vectors.dot(row, row, i);
      const least = LEAST * whole;
      store<f64>(pivot, sqrt(left > least ? left : least));
    }
  }

  /** x = (L Lᵀ)⁻¹ r. */
  static solve(lower: usize, size: i32, r: usize, x: usize): void {
    const bytes = (<usize>size) << 3;
    for (let i = 0, row = lower; i < size; i++, row += bytes) {
      const at = (<usize>i) << 3;
      store<f64>(x + at, (load<f64>(r + at) - Vectors.dot(row, x, i)) / load<f64>(row + at));
    }
    for (let i = size - 1; i >= 0; i--) {
      const at = (<usize>i) << 3;
      const row = lower + <usize>i * bytes;
      const value = load<f64>(x + at) / load<f64>(row + at);
      store<f64>(x + at, value);
      Vectors.add(x, -value, row, i);
    }
  }
}
