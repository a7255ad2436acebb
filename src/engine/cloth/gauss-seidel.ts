// Sweeps over a symmetric block matrix A = L + D + U of which only D and U are stored: L is read from U, transposed, by pushing. With
// `inverse`, the inverses of D in six numbers each, a sweep solves as it goes; without it only multiplies.
import type { BlockMatrix } from './block-matrix.ts';

/** y −= L x. With inverses first x = (L + D)⁻¹ y, row by row. */
export function sweepForward(a: BlockMatrix, inverse: Float64Array | null, x: Float64Array, y: Float64Array): void {
  const { size, blocks, multiples } = a;
  const { start, column } = a.near;
  const { start: farStart, column: farColumn } = a.far;
  for (let row = 0; row < size; row++) {
    if (inverse !== null) applyInverse(inverse, row, x, y);
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
      const m = multiples[k];
      y[j] -= m * x0;
      y[j + 1] -= m * x1;
      y[j + 2] -= m * x2;
    }
  }
}

/** y −= U x. With inverses x = (D + U)⁻¹ y, row by row from the last. */
export function sweepBackward(a: BlockMatrix, inverse: Float64Array | null, x: Float64Array, y: Float64Array): void {
  const { size, blocks, multiples } = a;
  const { start, column } = a.near;
  const { start: farStart, column: farColumn } = a.far;
  for (let row = size - 1; row >= 0; row--) {
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
      const m = multiples[k];
      y0 -= m * x[j];
      y1 -= m * x[j + 1];
      y2 -= m * x[j + 2];
    }
    y[i] = y0;
    y[i + 1] = y1;
    y[i + 2] = y2;
    if (inverse !== null) applyInverse(inverse, row, x, y);
  }
}

function applyInverse(inverse: Float64Array, row: number, x: Float64Array, y: Float64Array): void {
  const i = 3 * row;
  const d = 6 * row;
  const y0 = y[i];
  const y1 = y[i + 1];
  const y2 = y[i + 2];
  x[i] = inverse[d] * y0 + inverse[d + 1] * y1 + inverse[d + 2] * y2;
  x[i + 1] = inverse[d + 1] * y0 + inverse[d + 3] * y1 + inverse[d + 4] * y2;
  x[i + 2] = inverse[d + 2] * y0 + inverse[d + 4] * y1 + inverse[d + 5] * y2;
}
