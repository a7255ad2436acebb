// The threads of the viewer's worker, where the page is isolated: `graze view` sends the headers.
import { ThreadPool } from '../threads.ts';

/** More threads than these gain little, and a page has its own work to do. */
const MAX_THREADS = 8;

let pool: ThreadPool | undefined;

/** The pool of this worker, started on first use; undefined where there is one thread only. */
export function viewerThreads(): ThreadPool | undefined {
  if (!globalThis.crossOriginIsolated) return undefined;
  pool ??= new ThreadPool({ size: Math.max(1, Math.min(MAX_THREADS, navigator.hardwareConcurrency)) });
  return pool.size > 1 ? pool : undefined;
}
