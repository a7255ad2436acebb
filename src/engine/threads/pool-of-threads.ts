/// <reference lib="esnext.disposable" preserve="true" />
// The pool as a caller sees it.
import type { Fallback, WorkerThread } from './environment.ts';
import { type ThreadPoolOptions, WorkerPool } from './worker-pool.ts';

/**
 * Threads for colliders, owned by the caller. Where threads cannot share memory, `fallback` says
 * why, and everything runs on the caller's thread.
 */
export class PoolOfThreads {
  /** The workers; for the engine. */
  readonly workers: WorkerPool;

  /**
   * Starts the workers. They join as soon as they are up; nothing has to wait for them.
   * `startWorker` starts a thread that runs src/thread-worker.ts.
   */
  constructor(options: ThreadPoolOptions, startWorker: (() => WorkerThread) | null) {
    this.workers = new WorkerPool(options, startWorker);
  }

  /** Number of threads, the caller's included: 1 if there is a `fallback`. */
  get size(): number {
    return this.workers.size;
  }

  /** Why there is one thread only; null if there are as many as were asked for. */
  get fallback(): Fallback | null {
    return this.workers.fallback;
  }

  /**
   * Resolves when every worker is up or has failed. Never required: calls are answered before, and
   * workers join when they are up.
   */
  get ready(): Promise<void> {
    return this.workers.ready;
  }

  /** Ends the workers. Colliders of the pool go on with one thread. */
  close(): void {
    this.workers.close();
  }

  /** For `using`: the same as `close`. */
  [Symbol.dispose](): void {
    this.close();
  }
}
