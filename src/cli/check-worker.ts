// A worker of a check: opens the sequence for itself, but for the topology, and takes steps until there are none left.
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openSequence } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';
import type { TriMesh } from '../index.ts';
import { diskFiles } from './disk-files.ts';
import { meshFrom, type SharedMesh } from './shared-mesh.ts';
import { StepShares } from './step-shares.ts';
import type { WorkerMessage, WorkerStart } from './step-team.ts';
import { Stepper, type StepResult } from './stepper.ts';

const { request, options, wanted, buffer, thread } = workerData as WorkerStart;

function send(message: WorkerMessage, buffers: ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, buffers as ArrayBuffer[]);
}

/** What need not be copied. Positions are copied: the next step begins with them. */
function buffersOf({ json, csv, report }: StepResult): ArrayBufferLike[] {
  const columns = report ? [report.step.kind, report.step.a, report.step.b, report.step.time] : [];
  return [json, csv, ...columns].flatMap((array) => array?.buffer ?? []);
}

/** Comes when the thread that started this one has it. */
async function knownMesh(): Promise<TriMesh | null> {
  const [mesh] = (await once(parentPort as MessagePort, 'message')) as [SharedMesh | null];
  // So that the thread ends when there is nothing left to do.
  parentPort?.unref();
  return mesh && meshFrom(mesh);
}

/** A fault of a step is told in its turn; one of the sequence at once. */
let step: number | null = null;
try {
  const sequence = await openSequence(request, diskFiles, () => {}, await knownMesh());
  const shares = new StepShares(sequence.frameCount - 1, buffer);
  const stepper = new Stepper(sequence, shares, options, wanted);
  for (;;) {
    step = stepper.take(thread);
    if (step !== null) {
      const result = await stepper.check(step);
      send({ result }, buffersOf(result));
    } else if (shares.isHandedOut) break;
    else shares.waitForDue();
  }
} catch (error) {
  const fault = error instanceof Error ? error.message : String(error);
  send({ fault, isUsage: error instanceof UsageError, step });
}
