// All steps of a check in their order, worked on by this thread and by workers. This thread writes between two steps of its own, and
// workers leave it little to do: they read, check and format by themselves.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Sequence, SequenceRequest } from '../check/sequence.ts';
import type { CheckOptions } from '../check/step.ts';
import { UsageError } from '../check/usage-error.ts';
import { StepShares } from './step-shares.ts';
import type { Stepper, StepResult, Wanted } from './stepper.ts';

export interface TeamRequest {
  readonly request: SequenceRequest;
  readonly options: CheckOptions;
  readonly wanted: Wanted;
}

/** What a worker is given when it starts. */
export interface WorkerStart extends TeamRequest {
  readonly buffer: SharedArrayBuffer;
  readonly thread: number;
}

/** What a worker sends: a step, or what went wrong. */
export type WorkerMessage =
  | { readonly result: StepResult }
  | { readonly fault: string; readonly isUsage: boolean; readonly step: number | null };

/** Starting a worker and reading the mesh take it as long as some steps. */
const LEAST_STEPS = 2;

export class StepTeam {
  private readonly request: TeamRequest;
  private readonly threads: number;
  private buffer: SharedArrayBuffer | null = null;
  private workers: Worker[] = [];
  /** Steps that have come before their turn, or what went wrong with them. */
  private readonly waiting = new Map<number, StepResult | Error>();
  private fault: Error | null = null;
  private wake: () => void = () => {};

  /** Of at most this many threads, this one included. */
  constructor(request: TeamRequest, threads: number) {
    this.request = request;
    this.threads = threads;
  }

  /** Starts the workers for so many steps, once: as early as their number is known, so that they start while this thread reads. */
  hire(stepCount: number): SharedArrayBuffer {
    if (this.buffer) return this.buffer;
    const threads = Math.max(1, Math.min(this.threads, Math.floor(stepCount / LEAST_STEPS)));
    const buffer = StepShares.bufferFor(threads);
    this.buffer = buffer;
    this.workers = Array.from({ length: threads - 1 }, (_, i) =>
      this.start({ ...this.request, buffer, thread: i + 1 }),
    );
    return buffer;
  }

  async *steps(sequence: Sequence): AsyncGenerator<StepResult> {
    const stepCount = sequence.frameCount - 1;
    const shares = new StepShares(stepCount, this.hire(stepCount));
    const { options, wanted } = this.request;
    if (this.workers.length > 0) {
      const { sharedMesh } = await import('./shared-mesh.ts');
      const mesh = sharedMesh(sequence.mesh);
      for (const worker of this.workers) worker.postMessage(mesh);
    }
    const { Stepper } = await import('./stepper.ts');
    const stepper = new Stepper(sequence, shares, options, wanted);
    for (let due = 0; due < stepCount; due++) {
      yield await this.arrival(due, stepper);
      shares.setDue(due + 1);
    }
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  /** Works until this step is there. */
  private async arrival(due: number, stepper: Stepper): Promise<StepResult> {
    for (;;) {
      const arrived = this.waiting.get(due);
      this.waiting.delete(due);
      if (arrived instanceof Error) throw arrived;
      if (arrived) return arrived;
      if (this.fault) throw this.fault;
      const step = stepper.take(0);
      const message = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      if (step === null) await message;
      else {
        this.waiting.set(step, await stepper.check(step).catch(errorOf));
        // Messages are received, and Ctrl-C is heard, in a turn of the event loop.
        await nextTurn();
      }
    }
  }

  private start(workerData: WorkerStart): Worker {
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

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
