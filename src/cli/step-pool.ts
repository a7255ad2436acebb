// All steps of a check in their order, worked on by this thread or by several workers. Few steps are ahead of the one that is due, so that
// memory does not grow with the sequence.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Sequence, SequenceRequest } from '../check/sequence.ts';
import type { CheckOptions, Step } from '../check/step.ts';
import { UsageError } from '../check/usage-error.ts';
import { type Chunk, chunksOf, stepsOf } from './chunk.ts';

/** What a worker is given when it starts, and then one by one. */
export interface WorkerStart {
  readonly request: SequenceRequest;
  readonly options: CheckOptions;
}

/** What a worker sends: steps, that a run is done, or what went wrong. */
export type WorkerMessage =
  | { readonly step: Step }
  | { readonly done: true }
  | { readonly fault: string; readonly isUsage: boolean };

/** Runs that may be finished before their turn, for each worker. */
const AHEAD = 2;

export async function* allSteps(
  sequence: Sequence,
  request: SequenceRequest,
  options: CheckOptions,
  threads: number,
): AsyncGenerator<Step> {
  const chunks = chunksOf(sequence.frameCount - 1);
  const workers = Math.min(threads, chunks.length);
  if (workers > 1) yield* new StepPool(chunks, { request, options }, workers).steps();
  else
    for (const chunk of chunks)
      for await (const step of stepsOf(sequence, chunk, options)) {
        yield step;
        // Without a turn of the event loop Ctrl-C would be heard at the end only.
        await nextTurn();
      }
}

class StepPool {
  private readonly chunks: readonly Chunk[];
  private readonly workers: Worker[];
  private readonly idle: Worker[] = [];
  /** Steps that have come before their turn. */
  private readonly waiting = new Map<number, Step>();
  private nextChunk = 0;
  private nextStep = 0;
  private fault: Error | null = null;
  private wake: () => void = () => {};

  constructor(chunks: readonly Chunk[], start: WorkerStart, count: number) {
    this.chunks = chunks;
    this.workers = Array.from({ length: count }, () => this.hire(start));
  }

  async *steps(): AsyncGenerator<Step> {
    const total = this.chunks[this.chunks.length - 1].end;
    try {
      while (this.nextStep < total) {
        const step = this.waiting.get(this.nextStep);
        if (step) {
          this.waiting.delete(this.nextStep++);
          yield step;
          continue;
        }
        if (this.fault) throw this.fault;
        this.assign();
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    } finally {
      await Promise.all(this.workers.map((worker) => worker.terminate()));
    }
  }

  private hire(start: WorkerStart): Worker {
    const worker = new Worker(new URL('./check-worker.js', import.meta.url), { workerData: start });
    worker.on('message', (message: WorkerMessage) => this.receive(worker, message));
    worker.on('error', (error) => this.fail(error));
    this.idle.push(worker);
    return worker;
  }

  private receive(worker: Worker, message: WorkerMessage): void {
    if ('step' in message) this.waiting.set(message.step.index, message.step);
    else if ('done' in message) this.idle.push(worker);
    else this.fail(message.isUsage ? new UsageError(message.fault) : new Error(message.fault));
    this.wake();
  }

  private fail(error: Error): void {
    this.fault ??= error;
    this.wake();
  }

  private assign(): void {
    while (this.idle.length > 0 && this.nextChunk < this.chunks.length) {
      const chunk = this.chunks[this.nextChunk];
      const due = this.chunks.findIndex(({ end }) => end > this.nextStep);
      if (this.nextChunk - due > AHEAD * this.workers.length) return;
      this.nextChunk++;
      (this.idle.pop() as Worker).postMessage(chunk);
    }
  }
}
