// A worker thread of `graze check`. It opens the sequence itself, with the mesh and the parts
// that the main thread has read, and takes steps from the work queue until none are left. Then it
// waits for frames to refine, or for its end.
import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../check/usage-error.ts';
import { openShared } from './check/check-sequence.ts';
import { refineFrame } from './check/refine-frame.ts';
import { TaskCounter } from './check/task-counter.ts';
import { WeldRefuted } from './check/weld-refuted.ts';
import { diskFiles } from './disk-files.ts';
import type { Refinement, SharedWork, WorkerMessage, WorkerStart } from './step-pool.ts';
import { Stepper, type StepResult, stepThreads } from './stepper.ts';
import { memoryFault } from './thread/memory-fault.ts';
import { WorkQueue } from './work-queue.ts';

const { source, options, outputs, buffer, threads, threadsPerStep } = workerData as WorkerStart;

function send(message: WorkerMessage, buffers: ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, buffers as ArrayBuffer[]);
}

/**
 * Returns the buffers to transfer. Positions and clashes are copied instead, because the next step
 * begins with them.
 */
function buffersOf({ contacts, report }: StepResult): ArrayBufferLike[] {
  const columns = report ? [report.step.kind, report.step.a, report.step.b, report.step.time] : [];
  return [contacts, ...columns].flatMap((array) => array?.buffer ?? []);
}

/**
 * What the main thread sends, in order: the input, then what to refine. It is kept until it is
 * read.
 */
const messages = on(parentPort as MessagePort, 'message');

async function receive<T>(): Promise<T> {
  const { value } = await messages.next();
  return value[0];
}

/**
 * The step in progress; null before the first one. A fault of the sequence is reported at once, a
 * fault of a step in the turn of that step.
 */
let step: number | null = null;
try {
  const { shared, range } = await receive<SharedWork>();
  const input = await openShared(source, diskFiles, shared);
  const queue = new WorkQueue(input.frames.frameCount - 1, threads, buffer, range);
  const pool = await stepThreads(threadsPerStep, input.frames.mesh.faceCount);
  const stepper = new Stepper(input, queue, options, outputs, pool);
  for (;;) {
    step = queue.take();
    if (step !== null) {
      const result = await stepper.check(step);
      send({ result }, buffersOf(result));
    } else if (queue.isEmpty) break;
    else queue.waitForDue();
  }
  const { tasks, counter } = await receive<Refinement>();
  const counted = new TaskCounter(tasks.length, counter);
  for (let task = counted.take(); task !== null; task = counted.take())
    send({ task, refined: await refineFrame(stepper, tasks[task]) });
} catch (error) {
  const memory = memoryFault(error);
  const fault = memory ?? (error instanceof Error ? error.message : String(error));
  const kind = memory !== null || error instanceof UsageError ? 'usage' : error instanceof WeldRefuted ? 'weld' : 'bug';
  send({ fault, kind, step });
}
