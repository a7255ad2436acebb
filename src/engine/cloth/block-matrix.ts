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

/** −1 if the pair is not there. */
export function placeOf({ start, column }: UpperRows, p: number, q: number): number {
  const row = Math.min(p, q);
  const sought = Math.max(p, q);
  for (let k = start[row]; k < start[row + 1]; k++) if (column[k] === sought) return k;
  return -1;
}

/** Bytes that a particle takes, with all that the solver keeps: enough for most. */
const A_PARTICLE = 2048;

/** Bytes of a coupling: four particles, their shares, n, s, t: assembly/couplings.ts. */
const COUPLING = 88;

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
  readonly #couplings: Block;
  #couplingCount = 0;

  constructor(
    near: UpperRows,
    far: UpperRows,
    memory: ClothMemory = new KernelMemory(clothKernels, A_PARTICLE * near.start.length),
  ) {
    this.size = near.start.length - 1;
    this.near = near;
    this.far = far;
    this.memory = memory;
    this.#diagonal = new DoubleColumn(memory, 6 * this.size);
    this.#blocks = new DoubleColumn(memory, 9 * near.column.length);
    this.#multiples = new DoubleColumn(memory, far.column.length);
    this.#couplings = new Block(memory);
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
    const { kernels } = this.memory;
    kernels.multiply(this.table, x.pointer, y.pointer);
    kernels.multiplyCouplings(this.#couplings.pointer, this.#couplingCount, x.pointer, y.pointer);
  }

  /** Adds s n nᵀ + t to the block of p ≤ q, which there must be; n is at `at`. */
  addBlock(p: number, q: number, s: number, n: Float64Array, at: number, t: number): void {
    const { diagonal, blocks, near } = this;
    const x = n[at];
    const y = n[at + 1];
    const z = n[at + 2];
    if (p === q) {
      const d = 6 * p;
      diagonal[d] += s * x * x + t;
      diagonal[d + 1] += s * x * y;
      diagonal[d + 2] += s * x * z;
      diagonal[d + 3] += s * y * y + t;
      diagonal[d + 4] += s * y * z;
      diagonal[d + 5] += s * z * z + t;
      return;
    }
    const b = 9 * placeOf(near, p, q);
    blocks[b] += s * x * x + t;
    blocks[b + 1] += s * x * y;
    blocks[b + 2] += s * x * z;
    blocks[b + 3] += s * y * x;
    blocks[b + 4] += s * y * y + t;
    blocks[b + 5] += s * y * z;
    blocks[b + 6] += s * z * x;
    blocks[b + 7] += s * z * y;
    blocks[b + 8] += s * z * z + t;
  }

  /** Forgets what was coupled, and makes room for so many. Views of this memory may be others then. */
  reserveCouplings(count: number): void {
    this.#couplingCount = 0;
    this.#couplings.reserve(COUPLING * count);
  }

  /**
   * Four particles and shares from `at` on: s n nᵀ + t between those with a positive share and those with a negative one, times both shares;
   * n is at `normalAt`.
   */
  couple(
    particles: Uint32Array,
    shares: Float64Array,
    at: number,
    n: Float64Array,
    normalAt: number,
    s: number,
    t: number,
  ): void {
    const { memory } = this;
    const to = this.#couplings.pointer + COUPLING * this.#couplingCount++;
    const ids = memory.u32(to, 4);
    const numbers = memory.f64(to + 16, 9);
    for (let k = 0; k < 4; k++) {
      ids[k] = particles[at + k];
      numbers[k] = shares[at + k];
    }
    for (let j = 0; j < 3; j++) numbers[4 + j] = n[normalAt + j];
    numbers[7] = s;
    numbers[8] = t;
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
