// The coarsest system of a hierarchy, small enough to be solved outright.
import type { BlockMatrix } from './block-matrix.ts';

export class DenseCholesky {
  readonly #size: number;
  /** The lower factor, row by row. */
  readonly #factor: Float64Array;

  constructor(blockCount: number) {
    this.#size = 3 * blockCount;
    this.#factor = new Float64Array(this.#size * this.#size);
  }

  /** Of a positive definite matrix; a pivot that rounding made negative becomes tiny. */
  factor(a: BlockMatrix): void {
    const size = this.#size;
    const l = this.#factor;
    spread(a, l, size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = l[i * size + j];
        for (let k = 0; k < j; k++) sum -= l[i * size + k] * l[j * size + k];
        if (j < i) l[i * size + j] = sum / l[j * size + j];
        else l[i * size + i] = Math.sqrt(Math.max(sum, Number.EPSILON * l[i * size + i]));
      }
    }
  }

  /** x = A⁻¹ r. */
  solve(r: Float64Array, x: Float64Array): void {
    const size = this.#size;
    const l = this.#factor;
    for (let i = 0; i < size; i++) {
      let sum = r[i];
      for (let k = 0; k < i; k++) sum -= l[i * size + k] * x[k];
      x[i] = sum / l[i * size + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      x[i] /= l[i * size + i];
      for (let k = 0; k < i; k++) x[k] -= l[i * size + k] * x[i];
    }
  }
}

/** The lower half of the matrix, row by row; far multiples are for the finest level alone, which is never so small. */
function spread({ size: rows, diagonal, blocks, near }: BlockMatrix, out: Float64Array, size: number): void {
  out.fill(0);
  for (let row = 0; row < rows; row++) {
    const d = 6 * row;
    const i = 3 * row;
    out[i * size + i] = diagonal[d];
    out[(i + 1) * size + i] = diagonal[d + 1];
    out[(i + 2) * size + i] = diagonal[d + 2];
    out[(i + 1) * size + i + 1] = diagonal[d + 3];
    out[(i + 2) * size + i + 1] = diagonal[d + 4];
    out[(i + 2) * size + i + 2] = diagonal[d + 5];
    for (let k = near.start[row]; k < near.start[row + 1]; k++) {
      const j = 3 * near.column[k];
      for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) out[(j + q) * size + i + p] = blocks[9 * k + 3 * p + q];
    }
  }
}
