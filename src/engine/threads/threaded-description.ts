// Normals and weights of contacts on the threads of a pool, when they are first read. The caller
// waits without pausing, because whoever reads a column waits for it.
import type { SortedHits, ThreadedDescription } from '../../core/elementary/feature-timer.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PairRow } from '../../core/wasm/mesh.generated.ts';
import { runThrough } from '../slices.ts';
import { JOB } from './chunk-runner.ts';
import { CHUNK } from './chunk-table.ts';
import { chunksOf, DescriptionChunks, hitsOf } from './description-chunks.ts';
import { unlessFull } from './pooled-memory.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Hits per chunk at most: some 100 µs. */
const MAX_HITS = 1024;
/** Chunks per thread at least, if there are enough hits: so that they can be even. */
const CHUNKS_PER_THREAD = 8;

/** Descriptions of one collider's contacts. */
export class PoolDescription implements ThreadedDescription {
  private readonly pool: WorkerPool;
  private readonly motion: VertexMotion;

  constructor(pool: WorkerPool, motion: VertexMotion) {
    this.pool = pool;
    this.motion = motion;
  }

  /** Describes hits; false if one thread has to do it. */
  run(hits: SortedHits, take: (first: number, rows: number, count: number) => void): boolean {
    const { pool, motion } = this;
    const { memory, context } = motion;
    const { vf, vfCount, ee, eeCount } = hits;
    const total = vfCount + eeCount;
    if (!pool.isFree || !memory.isThreaded || total < pool.minHits) return false;
    const perChunk = Math.max(1, Math.min(MAX_HITS, Math.ceil(total / (CHUNKS_PER_THREAD * pool.size))));
    const isApart = hits.isApart ? 1 : 0;
    const parameters = { vf, vfCount, ee, eeCount, isApart, perChunk, context: context.address };
    const chunks = chunksOf(parameters);
    const pooled = chunks > 1 ? unlessFull(() => pool.memoryOf(memory)) : null;
    pooled?.expect(PairRow.BYTES * total);
    const job = pooled && pool.open(memory, chunks, { ...parameters, kind: JOB.describe });
    if (!job) return false;
    const { table } = job;
    const own = new DescriptionChunks(pooled.own, parameters, () => {});
    const runOwn = (chunk: number): void => {
      const { first, count } = own.run(chunk);
      take(hitsOf(parameters, chunk).row, pooled.own.stream(0).pointer + PairRow.BYTES * first[0], count[0]);
    };
    const isOwn = new Uint8Array(chunks);
    try {
      for (let chunk = job.claim(); chunk >= 0; chunk = job.claim()) {
        runOwn(chunk);
        isOwn[chunk] = 1;
      }
      runThrough(job.finish());
      for (let chunk = 0; chunk < chunks; chunk++) {
        if (isOwn[chunk] === 1) continue;
        if (table.change(chunk, CHUNK.taken) || table.stateOf(chunk) !== CHUNK.complete) {
          runOwn(chunk);
          continue;
        }
        const { first, count } = table.resultOf(chunk);
        const rows = job.streamOf(table.workerOf(chunk), 0) + PairRow.BYTES * first[0];
        take(hitsOf(parameters, chunk).row, rows, count[0]);
      }
    } finally {
      job.close();
    }
    return true;
  }
}
