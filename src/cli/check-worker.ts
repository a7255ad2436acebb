// A worker of a check: opens the sequence for itself and answers one run of steps after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { openSequence } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';
import { type Chunk, stepsOf } from './chunk.ts';
import { diskFiles } from './disk-files.ts';
import type { WorkerMessage, WorkerStart } from './step-pool.ts';

const { request, options } = workerData as WorkerStart;
const opened = openSequence(request, diskFiles);
// A fault is told when the first run asks for the sequence, not before.
opened.catch(() => {});

function send(message: WorkerMessage, buffers: ArrayBufferLike[] = []): void {
  parentPort?.postMessage(message, buffers as ArrayBuffer[]);
}

parentPort?.on('message', async (chunk: Chunk) => {
  try {
    for await (const step of stepsOf(await opened, chunk, options)) {
      send({ step }, [step.kind.buffer, step.a.buffer, step.b.buffer, step.time.buffer]);
    }
    send({ done: true });
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    send({ fault, isUsage: error instanceof UsageError });
  }
});
