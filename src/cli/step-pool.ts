// Runs all steps of a check on this thread and on worker threads, and yields the results in order;
// then refines frames on the same threads. Workers read, check and format on their own; this thread
// also checks steps, and writes results between them.
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../check/usage-error.ts';
import type { ThreadPool } from '../threads.ts';
import type { CheckSequence, CheckSource, SharedCheck } from './check/check-sequence.ts';
import { type RefinedClash, type RefineTask, refineFrame } from './check/refine-frame.ts';
import { TaskCounter } from './check/task-counter.ts';
import { WeldRefuted } from './check/weld-refuted.ts';
import type { Outputs, Stepper, StepperOptions, StepResult } from './stepper.ts';
import { type StepRange, WorkQueue } from './work-queue.ts';

/** The request of a check: what to check, and which outputs to prepare. */
export interface PoolRequest {
  /** Where the frames are. */
  readonly source: CheckSource;
  /** Passed to every step. */
  readonly options: StepperOptions;
  /** Which outputs every step prepares. */
  readonly outputs: Outputs;
}

/** The data that a worker starts with. */
export interface WorkerStart extends PoolRequest {
  /** The shared memory of the work queue. */
  readonly buffer: SharedArrayBuffer;
  /** The number of threads that share the work, this thread's own included. */
  readonly threads: number;
  /** The number of threads that each of them has within a step, itself included. */
  readonly threadsPerStep: number;
}

/** What workers are told first. */
export interface SharedWork {
  /** The input. */
  readonly shared: SharedCheck;
  /** The steps to take. */
  readonly range: StepRange;
}

/** What workers are told after the last step. */
export interface Refinement {
  /** The frames to refine. */
  readonly tasks: readonly RefineTask[];
  /** The shared memory of the counter of tasks. */
  readonly counter: SharedArrayBuffer;
}

/** A message of a worker: a result, a refined frame, or a fault. */
export type WorkerMessage =
  | {
      /** A step that has been checked. */
      readonly result: StepResult;
    }
  | {
      /** The number of a task of refinement. */
      readonly task: number;
      /** Its clashes. */
      readonly refined: readonly RefinedClash[];
    }
  | {
      /** The message of the error. */
      readonly fault: string;
      /** Whether it is a `UsageError`, a `WeldRefuted`, or a bug. */
      readonly kind: 'usage' | 'weld' | 'bug';
      /** The step that failed; null if it was no step. */
      readonly step: number | null;
    };

/** The class of each kind of fault. */
const ERRORS = { usage: UsageError, weld: WeldRefuted, bug: Error } as const;

/** The minimum number of steps per thread: starting a worker takes as long as one or two steps. */
const MIN_STEPS_PER_THREAD = 2;

/**
 * The most memory for young objects of a worker, in MB: steps and refinement leave many that are
 * short-lived. A check of 60 frames of n-body on two threads takes 181 MB so, and 197 without.
 */
const WORKER_YOUNG_MB = 16;

/** More threads than this, or than cores, only take memory. */
const MAX_THREADS = 16;

/** Where steps come from elsewhere. */
const NO_STEPS: StepRange = { from: 0, to: 0 };

/** The threads of one check. */
export class StepPool {
  private readonly request: PoolRequest;
  private readonly maxThreads: number;
  private readonly buffer = WorkQueue.createBuffer();
  /** Null before `start`. */
  private workers: Worker[] | null = null;
  /** Results, and faults, that have arrived before their turn, by step. */
  private readonly waiting = new Map<number, StepResult | Error>();
  /** The clashes of frames that are refined, by task. */
  private readonly refined = new Map<number, readonly RefinedClash[]>();
  /** Whether workers know the input. */
  private isBegun = false;
  private threadsPerStep = 1;
  /** Threads within the steps of this thread. */
  private stepPool: ThreadPool | null = null;
  private fault: Error | null = null;
  private wake: () => void = () => {};

  /** `maxThreads` includes the calling thread. */
  constructor(request: PoolRequest, maxThreads: number) {
    this.request = request;
    this.maxThreads = Math.min(maxThreads, Math.max(MAX_THREADS, availableParallelism()));
  }

  /**
   * Starts the workers; calls after the first do nothing. Call it as soon as the number of steps is
   * known: the workers start while this thread reads the first frame.
   */
  start(stepCount: number): void {
    if (this.workers) return;
    const threads = Math.max(1, Math.min(this.maxThreads, Math.floor(stepCount / MIN_STEPS_PER_THREAD)));
    this.threadsPerStep = Math.floor(this.maxThreads / threads);
    const { threadsPerStep } = this;
    const data = { ...this.request, buffer: this.buffer, threads, threadsPerStep };
    this.workers = Array.from({ length: threads - 1 }, () => this.startWorker(data));
  }

  /**
   * Yields the results of these steps in order, and works on steps while the next one is missing.
   * `stepper` is that of this thread.
   */
  async *steps(input: CheckSequence, stepper: Stepper, range: StepRange): AsyncGenerator<StepResult> {
    await this.begin(input, range);
    const queue = this.queueOf(input.frames.frameCount - 1, range);
    for (let due = range.from; due < range.to; due++) {
      yield await this.resultOf(due, queue, stepper);
      queue.setDue(due + 1);
    }
  }

  /**
   * Refines frames, after the last step; the result is in the order of tasks. `update` is told how
   * many are done. Call it once. Steps may have come from elsewhere.
   */
  async refine(
    tasks: readonly RefineTask[],
    input: CheckSequence,
    stepper: Stepper,
    update: (done: number) => void,
  ): Promise<RefinedClash[]> {
    const refinement: Refinement = { tasks, counter: TaskCounter.createBuffer() };
    const counter = new TaskCounter(tasks.length, refinement.counter);
    if (tasks.length > 1) {
      this.start(tasks.length);
      if (!this.isBegun) await this.begin(input, NO_STEPS);
      for (const worker of this.workers ?? []) worker.postMessage(refinement);
    }
    while (this.refined.size < tasks.length) {
      if (this.fault) throw this.fault;
      const message = this.nextMessage();
      const task = counter.take();
      if (task === null) await message;
      else {
        this.refined.set(task, await refineFrame(stepper, tasks[task]));
        await nextTurn();
      }
      update(this.refined.size);
    }
    return tasks.flatMap((_, task) => this.refined.get(task) ?? []);
  }

  /** Returns the stepper of this thread. Rejects with `UsageError` for unknown parts. */
  async stepperOf(input: CheckSequence): Promise<Stepper> {
    const { Stepper, stepThreads } = await import('./stepper.ts');
    const { options, outputs } = this.request;
    this.stepPool = await stepThreads(this.threadsPerStep, input.frames.mesh.faceCount);
    return new Stepper(input, this.queueOf(input.frames.frameCount - 1), options, outputs, this.stepPool);
  }

  /** Ends the workers, whatever they are doing. */
  async stop(): Promise<void> {
    this.stepPool?.close();
    await Promise.all((this.workers ?? []).map((worker) => worker.terminate()));
  }

  /** Tells the workers what the input is, and which steps to take. */
  private async begin(input: CheckSequence, range: StepRange): Promise<void> {
    this.isBegun = true;
    this.start(range.to - range.from);
    if (!this.workers?.length) return;
    const { shareCheck } = await import('./check/check-sequence.ts');
    const work: SharedWork = { shared: shareCheck(input), range };
    for (const worker of this.workers) worker.postMessage(work);
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
      const message = this.nextMessage();
      if (step === null) await message;
      else {
        this.waiting.set(step, await stepper.check(step).catch((error: Error) => error));
        // The event loop delivers messages and signals such as Ctrl-C only between two turns.
        await nextTurn();
      }
    }
  }

  /** Resolves when a worker sends something. */
  private nextMessage(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private queueOf(stepCount: number, range?: StepRange): WorkQueue {
    return new WorkQueue(stepCount, (this.workers?.length ?? 0) + 1, this.buffer, range);
  }

  private startWorker(workerData: WorkerStart): Worker {
    const resourceLimits = { maxYoungGenerationSizeMb: WORKER_YOUNG_MB };
    const worker = new Worker(new URL('./check-worker.js', import.meta.url), { workerData, resourceLimits });
    worker.on('message', (message: WorkerMessage) => this.receive(message));
    worker.on('error', (error) => this.fail(error));
    return worker;
  }

  private receive(message: WorkerMessage): void {
    if ('result' in message) this.waiting.set(message.result.index, message.result);
    else if ('refined' in message) this.refined.set(message.task, message.refined);
    else {
      const error = new ERRORS[message.kind](message.fault);
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
