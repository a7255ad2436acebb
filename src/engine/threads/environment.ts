// What this thread may do: start workers, share memory with them, sleep.

/** Why a pool has one thread only. */
export type Fallback =
  /** The page is not cross-origin isolated, so it cannot share memory with workers. */
  | 'no-isolation'
  /** Workers cannot be started here, or none of them came up. */
  | 'no-workers'
  /** The pool has been closed. */
  | 'closed';

/** A worker thread, in a browser or in Node. */
export interface WorkerThread {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Ends the thread, whatever it is doing. */
  terminate(): unknown;
  /** Node: lets the process end while the worker is alive. */
  unref?(): void;
  /** Node: the reverse. */
  ref?(): void;
  /** Node: calls back on `message`, `error` and `exit`. */
  on?(event: string, listener: () => void): void;
  /** Browser: calls back on `message` and `error`. */
  addEventListener?(event: string, listener: (event: { preventDefault(): void }) => void): void;
}

/** The modules of Node that are used here. */
interface NodeModules {
  'node:worker_threads': {
    readonly Worker: new (url: URL) => WorkerThread;
    readonly parentPort: unknown;
  };
  'node:os': { availableParallelism(): number };
}

/** A module of Node; undefined in browsers. Synchronous, and invisible to bundlers. */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.(name) as NodeModules[Name] | undefined;
}

/** Number of threads that run at the same time. */
export function coreCount(): number {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  return nodeModule('node:os')?.availableParallelism() ?? navigator?.hardwareConcurrency ?? 1;
}

/** Why threads cannot share memory here; null if they can. */
export function sharingFault(): Fallback | null {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
  if (typeof SharedArrayBuffer === 'undefined' || crossOriginIsolated === false) return 'no-isolation';
  return null;
}

/** Whether this thread may sleep: the main thread of a page may not. */
export function canSleep(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
    return true;
  } catch {
    return false;
  }
}
