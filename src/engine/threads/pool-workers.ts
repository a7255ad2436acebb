// How the engine gets from a pool, which a caller owns, to its workers. A collider without a pool
// loads nothing else of the threads.
import type { WorkerPool } from './worker-pool.ts';

/** The property of a `ThreadPool` that has its workers. */
export const WORKERS: unique symbol = Symbol('workers');

/** A pool of threads: a `ThreadPool` of `graze/threads`. */
export interface PoolOfThreads {
  /** The workers; for the engine. */
  readonly [WORKERS]: WorkerPool;
  /** Number of threads, the caller's included. */
  readonly size: number;
}
