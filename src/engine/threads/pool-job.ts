// One job of a pool from the caller's side: it claims chunks like everybody, then waits for the
// chunks that workers have claimed. A worker that makes no progress for long is given up, and the
// caller runs its chunk.
import type { LinearMemory } from '../../core/memory/linear-memory.ts';
import type { Wait } from '../slices.ts';
import { CHUNK, CHUNK_BYTES, ChunkTable } from './chunk-table.ts';
import { type JobParameters, OUTSIDE, type PoolControl, WORD } from './pool-control.ts';
import type { PooledMemory } from './pooled-memory.ts';
import type { WorkerPool } from './worker-pool.ts';

/** What a job is about. */
export interface JobOptions {
  /** The number of the job. */
  readonly number: number;
  /** The memory in which it works. */
  readonly memory: LinearMemory;
  /** The blocks of the pool in that memory. */
  readonly pooled: PooledMemory;
  /** Number of chunks. */
  readonly chunks: number;
}

/** A job under way. */
export class PoolJob {
  /** The blocks of the pool in the memory of the job. */
  readonly pooled: PooledMemory;
  /** The states and results of the chunks. */
  readonly table: ChunkTable;
  private readonly pool: WorkerPool;
  private readonly control: PoolControl;
  private readonly options: JobOptions;
  /** Whether workers are waited for. */
  private isAlone = false;
  /** Whether a worker was given up that may still write where the job wrote. */
  hasLost = false;
  private readonly streams: ReadonlyMap<number, readonly [number, number]>;
  /** All chunks before this one are no longer open. */
  private firstOpen = 0;

  constructor(pool: WorkerPool, control: PoolControl, options: JobOptions) {
    const { memory, pooled, chunks, number } = options;
    this.pool = pool;
    this.control = control;
    this.options = options;
    this.pooled = pooled;
    this.streams = new Map(pool.workerNumbers.map((worker) => [worker, this.enlist(worker)]));
    const { pointer } = pooled.table.reserve(CHUNK_BYTES * chunks);
    this.table = new ChunkTable(memory, pointer, chunks, number);
    this.table.reset();
  }

  /** Tells a worker where its slot is; returns its streams. */
  private enlist(worker: number): [number, number] {
    const slot = this.pooled.slotOf(worker);
    this.control.setSlot(worker, slot.address);
    return [slot.stream(0).pointer, slot.stream(1).pointer];
  }

  /** Lets workers in. */
  publish(parameters: Partial<JobParameters>): void {
    const { control, pooled, options } = this;
    const { chunks, number, memory } = options;
    const bytes = memory.memory.buffer.byteLength;
    control.setParameters({ ...parameters, memory: pooled.id, table: pooled.table.pointer, chunks, bytes });
    Atomics.store(control.words, WORD.next, 0);
    Atomics.store(control.words, WORD.open, number);
    control.wake();
  }

  /** Claims the next chunk for the caller; −1 if none is left. */
  claim(): number {
    const chunk = Atomics.add(this.control.words, WORD.next, 1);
    if (chunk >= this.options.chunks) return -1;
    this.table.change(chunk, CHUNK.taken);
    return chunk;
  }

  /** Waits until no chunk is open, or the workers that claimed the others are lost. */
  *finish(): Generator<Wait, void, undefined> {
    const { control, table, options } = this;
    let last = performance.now();
    for (;;) {
      const seen = Atomics.load(control.words, WORD.progress);
      while (this.firstOpen < options.chunks && table.stateOf(this.firstOpen) !== CHUNK.open) this.firstOpen++;
      if (this.firstOpen === options.chunks || this.isAlone) return;
      if (!control.spin(WORD.progress, seen)) yield this.waitFor(seen);
      if (Atomics.load(control.words, WORD.progress) !== seen) last = performance.now();
      else if (performance.now() - last >= this.pool.patience) return this.loseInside();
    }
  }

  /** The address of a stream of a worker, which stays valid even if the worker is lost. */
  streamOf(worker: number, i: 0 | 1): number {
    return this.streams.get(worker)?.[i] ?? 0;
  }

  /** Ends the job. Afterwards no worker reads or writes the memory. */
  close(): void {
    const { control, pool, options } = this;
    Atomics.store(control.words, WORD.open, OUTSIDE);
    for (const worker of pool.workerNumbers) {
      const start = performance.now();
      while (control.stateOf(worker) === options.number) {
        const seen = Atomics.load(control.words, WORD.progress);
        if (control.stateOf(worker) !== options.number) break;
        if (!control.spin(WORD.progress, seen)) this.waitFor(seen).block();
        if (performance.now() - start >= pool.patience) this.loseInside();
        if (!pool.workerNumbers.includes(worker)) break;
      }
    }
    pool.end(this);
  }

  /** Gives up all workers that are in the job. */
  private loseInside(): void {
    const { pool, control, options } = this;
    for (const worker of pool.workerNumbers) {
      if (control.stateOf(worker) !== options.number) continue;
      this.hasLost = true;
      pool.lose(worker);
    }
  }

  /** Stops waiting for workers: they have been terminated. */
  loseWorkers(): void {
    this.isAlone = true;
    this.hasLost = true;
    for (const worker of this.pool.workerNumbers) this.pooled.quarantine(worker);
  }

  /** Waits for the next progress, but not beyond the patience of the pool. */
  private waitFor(seen: number): Wait {
    const { words } = this.control;
    const { canSleep, patience } = this.pool;
    return {
      block() {
        if (canSleep) Atomics.wait(words, WORD.progress, seen, patience);
        else
          for (const end = performance.now() + patience; performance.now() < end; )
            if (Atomics.load(words, WORD.progress) !== seen) return;
      },
      async settle() {
        const { waitAsync } = Atomics as unknown as { waitAsync?: WaitAsync };
        if (waitAsync) await waitAsync.call(Atomics, words, WORD.progress, seen, patience).value;
      },
    };
  }
}

/** `Atomics.waitAsync`, which the types of ES2023 lack. */
type WaitAsync = (words: Int32Array, index: number, value: number, ms: number) => { readonly value: unknown };
