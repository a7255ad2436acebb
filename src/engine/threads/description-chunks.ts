// Describes chunks of sorted hits by normals and weights, on one thread: a row per hit, in the first
// stream of the thread. No chunk has hits of both kinds.
import { Hit, PairRow } from '../../core/wasm/mesh.generated.ts';
import { type ChunkResult, noResult } from './chunk-table.ts';
import type { Parameter } from './pool-control.ts';
import type { ThreadSlot } from './thread-slot.ts';

/** The parameters of such a job. */
export type DescriptionParameters = Readonly<
  Record<Extract<Parameter, 'context' | 'vf' | 'vfCount' | 'ee' | 'eeCount' | 'isApart' | 'perChunk'>, number>
>;

/** Hits of one kind that lie behind each other. */
export interface HitRange {
  /** Whether they are edge–edge hits. */
  readonly edges: boolean;
  /** Pointer to the first. */
  readonly hits: number;
  /** The number of its row. */
  readonly row: number;
  /** How many there are. */
  readonly count: number;
}

/** The hits of a chunk. */
export function hitsOf({ vf, vfCount, ee, eeCount, perChunk }: DescriptionParameters, chunk: number): HitRange {
  const ofVertices = Math.ceil(vfCount / perChunk);
  const edges = chunk >= ofVertices;
  const first = perChunk * (edges ? chunk - ofVertices : chunk);
  const count = Math.min(perChunk, (edges ? eeCount : vfCount) - first);
  return { edges, hits: (edges ? ee : vf) + Hit.BYTES * first, row: edges ? vfCount + first : first, count };
}

/** How many chunks there are. */
export function chunksOf({ vfCount, eeCount, perChunk }: DescriptionParameters): number {
  return Math.ceil(vfCount / perChunk) + Math.ceil(eeCount / perChunk);
}

/** The chunks of one job. */
export class DescriptionChunks {
  private readonly slot: ThreadSlot;
  private readonly job: DescriptionParameters;
  /** Called when the stream has no room for this many more rows. */
  private readonly makeRoom: () => void;
  private used = 0;

  /** `makeRoom` empties the stream, or throws. */
  constructor(slot: ThreadSlot, job: DescriptionParameters, makeRoom: () => void) {
    this.slot = slot;
    this.job = job;
    this.makeRoom = makeRoom;
  }

  /** Runs a chunk. Its rows are behind those of earlier chunks in the stream. */
  run(chunk: number): ChunkResult {
    const { slot, job } = this;
    const { pairScratch, memory } = slot;
    const { edges, hits, count } = hitsOf(job, chunk);
    const { pointer, bytes } = slot.stream(0);
    if (PairRow.BYTES * (this.used + count) > bytes) {
      this.makeRoom();
      this.used = 0;
    }
    const result = noResult();
    result.first[0] = this.used;
    result.count[0] = count;
    pairScratch.rows = pointer + PairRow.BYTES * this.used;
    memory.kernels.describeHits(job.context, pairScratch.address, hits, count, job.isApart > 0, edges);
    this.used += count;
    return result;
  }
}
