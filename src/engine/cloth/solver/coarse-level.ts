// A level of the multigrid preconditioner: the matrix Pᵀ S A S P of aggregates, where P
// interpolates from aggregates to nodes and S filters out the constrained directions. The target of
// each block is decided once; a step only adds (kernels/coarse-level.ts).
import type { DoubleColumn } from '../../../core/memory/double-column.ts';
import { LevelColumns } from '../../../core/wasm/cloth.generated.ts';
import { BlockMatrix, place, upperRows } from './block-matrix.ts';
import type { Interpolation } from './interpolation.ts';

/** The step from a finer matrix to the coarser one. */
export class CoarseLevel {
  /** The coarser matrix. */
  readonly matrix: BlockMatrix;
  readonly #columns: LevelColumns;

  /** Decides where the blocks go; `assemble` computes the numbers. */
  constructor(fine: BlockMatrix, interpolation: Interpolation) {
    const { memory } = fine;
    const { aggregateCount, start, aggregate, weight } = interpolation;
    const pairs = collectPairs(fine, interpolation);
    const keys = Float64Array.from(new Set(pairs.map(Math.abs).filter((key) => key > 0))).sort();
    const targetOf = new Map(Array.from(keys, (key, i) => [key, i + 1]));
    const none = new Float64Array(0);
    this.matrix = new BlockMatrix(upperRows(keys, aggregateCount), upperRows(none, aggregateCount), memory);
    const columns = new LevelColumns(memory, memory.allocate(LevelColumns.BYTES));
    columns.fine = fine.columns.address;
    columns.coarse = this.matrix.columns.address;
    columns.start = place(memory, start);
    columns.aggregate = place(memory, aggregate);
    columns.weight = place(memory, weight);
    columns.target = place(
      memory,
      Int32Array.from(pairs, (key) => Math.sign(key) * (targetOf.get(Math.abs(key)) ?? 0)),
    );
    this.#columns = columns;
  }

  /**
   * Computes the coarser matrix, within the directions that the constraints of the finer one leave
   * free.
   */
  assemble(): void {
    this.matrix.memory.kernels.assembleLevel(this.#columns.address);
  }

  /** coarse = Pᵀ fine: residuals of nodes, summed over aggregates. */
  restrict(fine: DoubleColumn, coarse: DoubleColumn): void {
    this.matrix.memory.kernels.restrict(this.#columns.address, fine.pointer, coarse.pointer);
  }

  /** fine += P coarse: adds corrections of aggregates to their nodes. */
  prolong(coarse: DoubleColumn, fine: DoubleColumn): void {
    this.matrix.memory.kernels.prolong(this.#columns.address, coarse.pointer, fine.pointer);
  }
}

/**
 * The pairs of aggregates to which the blocks of the finer matrix are added, in the order of
 * `LevelColumns.target`. A pair is smaller aggregate × aggregate count + larger one, negative if
 * the row belongs to the larger one, 0 for an aggregate with itself.
 */
function collectPairs(fine: BlockMatrix, { start, aggregate, aggregateCount }: Interpolation): Float64Array {
  const keys: number[] = [];
  const put = (p: number, q: number): void => {
    if (p < q) keys.push(p * aggregateCount + q);
    else keys.push(p === q ? 0 : -(q * aggregateCount + p));
  };
  for (let i = 0; i < fine.size; i++) {
    for (let a = start[i]; a < start[i + 1]; a++)
      for (let b = a + 1; b < start[i + 1]; b++) put(aggregate[a], aggregate[b]);
  }
  for (const rows of [fine.full, fine.scalar]) {
    for (let i = 0; i < fine.size; i++) {
      for (let k = rows.start[i]; k < rows.start[i + 1]; k++) {
        const j = rows.column[k];
        for (let a = start[i]; a < start[i + 1]; a++)
          for (let b = start[j]; b < start[j + 1]; b++) put(aggregate[a], aggregate[b]);
      }
    }
  }
  return Float64Array.from(keys);
}
