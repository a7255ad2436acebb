// A symmetric matrix of 3×3 blocks, upper half by rows: full blocks for particles that share an edge, and for those that only a bending
// stencil joins a multiple of the unit matrix, which is a ninth of the work. It is in the memory of the kernels that multiply with it.
import { type ClothKernels, clothKernels } from '../../core/kernels/cloth-kernels.ts';
import { Block } from '../../core/memory/block.ts';
import { DoubleColumn } from '../../core/memory/double-column.ts';
import { KernelMemory } from '../../core/memory/kernel-memory.ts';
import { invertBlock } from './symmetric-block.ts';

export type ClothMemory = KernelMemory<ClothKernels>;

/** Row i has the columns `column[start[i]]` … `column[start[i + 1] - 1]`, all greater than i, ascending. */
export interface UpperRows {
  readonly start: Uint32Array;
  readonly column: Uint32Array;
}

export class BlockMatrix {
  readonly size: number;
  readonly near: UpperRows;
  readonly far: UpperRows;
  readonly memory: ClothMemory;
  /** Where the kernels find the columns. */
  readonly table: number;
  readonly #diagonal: DoubleColumn;
  readonly #blocks: DoubleColumn;
  readonly #multiples: DoubleColumn;

  constructor(near: UpperRows, far: UpperRows, memory: ClothMemory = new KernelMemory(clothKernels)) {
    this.size = near.start.length - 1;
    this.near = near;
    this.far = far;
    this.memory = memory;
    this.#diagonal = new DoubleColumn(memory, 6 * this.size);
    this.#blocks = new DoubleColumn(memory, 9 * near.column.length);
    this.#multiples = new DoubleColumn(memory, far.column.length);
    const ids = (list: Uint32Array): number => new Block(memory).put(list).pointer;
    this.table = ids(
      Uint32Array.of(
        this.size,
        this.#diagonal.pointer,
        ids(near.start),
        ids(near.column),
        this.#blocks.pointer,
        ids(far.start),
        ids(far.column),
        this.#multiples.pointer,
      ),
    );
  }

  /** Six numbers a row: xx xy xz yy yz zz. */
  get diagonal(): Float64Array {
    return this.#diagonal.values;
  }

  /** Nine numbers a block, row by row. */
  get blocks(): Float64Array {
    return this.#blocks.values;
  }

  /** One number a block. */
  get multiples(): Float64Array {
    return this.#multiples.values;
  }

  /** Three numbers a row. */
  vector(): DoubleColumn {
    return new DoubleColumn(this.memory, 3 * this.size);
  }

  /** y = A x, of vectors of this matrix. */
  multiply(x: DoubleColumn, y: DoubleColumn): void {
    this.memory.kernels.multiply(this.table, x.pointer, y.pointer);
  }

  /** y −= L x, where A = L + D + U. With the inverses of D first x = (L + D)⁻¹ y, row by row. */
  sweepForward(inverse: DoubleColumn | null, x: DoubleColumn, y: DoubleColumn): void {
    this.memory.kernels.sweepForward(this.table, inverse?.pointer ?? 0, x.pointer, y.pointer);
  }

  /** y −= U x. With the inverses of D x = (D + U)⁻¹ y, row by row from the last. */
  sweepBackward(inverse: DoubleColumn | null, x: DoubleColumn, y: DoubleColumn): void {
    this.memory.kernels.sweepBackward(this.table, inverse?.pointer ?? 0, x.pointer, y.pointer);
  }

  /** The inverses of the diagonal blocks, laid out like them. They are positive definite. */
  invertDiagonal(out: Float64Array): void {
    const { diagonal } = this;
    for (let d = 0; d < diagonal.length; d += 6) invertBlock(diagonal, d, out);
  }
}
