// The symmetric matrix of an implicit step, in 3×3 blocks, of which the diagonal and the upper half
// are stored. Particles that share an edge have full blocks. Particles that only a bending stencil
// joins have a multiple of the unit matrix, which is a ninth of the work. Contacts between cloths
// are couplings beside the blocks. The kernels multiply (kernels/block-matrix.ts).
import { Block } from '../../../core/memory/block.ts';
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import { KernelMemory } from '../../../core/memory/kernel-memory.ts';
import { type ClothKernels, Coupling, clothKernels, MatrixColumns } from '../../../core/wasm/cloth.generated.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** Linear memory with the kernels of cloth. */
export type ClothMemory = KernelMemory<ClothKernels>;

/**
 * The blocks of the upper half that are stored: row i has the columns `column[start[i]]` …
 * `column[start[i + 1] - 1]`.
 */
export interface UpperRows {
  /** Where the columns of each row begin, and one number more. */
  readonly start: Uint32Array;
  /** Columns of the blocks: greater than their row, ascending in each row. */
  readonly column: Uint32Array;
}

/** The number of the block of p and q; −1 if it is not stored. */
export function findBlock({ start, column }: UpperRows, p: number, q: number): number {
  const row = Math.min(p, q);
  const sought = Math.max(p, q);
  for (let k = start[row]; k < start[row + 1]; k++) if (column[k] === sought) return k;
  return -1;
}

/** Copies numbers into linear memory, where they stay. Returns their address. */
export function place(memory: ClothMemory, numbers: Float64Array | Uint32Array | Int32Array): number {
  const pointer = memory.allocate(numbers.byteLength);
  memory.bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), pointer);
  return pointer;
}

/** The rows of a pattern given by keys, row × size + column, ascending, each once. */
export function upperRows(keys: Float64Array, size: number): UpperRows {
  const start = new Uint32Array(size + 1);
  for (const key of keys) start[Math.floor(key / size) + 1]++;
  for (let i = 0; i < size; i++) start[i + 1] += start[i];
  return { start, column: Uint32Array.from(keys, (key) => key % size) };
}

/** Bytes per particle that suffice for most solvers, all levels included. */
const BYTES_PER_PARTICLE = 2048;

/** A · x, Gauss–Seidel sweeps, and the numbers of A as views. */
export class BlockMatrix {
  /** The number of block rows. */
  readonly size: number;
  /** Full blocks of the upper half. */
  readonly full: UpperRows;
  /** Multiples of the unit matrix of the upper half. */
  readonly scalar: UpperRows;
  /** The memory of the matrix, and of all vectors and levels that are solved with it. */
  readonly memory: ClothMemory;
  /** The struct by which the kernels find its parts. */
  readonly columns: MatrixColumns;
  readonly #diagonal: DoubleColumn;
  readonly #blocks: DoubleColumn;
  readonly #scalars: DoubleColumn;
  readonly #couplings: Block;
  #couplingCount = 0;

  /** Makes a matrix of zeros. */
  constructor(
    full: UpperRows,
    scalar: UpperRows,
    memory: ClothMemory = new KernelMemory(clothKernels, BYTES_PER_PARTICLE * full.start.length),
  ) {
    this.size = full.start.length - 1;
    this.full = full;
    this.scalar = scalar;
    this.memory = memory;
    this.#diagonal = new DoubleColumn(memory, 6 * this.size);
    this.#blocks = new DoubleColumn(memory, 9 * full.column.length);
    this.#scalars = new DoubleColumn(memory, scalar.column.length);
    this.#couplings = new Block(memory);
    const columns = new MatrixColumns(memory, memory.allocate(MatrixColumns.BYTES));
    columns.size = this.size;
    columns.diagonal = this.#diagonal.pointer;
    columns.fullStart = place(memory, full.start);
    columns.fullColumn = place(memory, full.column);
    columns.blocks = this.#blocks.pointer;
    columns.scalarStart = place(memory, scalar.start);
    columns.scalarColumn = place(memory, scalar.column);
    columns.scalars = this.#scalars.pointer;
    columns.block = memory.allocate(72);
    this.columns = columns;
  }

  /** Six numbers per row: xx xy xz yy yz zz. */
  get diagonal(): Float64Array {
    return this.#diagonal.values;
  }

  /** Nine numbers per full block, row by row. */
  get blocks(): Float64Array {
    return this.#blocks.values;
  }

  /** One number per multiple of the unit matrix. */
  get scalars(): Float64Array {
    return this.#scalars.values;
  }

  /** A new vector in the memory of the matrix: three numbers per row. */
  vector(): DoubleColumn {
    return new DoubleColumn(this.memory, 3 * this.size);
  }

  /** y = A x, with couplings. */
  multiply(x: DoubleColumn, y: DoubleColumn): void {
    const { kernels } = this.memory;
    kernels.multiply(this.columns.address, x.pointer, y.pointer);
    kernels.multiplyCouplings(this.#couplings.pointer, this.#couplingCount, x.pointer, y.pointer);
  }

  /** Adds s n nᵀ + t I to the full block of p ≤ q, which must be stored; n begins at `at`. */
  addBlock(p: number, q: number, s: number, n: Float64Array, at: number, t: number): void {
    const { diagonal, blocks, full } = this;
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
    const b = 9 * findBlock(full, p, q);
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

  /**
   * Removes all couplings, and makes room for `count` new ones. The memory may grow: views have to
   * be taken anew.
   */
  reserveCouplings(count: number): void {
    this.#couplingCount = 0;
    this.#couplings.reserve(Coupling.BYTES * count);
  }

  /**
   * Adds the coupling of a contact between cloths: s n nᵀ + t I, times both weights, for each
   * particle with a positive weight and each with a negative one. Four particles and weights begin
   * at `at`, n at `normalAt`.
   */
  couple(
    particles: Uint32Array,
    weights: Float64Array,
    at: number,
    n: Float64Array,
    normalAt: number,
    s: number,
    t: number,
  ): void {
    const { memory } = this;
    const coupling = new Coupling(memory, this.#couplings.pointer + Coupling.BYTES * this.#couplingCount++);
    coupling.particle0 = particles[at];
    coupling.particle1 = particles[at + 1];
    coupling.particle2 = particles[at + 2];
    coupling.particle3 = particles[at + 3];
    coupling.weight0 = weights[at];
    coupling.weight1 = weights[at + 1];
    coupling.weight2 = weights[at + 2];
    coupling.weight3 = weights[at + 3];
    coupling.normalX = n[normalAt];
    coupling.normalY = n[normalAt + 1];
    coupling.normalZ = n[normalAt + 2];
    coupling.normalStiffness = s;
    coupling.tangentStiffness = t;
  }

  /**
   * y −= L x, where A = L + D + U. With the inverses of D it first sets x = (L + D)⁻¹ y, row by
   * row.
   */
  sweepForward(inverse: DoubleColumn | null, x: DoubleColumn, y: DoubleColumn): void {
    this.memory.kernels.sweepForward(this.columns.address, inverse?.pointer ?? 0, x.pointer, y.pointer);
  }

  /** y −= U x. With the inverses of D it also sets x = (D + U)⁻¹ y, row by row from the last. */
  sweepBackward(inverse: DoubleColumn | null, x: DoubleColumn, y: DoubleColumn): void {
    this.memory.kernels.sweepBackward(this.columns.address, inverse?.pointer ?? 0, x.pointer, y.pointer);
  }

  /**
   * Sets the constraints of the velocities, which the next `invertDiagonal` and coarser matrices
   * respect.
   */
  constrain({ rank, directions }: VelocityConstraints): void {
    const { memory, columns } = this;
    if (columns.rank === 0) {
      columns.rank = memory.allocate(rank.length);
      columns.directions = memory.allocate(directions.byteLength);
    }
    memory.bytes.set(rank, columns.rank);
    memory.doubles.set(directions, columns.directions / 8);
  }

  /**
   * Writes the inverses of the diagonal blocks, which are positive definite, in six numbers each.
   * They act only in the directions that constraints leave free.
   */
  invertDiagonal(out: DoubleColumn): void {
    this.memory.kernels.invertDiagonal(this.columns.address, out.pointer);
  }
}
