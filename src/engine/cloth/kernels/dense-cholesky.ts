// Cholesky's method for a small dense symmetric matrix, of which the lower half is stored row by
// row. It solves the coarsest level of the multigrid preconditioner.
import { axpy, dot } from './vectors';

/**
 * A pivot is at least this share of its diagonal entry: rounding could make it zero or negative.
 */
const MIN_PIVOT_SHARE: f64 = 2.220446049250313e-16;

/** Replaces the lower half of a positive definite matrix by its factor L. */
export function factorDense(lower: usize, size: i32): void {
  const bytes = (<usize>size) << 3;
  for (let i = 0, row = lower; i < size; i++, row += bytes) {
    for (let j = 0, other = lower; j < i; j++, other += bytes) {
      const at = row + ((<usize>j) << 3);
      store<f64>(at, (load<f64>(at) - dot(row, other, j)) / load<f64>(other + ((<usize>j) << 3)));
    }
    const pivot = row + ((<usize>i) << 3);
    const entry = load<f64>(pivot);
    const left = entry - dot(row, row, i);
    const least = MIN_PIVOT_SHARE * entry;
    store<f64>(pivot, sqrt(left > least ? left : least));
  }
}

/** x = (L Lᵀ)⁻¹ r. */
export function solveDense(lower: usize, size: i32, r: usize, x: usize): void {
  const bytes = (<usize>size) << 3;
  for (let i = 0, row = lower; i < size; i++, row += bytes) {
    const at = (<usize>i) << 3;
    store<f64>(x + at, (load<f64>(r + at) - dot(row, x, i)) / load<f64>(row + at));
  }
  for (let i = size - 1; i >= 0; i--) {
    const at = (<usize>i) << 3;
    const row = lower + <usize>i * bytes;
    const value = load<f64>(x + at) / load<f64>(row + at);
    store<f64>(x + at, value);
    axpy(x, -value, row, i);
  }
}
