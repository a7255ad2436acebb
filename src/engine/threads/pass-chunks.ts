// Runs chunks of a pass that fits bounds and tree, on one thread. Unlike all other jobs it writes to
// columns of the collider, through a copy of the context that belongs to the job: a worker that is
// given up can still write where the job wrote, but nowhere else.
import { runPiece } from '../../core/tree/tree-fit.ts';
import { type ChunkResult, noResult } from './chunk-table.ts';
import type { Parameter } from './pool-control.ts';
import type { ThreadSlot } from './thread-slot.ts';

/** The parameters of such a job. */
type PassParameters = Readonly<
  Record<Extract<Parameter, 'context' | 'pass' | 'used' | 'branches' | 'parts' | 'count' | 'perChunk'>, number>
>;

/** The chunks of one job. */
export class PassChunks {
  private readonly slot: ThreadSlot;
  private readonly job: PassParameters;

  constructor(slot: ThreadSlot, job: PassParameters) {
    this.slot = slot;
    this.job = job;
  }

  /** Runs a chunk, which may have been run before. */
  run(chunk: number): ChunkResult {
    const { slot, job } = this;
    const first = chunk * job.perChunk;
    const piece = { part: chunk, first, end: Math.min(job.count, first + job.perChunk) };
    runPiece(slot.memory.kernels, job.context, slot.at('scratch'), job, piece);
    return noResult();
  }
}
