// Direct solve of the coarsest matrix of the multigrid preconditioner (kernels/dense-cholesky.ts).
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import type { BlockMatrix } from './block-matrix.ts';

/** L Lᵀ of a block matrix that has full blocks only. */
export class DenseCholesky {
  readonly #matrix: BlockMatrix;
  readonly #size: number;
  /** The lower factor, row by row. */
  readonly #factor: DoubleColumn;

  /** Only makes room; `factor` reads the numbers of the matrix. */
  constructor(matrix: BlockMatrix) {
    this.#matrix = matrix;
    this.#size = 3 * matrix.size;
    this.#factor = new DoubleColumn(matrix.memory, this.#size * this.#size);
  }

  /**
   * Factors the matrix as it is now. It is positive definite; a pivot that rounding made negative
   * becomes tiny.
   */
  factor(): void {
    expand(this.#matrix, this.#factor.values, this.#size);
    this.#matrix.memory.kernels.factorDense(this.#factor.pointer, this.#size);
  }

  /** x = A⁻¹ r. */
  solve(r: DoubleColumn, x: DoubleColumn): void {
    this.#matrix.memory.kernels.solveDense(this.#factor.pointer, this.#size, r.pointer, x.pointer);
  }
}

/**
 * Writes the lower half of the matrix, row by row. Multiples of the unit matrix occur on the finest
 * level alone, which is never solved directly.
 */
function expand({ size: rows, diagonal, blocks, full }: BlockMatrix, out: Float64Array, size: number): void {
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
    for (let k = full.start[row]; k < full.start[row + 1]; k++) {
      const j = 3 * full.column[k];
      for (let p = 0; p < 3; p++) for (let q = 0; q < 3; q++) out[(j + q) * size + i + p] = blocks[9 * k + 3 * p + q];
    }
  }
}
