// A worker thread of `graze check`. It opens the sequence itself, with the mesh that the main
// thread has read, and takes steps from the work queue until none are left.
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openSequence } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';
import type { TriMesh } from '../index.ts';
import { diskFiles } from './disk-files.ts';
import { meshFrom, type SharedMesh } from './shared-mesh.ts';
import type { WorkerMessage, WorkerStart } from './step-pool.ts';
import { Stepper, type StepResult } from './stepper.ts';
import { WorkQueue } from './work-queue.ts';

const { request, options, outputs, buffer, threads } = workerData as WorkerStart;

function send(message: WorkerMessage, buffers: ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, buffers as ArrayBuffer[]);
}

/**
 * Returns the buffers to transfer. Positions are copied instead, because the next step begins with
 * them.
 */
function buffersOf({ json, csv, report }: StepResult): ArrayBufferLike[] {
  const columns = report ? [report.step.kind, report.step.a, report.step.b, report.step.time] : [];
  return [json, csv, ...columns].flatMap((array) => array?.buffer ?? []);
}

/** Waits until the main thread has read the mesh; null if it cannot be shared. */
async function receiveMesh(): Promise<TriMesh | null> {
  const [mesh] = (await once(parentPort as MessagePort, 'message')) as [SharedMesh | null];
  // The port no longer keeps the thread alive once there is nothing left to do.
  parentPort?.unref();
  return mesh && meshFrom(mesh);
}

/**
 * The step in progress; null before the first one. A fault of the sequence is reported at once, a
 * fault of a step in the turn of that step.
 */
let step: number | null = null;
try {
  const sequence = await openSequence(request, diskFiles, () => {}, await receiveMesh());
  const queue = new WorkQueue(sequence.frameCount - 1, threads, buffer);
  const stepper = new Stepper(sequence, queue, options, outputs);
  for (;;) {
    step = queue.take();
    if (step !== null) {
      const result = await stepper.check(step);
      send({ result }, buffersOf(result));
    } else if (queue.isEmpty) break;
    else queue.waitForDue();
  }
} catch (error) {
  const fault = error instanceof Error ? error.message : String(error);
  send({ fault, isUsage: error instanceof UsageError, step });
}
