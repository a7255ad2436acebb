// Pools of Node workers for tests: the engine from source, the script of the workers from dist, as
// users have it. `npm run build` first.
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { PoolOfThreads } from '../../../src/engine/threads/pool-of-threads.ts';

const SCRIPT = new URL('../../../dist/thread-worker.js', import.meta.url);

export interface TestPool {
  readonly pool: PoolOfThreads;
  /** The workers that have been started, in order. */
  readonly started: readonly Worker[];
}

/** A pool that uses its threads for the smallest search, and closes after the test. */
export function nodePool(size: number, script: URL = SCRIPT): TestPool {
  const started: Worker[] = [];
  const pool = new PoolOfThreads({ size }, () => {
    const worker = new Worker(script);
    started.push(worker);
    return worker;
  });
  pool.workers.minSearch = 0;
  pool.workers.minFaces = 0;
  pool.workers.minHits = 0;
  onTestFinished(() => pool.close());
  return { pool, started };
}
