// Runs all steps of a check on this thread and on worker threads, and yields the results in order.
// Workers read, check and format on their own; this thread also checks steps, and writes results
// between them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Sequence, SequenceRequest } from '../check/sequence.ts';
import type { CheckOptions } from '../check/step.ts';
import { UsageError } from '../check/usage-error.ts';
import type { Outputs, Stepper, StepResult } from './stepper.ts';
import { WorkQueue } from './work-queue.ts';

/** The request of a check: what to check, and which outputs to prepare. */
export interface PoolRequest {
  /** The input files. */
  readonly request: SequenceRequest;
  /** Passed to every step. */
  readonly options: CheckOptions;
  /** Which outputs every step prepares. */
  readonly outputs: Outputs;
}

/** The data that a worker starts with. */
export interface WorkerStart extends PoolRequest {
  /** The shared memory of the work queue. */
  readonly buffer: SharedArrayBuffer;
  /** The number of threads that share the work, this thread's own included. */
  readonly threads: number;
}

/** A message of a worker: a result, or a fault. */
export type WorkerMessage =
  | {
      /** A step that has been checked. */
      readonly result: StepResult;
    }
  | {
      /** The message of the error. */
      readonly fault: string;
      /** Whether the error is a `UsageError`. */
      readonly isUsage: boolean;
      /** The step that failed; null if the sequence could not be opened. */
      readonly step: number | null;
    };

/** The minimum number of steps per thread: starting a worker takes as long as one or two steps. */
const MIN_STEPS_PER_THREAD = 2;

/** The threads of one check. */
export class StepPool {
  private readonly request: PoolRequest;
  private readonly maxThreads: number;
  private readonly buffer = WorkQueue.createBuffer();
  /** Null before `start`. */
  private workers: Worker[] | null = null;
  /** Results, and faults, that have arrived before their turn, by step. */
  private readonly waiting = new Map<number, StepResult | Error>();
  private fault: Error | null = null;
  private wake: () => void = () => {};

  /** `maxThreads` includes the calling thread. */
  constructor(request: PoolRequest, maxThreads: number) {
    this.request = request;
    this.maxThreads = maxThreads;
  }

  /**
   * Starts the workers; calls after the first do nothing. Call it as soon as the number of steps is
   * known: the workers start while this thread reads the first frame.
   */
  start(stepCount: number): void {
    if (this.workers) return;
    const threads = Math.max(1, Math.min(this.maxThreads, Math.floor(stepCount / MIN_STEPS_PER_THREAD)));
    const data = { ...this.request, buffer: this.buffer, threads };
    this.workers = Array.from({ length: threads - 1 }, () => this.startWorker(data));
  }

  /** Yields the results of all steps in order, and works on steps while the next one is missing. */
  async *steps(sequence: Sequence): AsyncGenerator<StepResult> {
    const stepCount = sequence.frameCount - 1;
    this.start(stepCount);
    const workers = this.workers ?? [];
    const queue = new WorkQueue(stepCount, workers.length + 1, this.buffer);
    if (workers.length > 0) {
      const { sharedMesh } = await import('./shared-mesh.ts');
      const mesh = sharedMesh(sequence.mesh);
      for (const worker of workers) worker.postMessage(mesh);
    }
    const { Stepper } = await import('./stepper.ts');
    const stepper = new Stepper(sequence, queue, this.request.options, this.request.outputs);
    for (let due = 0; due < stepCount; due++) {
      yield await this.resultOf(due, queue, stepper);
      queue.setDue(due + 1);
    }
  }

  /** Ends the workers, whatever they are doing. */
  async stop(): Promise<void> {
    await Promise.all((this.workers ?? []).map((worker) => worker.terminate()));
  }

  /** Works on other steps until this one has arrived. */
  private async resultOf(due: number, queue: WorkQueue, stepper: Stepper): Promise<StepResult> {
    for (;;) {
      const arrived = this.waiting.get(due);
      this.waiting.delete(due);
      if (arrived instanceof Error) throw arrived;
      if (arrived) return arrived;
      if (this.fault) throw this.fault;
      const step = queue.take();
      const message = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      if (step === null) await message;
      else {
        this.waiting.set(step, await stepper.check(step).catch((error: Error) => error));
        // The event loop delivers messages and signals such as Ctrl-C only between two turns.
        await nextTurn();
      }
    }
  }

  private startWorker(workerData: WorkerStart): Worker {
    const worker = new Worker(new URL('./check-worker.js', import.meta.url), { workerData });
    worker.on('message', (message: WorkerMessage) => this.receive(message));
    worker.on('error', (error) => this.fail(error));
    return worker;
  }

  private receive(message: WorkerMessage): void {
    if ('result' in message) this.waiting.set(message.result.index, message.result);
    else {
      const error = message.isUsage ? new UsageError(message.fault) : new Error(message.fault);
      if (message.step === null) this.fail(error);
      else this.waiting.set(message.step, error);
    }
    this.wake();
  }

  private fail(error: Error): void {
    this.fault ??= error;
    this.wake();
  }
}
