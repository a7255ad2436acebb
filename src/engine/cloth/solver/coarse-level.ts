// A level of the multigrid preconditioner: the matrix Pᵀ S A S P of aggregates, where P
// interpolates from aggregates to nodes and S filters out what constraints fix. Where each block
// goes is decided once; a step only adds (kernels/coarse-level.ts).
import { Block } from '../../../core/memory/block.ts';
import { DoubleColumn } from '../../../core/memory/double-column.ts';
import { LevelColumns } from '../../../core/wasm/cloth.generated.ts';
import { BlockMatrix } from './block-matrix.ts';
import type { Interpolation } from './interpolation.ts';
import { unpackBlock } from './symmetric-block.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/**
 * The share of its diagonal that a constrained direction keeps: an aggregate that is fixed
 * altogether needs an inverse too.
 */
const CONSTRAINED_SHARE = 1e-3;

/** The step from a finer matrix to the coarser one. */
export class CoarseLevel {
  /** The coarser matrix. */
  readonly matrix: BlockMatrix;
  readonly #fine: BlockMatrix;
  readonly #columns: LevelColumns;
  /** A byte per node: whether constraints act on it. */
  readonly #isConstrained: number;
  /** A block that constraints have filtered. */
  readonly #block: DoubleColumn;

  /** Decides where the blocks go; the numbers come with `assemble`. */
  constructor(fine: BlockMatrix, interpolation: Interpolation) {
    const { memory } = fine;
    const { aggregateCount } = interpolation;
    const pairs = collectPairs(fine, interpolation);
    const keys = Float64Array.from(new Set(pairs.all.filter((key) => key >= 0))).sort();
    const targetOf = new Map(Array.from(keys, (key, i) => [key, i + 1]));
    const start = new Uint32Array(aggregateCount + 1);
    for (const key of keys) start[Math.floor(key / aggregateCount) + 1]++;
    for (let i = 0; i < aggregateCount; i++) start[i + 1] += start[i];
    const full = { start, column: Uint32Array.from(keys, (key) => key % aggregateCount) };
    const none = { start: new Uint32Array(aggregateCount + 1), column: new Uint32Array(0) };
    this.matrix = new BlockMatrix(full, none, memory);
    this.#fine = fine;
    this.#isConstrained = memory.allocate(fine.size);
    this.#block = new DoubleColumn(memory, 9);
    const weight = new DoubleColumn(memory, interpolation.weight.length);
    weight.values.set(interpolation.weight);
    const targets = Int32Array.from(pairs.all, (key, i) => (targetOf.get(key) ?? 0) * (pairs.isTransposed[i] ? -1 : 1));
    const columns = new LevelColumns(memory, memory.allocate(LevelColumns.BYTES));
    columns.fine = fine.columns.address;
    columns.coarse = this.matrix.columns.address;
    columns.start = new Block(memory).put(interpolation.start).pointer;
    columns.aggregate = new Block(memory).put(interpolation.aggregate).pointer;
    columns.weight = weight.pointer;
    columns.target = new Block(memory).put(targets).pointer;
    columns.diagonalTarget = columns.target + 4 * pairs.diagonalStart;
    columns.block = this.#block.pointer;
    columns.deferred = memory.allocate(12 * (fine.size + fine.full.column.length + fine.scalar.column.length));
    this.#columns = columns;
  }

  /**
   * Computes the coarser matrix. `constraints` are those of the nodes of the finer one; null for
   * none.
   */
  assemble(constraints: VelocityConstraints | null): void {
    const { memory } = this.#fine;
    const { address } = this.#columns;
    if (constraints === null) memory.kernels.assembleLevel(address, 0);
    else {
      memory.u8(this.#isConstrained, this.#fine.size).set(constraints.rank);
      memory.kernels.assembleLevel(address, this.#isConstrained);
      this.#addConstrained(constraints);
    }
  }

  /** coarse = Pᵀ fine: residuals of nodes, summed over aggregates. */
  restrict(fine: DoubleColumn, coarse: DoubleColumn): void {
    this.matrix.memory.kernels.restrict(this.#columns.address, fine.pointer, coarse.pointer);
  }

  /** fine += P coarse: adds corrections of aggregates to their nodes. */
  prolong(coarse: DoubleColumn, fine: DoubleColumn): void {
    this.matrix.memory.kernels.prolong(this.#columns.address, coarse.pointer, fine.pointer);
  }

  /** Filters and adds the blocks that the kernel deferred: those of constrained nodes. */
  #addConstrained(constraints: VelocityConstraints): void {
    const { memory, diagonal, full, scalar, blocks, scalars } = this.#fine;
    const { kernels } = memory;
    const { address } = this.#columns;
    const fullFirst = this.#columns.deferredDiagonal;
    const scalarFirst = fullFirst + this.#columns.deferredFull;
    const count = scalarFirst + this.#columns.deferredScalar;
    const deferred = memory.u32(this.#columns.deferred, 3 * count);
    const block = this.#block.values;
    for (let item = 0; item < count; item++) {
      const i = deferred[3 * item];
      const k = deferred[3 * item + 1];
      const next = deferred[3 * item + 2];
      if (item < fullFirst) {
        unpackBlock(diagonal, 6 * i, block);
        const kept = (CONSTRAINED_SHARE * (block[0] + block[4] + block[8])) / 3;
        constraints.filterBlock(block, i, i);
        constraints.addConstrainedIdentity(block, i, kept);
        kernels.addCoarseDiagonal(address, this.#block.pointer, i, next);
        continue;
      }
      const j = item < scalarFirst ? full.column[k] : scalar.column[k];
      if (item < scalarFirst) for (let entry = 0; entry < 9; entry++) block[entry] = blocks[9 * k + entry];
      else for (let entry = 0; entry < 9; entry++) block[entry] = entry % 4 === 0 ? scalars[k] : 0;
      constraints.filterBlock(block, i, j);
      kernels.addCoarseBlock(address, this.#block.pointer, i, j, next);
    }
  }
}

/**
 * Pairs of aggregates, for the blocks of the finer matrix in turn: full ones, multiples of the unit
 * matrix, the diagonal.
 */
interface AggregatePairs {
  /** Smaller aggregate × aggregate count + larger one; −1 for an aggregate with itself. */
  readonly all: Float64Array;
  /** Whether the aggregate of the row is the larger one. */
  readonly isTransposed: Uint8Array;
  /** Where the pairs of the diagonal begin. */
  readonly diagonalStart: number;
}

function collectPairs(fine: BlockMatrix, { start, aggregate, aggregateCount }: Interpolation): AggregatePairs {
  const keys: number[] = [];
  const isTransposed: number[] = [];
  const put = (p: number, q: number): void => {
    keys.push(p === q ? -1 : Math.min(p, q) * aggregateCount + Math.max(p, q));
    isTransposed.push(p > q ? 1 : 0);
  };
  for (const rows of [fine.full, fine.scalar]) {
    for (let i = 0; i < fine.size; i++) {
      for (let k = rows.start[i]; k < rows.start[i + 1]; k++) {
        const j = rows.column[k];
        for (let a = start[i]; a < start[i + 1]; a++)
          for (let b = start[j]; b < start[j + 1]; b++) put(aggregate[a], aggregate[b]);
      }
    }
  }
  const diagonalStart = keys.length;
  for (let i = 0; i < fine.size; i++) {
    for (let a = start[i]; a < start[i + 1]; a++)
      for (let b = a + 1; b < start[i + 1]; b++) put(aggregate[a], aggregate[b]);
  }
  return { all: Float64Array.from(keys), isTransposed: Uint8Array.from(isTransposed), diagonalStart };
}
