// A thread that does jobs. The main thread of `graze work` speaks with the queue meanwhile: it must
// never be busy for so long that the queue takes it for dead.
import { parentPort } from 'node:worker_threads';
import { UsageError } from '../../check/usage-error.ts';
import { discardUnfinished, tellUnfinished } from '../output-file.ts';
import { memoryFault } from '../thread/memory-fault.ts';
import type { JobMessage } from './job-threads.ts';
import { decodeJob, type JobData } from './queue-job.ts';
import { AccessFault, JobRunner } from './run-job.ts';

const runner = new JobRunner();

function send(message: JobMessage): void {
  parentPort?.postMessage(message);
}

/** Whose fault an error is. */
function kindOf(error: unknown): 'access' | 'input' | 'worker' {
  if (error instanceof AccessFault) return 'access';
  return error instanceof UsageError ? 'input' : 'worker';
}

tellUnfinished((begun, file) => send(begun ? { begun: file } : { ended: file }));
parentPort?.on('message', async (data: JobData) => {
  try {
    await runner.run(decodeJob(data), (done) => send({ done }));
    send({ finished: true });
  } catch (error) {
    discardUnfinished();
    const text = memoryFault(error) ?? (error instanceof Error ? error.message : String(error));
    send({ fault: text, kind: kindOf(error) });
  }
});
