// graze/threads: worker threads that colliders share. `new MeshCollider(mesh, { pool })` answers
// on all of them, with the same result as on one.
import { nodeModule, type WorkerThread } from './engine/threads/environment.ts';
import { PoolOfThreads } from './engine/threads/pool-of-threads.ts';
import type { ThreadPoolOptions } from './engine/threads/worker-pool.ts';

export type { Fallback } from './engine/threads/environment.ts';
export type { ThreadPoolOptions } from './engine/threads/worker-pool.ts';

/** Threads for colliders, owned by the caller. */
export class ThreadPool extends PoolOfThreads {
  /** Starts the workers. They join as soon as they are up; nothing has to wait for them. */
  constructor(options: ThreadPoolOptions = {}) {
    super(options, startWorker);
  }
}

/** Starts a worker. Bundlers know the form of the second call, and bundle the script. */
function startWorker(): WorkerThread {
  const node = nodeModule('node:worker_threads');
  const here = import.meta.url;
  if (node) return new node.Worker(new URL('./thread-worker.js', here));
  return new Worker(new URL('./thread-worker.js', import.meta.url), { type: 'module' });
}
