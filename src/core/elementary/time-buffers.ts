// Scratch of the elementary tests in linear memory. Its content does not outlive one call of a
// kernel and what reads its result, so all colliders of one memory can share it.
import type { Allocator } from '../memory/block.ts';
import { CubicRecord, Hit, HitColumns, PairScratch } from '../wasm/mesh.generated.ts';

/** Pairs per call of a kernel: the scratch of so many stays in the cache. */
export const PAIRS_PER_CALL = 8192;
/** Bytes of the workspace of kernels/isolate.ts and kernels/turning.ts. */
const WORKSPACE_BYTES = 512;
/** Bytes of normal and weights of a hit. */
const DETAIL_BYTES = 48;

/** Records, open pairs, details and columns of one batch of pairs. */
export class TimeBuffers {
  /** What the kernels work in; the caller sets `hits` before a call. */
  readonly scratch: PairScratch;
  /** Columns of a batch. */
  readonly columns: HitColumns;

  /** `room`: the largest number of pairs in a call. */
  constructor(memory: Allocator, room: number = PAIRS_PER_CALL) {
    const scratch = new PairScratch(memory, memory.allocate(PairScratch.BYTES));
    scratch.workspace = memory.allocate(WORKSPACE_BYTES);
    scratch.singles = memory.allocate((room + 1) * CubicRecord.BYTES);
    scratch.several = memory.allocate((room + 1) * CubicRecord.BYTES);
    scratch.open = memory.allocate(room * Hit.BYTES);
    scratch.details = memory.allocate(room * DETAIL_BYTES);
    this.scratch = scratch;
    this.columns = new HitColumns(memory, memory.allocate(HitColumns.BYTES));
    this.columns.a = memory.allocate(4 * room);
    this.columns.b = memory.allocate(4 * room);
    this.columns.times = memory.allocate(8 * room);
    this.columns.touching = memory.allocate(room);
    this.columns.normals = memory.allocate(24 * room);
    this.columns.weights = memory.allocate(24 * room);
  }
}
