/// <reference lib="esnext.disposable" preserve="true" />
// The pool as a caller sees it; the engine finds its workers behind a symbol.
import type { Fallback, WorkerThread } from './environment.ts';
import { WORKERS } from './pool-workers.ts';
import { type ThreadPoolOptions, WorkerPool } from './worker-pool.ts';

/**
 * Threads for colliders, owned by the caller. Where threads cannot share memory, `fallback` says
 * why, and everything runs on the caller's thread.
 */
export class ThreadPool {
  /** The workers; for the engine. */
  readonly [WORKERS]: WorkerPool;

  /**
   * Starts the workers. They join as soon as they are up; nothing has to wait for them.
   * `startWorker` starts a thread that runs src/thread-worker.ts.
   */
  constructor(options: ThreadPoolOptions, startWorker: (() => WorkerThread) | null) {
    this[WORKERS] = new WorkerPool(options, startWorker);
  }

  /** Number of threads, the caller's included: 1 if there is a `fallback`. */
  get size(): number {
    return this[WORKERS].size;
  }

  /** Why there is one thread only; null if there are as many as were asked for. */
  get fallback(): Fallback | null {
    return this[WORKERS].fallback;
  }

  /**
   * Resolves when every worker is up or has failed. Never required: calls are answered before, and
   * workers join when they are up.
   */
  get ready(): Promise<void> {
    return this[WORKERS].ready;
  }

  /** Ends the workers. Colliders of the pool go on with one thread. */
  close(): void {
    this[WORKERS].close();
  }

  /** For `using`: the same as `close`. */
  [Symbol.dispose](): void {
    this.close();
  }
}
