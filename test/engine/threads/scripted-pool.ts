// A pool whose workers die or stop right after they have claimed a chunk. The caller waits in the
// job that is chosen, before it claims a chunk itself, until a worker has obeyed.
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { WORD } from '../../../src/engine/threads/pool-control.ts';
import { PoolJob } from '../../../src/engine/threads/pool-job.ts';
import { PoolOfThreads } from '../../../src/engine/threads/pool-of-threads.ts';

const SCRIPT = new URL('./scripted-worker.mjs', import.meta.url);

const STATE = { work: 0, die: 1, stop: 2, goOn: 3, done: 4 } as const;

/** What a worker can be told. */
export type Order = 'die' | 'stop' | 'goOn';

export class ScriptedPool {
  readonly pool: PoolOfThreads;
  /** How many orders were obeyed. */
  obeyed = 0;
  private readonly orders = new Int32Array(new SharedArrayBuffer(4));
  private readonly pending = new Map<number, Order>();
  private job = 0;

  /** `canTerminate`: otherwise a worker that is given up lives on. */
  constructor(size: number, canTerminate: boolean) {
    const started: Worker[] = [];
    const { orders } = this;
    const data = { orders, STATE, NEXT_CHUNK: WORD.next, PROGRESS: WORD.progress };
    this.pool = new PoolOfThreads({ size }, () => {
      const worker = new Worker(SCRIPT, { workerData: data });
      started.push(worker);
      if (canTerminate) return worker;
      return {
        postMessage: (message) => worker.postMessage(message),
        terminate: () => undefined,
        on: (event, listener) => worker.on(event, listener),
        ref: () => worker.ref(),
        unref: () => worker.unref(),
      };
    });
    this.pool.workers.minSearch = 0;
    this.pool.workers.minFaces = 0;
    this.pool.workers.minHits = 0;
    this.pool.workers.patience = 50;
    const { publish, claim } = PoolJob.prototype;
    const self = this;
    PoolJob.prototype.publish = function (this: PoolJob, parameters) {
      self.job++;
      if (self.pending.has(self.job)) self.give();
      publish.call(this, parameters);
    };
    PoolJob.prototype.claim = function (this: PoolJob) {
      self.waitUntilObeyed();
      return claim.call(this);
    };
    onTestFinished(async () => {
      Object.assign(PoolJob.prototype, { publish, claim });
      this.pool.close();
      await Promise.all(started.map((worker) => worker.terminate()));
    });
  }

  /** Gives an order in a job, counted from 1 from the next one on. */
  order(order: Order, job: number): void {
    this.job = 0;
    this.pending.set(job, order);
  }

  private give(): void {
    const order = this.pending.get(this.job);
    if (!order) return;
    Atomics.store(this.orders, 0, STATE[order]);
    Atomics.notify(this.orders, 0);
  }

  private waitUntilObeyed(): void {
    if (!this.pending.delete(this.job)) return;
    for (const end = Date.now() + 10_000; Atomics.load(this.orders, 0) !== STATE.done; ) {
      if (Date.now() > end) throw new Error('No worker has obeyed.');
      Atomics.wait(this.orders, 0, Atomics.load(this.orders, 0), 100);
    }
    Atomics.store(this.orders, 0, STATE.work);
    this.obeyed++;
  }
}
