// Sweeps over a symmetric block matrix A = L + D + U of which only D and U are stored: L is read from U, transposed, by pushing.
import type { BlockMatrix, UpperRows } from './block-matrix.ts';

/** x = (L + D)⁻¹ r. `r` is used up. `inverse` are the inverses of D, in six numbers each. */
export function sweepForward(a: BlockMatrix, inverse: Float64Array, r: Float64Array, x: Float64Array): void {
  for (let row = 0; row < a.size; row++) {
    applyInverse(inverse, row, r, x);
    pushRow(a, row, x, r);
  }
}

/** x = (D + U)⁻¹ r. `r` is used up. */
export function sweepBackward(a: BlockMatrix, inverse: Float64Array, r: Float64Array, x: Float64Array): void {
  for (let row = a.size - 1; row >= 0; row--) {
    pullRow(a, row, x, r);
    applyInverse(inverse, row, r, x);
  }
}

/** y = y − U x. */
export function subtractUpper(a: BlockMatrix, x: Float64Array, y: Float64Array): void {
  for (let row = 0; row < a.size; row++) pullRow(a, row, x, y);
}

/** y = y − L x. */
export function subtractLower(a: BlockMatrix, x: Float64Array, y: Float64Array): void {
  for (let row = 0; row < a.size; row++) pushRow(a, row, x, y);
}

function applyInverse(inverse: Float64Array, row: number, r: Float64Array, x: Float64Array): void {
  const i = 3 * row;
  const d = 6 * row;
  const r0 = r[i];
  const r1 = r[i + 1];
  const r2 = r[i + 2];
  x[i] = inverse[d] * r0 + inverse[d + 1] * r1 + inverse[d + 2] * r2;
  x[i + 1] = inverse[d + 1] * r0 + inverse[d + 3] * r1 + inverse[d + 4] * r2;
  x[i + 2] = inverse[d + 2] * r0 + inverse[d + 4] * r1 + inverse[d + 5] * r2;
}

/** Of row i what it has above the diagonal: y_i −= A_ij x_j for all j > i. */
function pullRow(a: BlockMatrix, row: number, x: Float64Array, y: Float64Array): void {
  const { blocks, multiples } = a;
  const { start, column }: UpperRows = a.near;
  const { start: farStart, column: farColumn }: UpperRows = a.far;
  const i = 3 * row;
  let y0 = y[i];
  let y1 = y[i + 1];
  let y2 = y[i + 2];
  for (let k = start[row], end = start[row + 1]; k < end; k++) {
    const j = 3 * column[k];
    const b = 9 * k;
    const x0 = x[j];
    const x1 = x[j + 1];
    const x2 = x[j + 2];
    y0 -= blocks[b] * x0 + blocks[b + 1] * x1 + blocks[b + 2] * x2;
    y1 -= blocks[b + 3] * x0 + blocks[b + 4] * x1 + blocks[b + 5] * x2;
    y2 -= blocks[b + 6] * x0 + blocks[b + 7] * x1 + blocks[b + 8] * x2;
  }
  for (let k = farStart[row], end = farStart[row + 1]; k < end; k++) {
    const j = 3 * farColumn[k];
    y0 -= multiples[k] * x[j];
    y1 -= multiples[k] * x[j + 1];
    y2 -= multiples[k] * x[j + 2];
  }
  y[i] = y0;
  y[i + 1] = y1;
  y[i + 2] = y2;
}

/** Of column i what it has below the diagonal: y_j −= A_ji x_i for all j > i. */
function pushRow(a: BlockMatrix, row: number, x: Float64Array, y: Float64Array): void {
  const { blocks, multiples } = a;
  const { start, column }: UpperRows = a.near;
  const { start: farStart, column: farColumn }: UpperRows = a.far;
  const x0 = x[3 * row];
  const x1 = x[3 * row + 1];
  const x2 = x[3 * row + 2];
  for (let k = start[row], end = start[row + 1]; k < end; k++) {
    const j = 3 * column[k];
    const b = 9 * k;
    y[j] -= blocks[b] * x0 + blocks[b + 3] * x1 + blocks[b + 6] * x2;
    y[j + 1] -= blocks[b + 1] * x0 + blocks[b + 4] * x1 + blocks[b + 7] * x2;
    y[j + 2] -= blocks[b + 2] * x0 + blocks[b + 5] * x1 + blocks[b + 8] * x2;
  }
  for (let k = farStart[row], end = farStart[row + 1]; k < end; k++) {
    const j = 3 * farColumn[k];
    y[j] -= multiples[k] * x0;
    y[j + 1] -= multiples[k] * x1;
    y[j + 2] -= multiples[k] * x2;
  }
}
