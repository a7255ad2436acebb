// Scratch of the search for near pairs in linear memory. Its content does not outlive one call of a
// kernel and what reads its result, so all colliders of one memory can share it.
import type { LinearMemory } from '../memory/linear-memory.ts';
import { NearColumns, NearScratch } from '../wasm/mesh.generated.ts';
import { PAIRS_PER_CALL } from './time-buffers.ts';

/** Doubtful pairs and columns of one batch of pairs. */
export class NearBuffers {
  /** What the kernels work in; the caller sets `rows`, `hits` and `firstRow` before a call. */
  readonly scratch: NearScratch;
  /** Columns of a batch. */
  readonly columns: NearColumns;

  constructor(memory: LinearMemory) {
    const room = PAIRS_PER_CALL;
    this.scratch = new NearScratch(memory, memory.allocate(NearScratch.BYTES));
    this.scratch.doubtful = memory.allocate(8 * (room + 1));
    this.columns = new NearColumns(memory, memory.allocate(NearColumns.BYTES));
    this.columns.a = memory.allocate(4 * room);
    this.columns.b = memory.allocate(4 * room);
    this.columns.distances = memory.allocate(8 * room);
    this.columns.normals = memory.allocate(24 * room);
    this.columns.weights = memory.allocate(24 * room);
  }
}
