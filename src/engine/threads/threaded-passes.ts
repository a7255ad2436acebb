// The passes that fit bounds and tree to a step, on the threads of a pool. The caller waits without
// pausing, because a pass takes less than a millisecond.
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { PASS, type PassTables, type ThreadedPasses, WriterLost } from '../../core/tree/tree-fit.ts';
import { runThrough } from '../slices.ts';
import { JOB } from './chunk-runner.ts';
import { CHUNK } from './chunk-table.ts';
import { PassChunks } from './pass-chunks.ts';
import type { PoolJob } from './pool-job.ts';
import { unlessFull } from './pooled-memory.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Chunks per thread at most: enough to be even. */
const CHUNKS_PER_THREAD = 16;
/** Vertices per chunk at least, some ten microseconds. */
const MIN_VERTICES = 2048;

/** Passes over the mesh of one collider. */
export class PoolPasses implements ThreadedPasses {
  private readonly pool: WorkerPool;
  private readonly motion: VertexMotion;

  constructor(pool: WorkerPool, motion: VertexMotion) {
    this.pool = pool;
    this.motion = motion;
  }

  /** The most pieces of a pass. */
  get maxPieces(): number {
    return CHUNKS_PER_THREAD * this.pool.size;
  }

  /** Whether the pool is free, and the mesh so large that threads pay. */
  get isDue(): boolean {
    const { pool, motion } = this;
    return pool.isFree && motion.memory.isThreaded && motion.mesh.faceCount >= pool.minFaces;
  }

  /** Runs a pass and returns the number of its pieces; 0 if one thread has to do it. */
  run(tables: PassTables, count: number): number {
    const { pool, motion, maxPieces } = this;
    const { memory } = motion;
    const perChunk = Math.max(tables.pass === PASS.fit ? 1 : MIN_VERTICES, Math.ceil(count / maxPieces));
    const chunks = Math.ceil(count / perChunk);
    const pooled = chunks > 1 ? unlessFull(() => pool.memoryOf(memory)) : null;
    const context = pooled && unlessFull(() => pooled.copyContext(motion.context.address));
    if (!pooled || !context) return 0;
    const parameters = { ...tables, kind: JOB.fit, context, count, perChunk };
    const job = pool.open(memory, chunks, parameters);
    if (!job) return 0;
    try {
      runJob(job, chunks, new PassChunks(pooled.own, parameters));
    } finally {
      job.close();
    }
    if (job.hasLost) throw new WriterLost();
    return chunks;
  }
}

/** Runs chunks until none are left, and those that workers have left open. */
function runJob(job: PoolJob, chunks: number, own: PassChunks): void {
  for (let chunk = job.claim(); chunk >= 0; chunk = job.claim()) own.run(chunk);
  runThrough(job.finish());
  for (let chunk = 0; chunk < chunks && !job.hasLost; chunk++)
    if (job.table.change(chunk, CHUNK.taken) || job.table.stateOf(chunk) === CHUNK.refused) own.run(chunk);
}
