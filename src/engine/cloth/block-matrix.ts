// A symmetric matrix of 3×3 blocks, upper half by rows: full blocks for particles that share an edge, and for those that only a bending
// stencil joins a multiple of the unit matrix, which is a ninth of the work.
import { invertBlock } from './symmetric-block.ts';

/** Row i has the columns `column[start[i]]` … `column[start[i + 1] - 1]`, all greater than i, ascending. */
export interface UpperRows {
  readonly start: Uint32Array;
  readonly column: Uint32Array;
}

export class BlockMatrix {
  readonly size: number;
  /** Six numbers a row: xx xy xz yy yz zz. */
  readonly diagonal: Float64Array;
  readonly near: UpperRows;
  /** Nine numbers a block, row by row. */
  readonly blocks: Float64Array;
  readonly far: UpperRows;
  /** One number a block. */
  readonly multiples: Float64Array;

  constructor(near: UpperRows, far: UpperRows) {
    this.size = near.start.length - 1;
    this.diagonal = new Float64Array(6 * this.size);
    this.near = near;
    this.blocks = new Float64Array(9 * near.column.length);
    this.far = far;
    this.multiples = new Float64Array(far.column.length);
  }

  /** y = A x; three numbers a row. */
  multiply(x: Float64Array, y: Float64Array): void {
    const { size, diagonal, blocks, multiples } = this;
    const { start, column } = this.near;
    const { start: farStart, column: farColumn } = this.far;
    y.fill(0);
    for (let row = 0; row < size; row++) {
      const i = 3 * row;
      const d = 6 * row;
      const x0 = x[i];
      const x1 = x[i + 1];
      const x2 = x[i + 2];
      let y0 = y[i] + diagonal[d] * x0 + diagonal[d + 1] * x1 + diagonal[d + 2] * x2;
      let y1 = y[i + 1] + diagonal[d + 1] * x0 + diagonal[d + 3] * x1 + diagonal[d + 4] * x2;
      let y2 = y[i + 2] + diagonal[d + 2] * x0 + diagonal[d + 4] * x1 + diagonal[d + 5] * x2;
      for (let k = start[row], end = start[row + 1]; k < end; k++) {
        const j = 3 * column[k];
        const b = 9 * k;
        const z0 = x[j];
        const z1 = x[j + 1];
        const z2 = x[j + 2];
        const b0 = blocks[b];
        const b1 = blocks[b + 1];
        const b2 = blocks[b + 2];
        const b3 = blocks[b + 3];
        const b4 = blocks[b + 4];
        const b5 = blocks[b + 5];
        const b6 = blocks[b + 6];
        const b7 = blocks[b + 7];
        const b8 = blocks[b + 8];
        y0 += b0 * z0 + b1 * z1 + b2 * z2;
        y1 += b3 * z0 + b4 * z1 + b5 * z2;
        y2 += b6 * z0 + b7 * z1 + b8 * z2;
        y[j] += b0 * x0 + b3 * x1 + b6 * x2;
        y[j + 1] += b1 * x0 + b4 * x1 + b7 * x2;
        y[j + 2] += b2 * x0 + b5 * x1 + b8 * x2;
      }
      for (let k = farStart[row], end = farStart[row + 1]; k < end; k++) {
        const j = 3 * farColumn[k];
        const m = multiples[k];
        y0 += m * x[j];
        y1 += m * x[j + 1];
        y2 += m * x[j + 2];
        y[j] += m * x0;
        y[j + 1] += m * x1;
        y[j + 2] += m * x2;
      }
      y[i] = y0;
      y[i + 1] = y1;
      y[i + 2] = y2;
    }
  }

  /** The inverses of the diagonal blocks, laid out like them. They are positive definite. */
  invertDiagonal(out: Float64Array): void {
    for (let d = 0; d < this.diagonal.length; d += 6) invertBlock(this.diagonal, d, out);
  }
}
