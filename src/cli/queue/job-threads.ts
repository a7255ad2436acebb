// The threads of `graze work`: each does one job at a time.
import { Worker } from 'node:worker_threads';
import { forgetUnfinished, rememberUnfinished } from '../output-file.ts';
import { memoryFault } from '../thread/memory-fault.ts';
import type { JobData } from './queue-job.ts';

/** A message of such a thread. */
export type JobMessage =
  /** How many steps of the job are done. */
  | { readonly done: number }
  /** The job is done. */
  | { readonly finished: true }
  /** The job has failed: files cannot be read here, the check itself has a fault, or the worker. */
  | { readonly fault: string; readonly kind: 'access' | 'input' | 'worker' }
  /** A temporary file that is written now. */
  | { readonly begun: string }
  /** One that has got its name. */
  | { readonly ended: string };

/** Why a job has failed. */
export class JobFault extends Error {
  /** Whose fault it is. */
  readonly kind: 'access' | 'input' | 'worker';

  constructor(message: string, kind: 'access' | 'input' | 'worker') {
    super(message);
    this.kind = kind;
  }
}

/** Threads that wait for jobs, as many as were ever needed at once. */
export class JobThreads {
  private readonly idle: Worker[] = [];
  private readonly all = new Set<Worker>();

  /** Does a job. Rejects with `JobFault`. */
  async run(data: JobData, update: (done: number) => void): Promise<void> {
    const thread = this.idle.pop() ?? new Worker(new URL('./job-thread.js', import.meta.url));
    this.all.add(thread);
    try {
      await finished(thread, data, update);
      this.idle.push(thread);
    } catch (error) {
      // After a fault of its own, a thread may be in any state.
      if (error instanceof JobFault && error.kind !== 'worker') this.idle.push(thread);
      else await this.end(thread);
      throw error;
    } finally {
      // Each by name: without its own listeners, a thread would not deliver any more.
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
    }
  }

  /** Ends all threads, whatever they are doing. */
  async stop(): Promise<void> {
    await Promise.all([...this.all].map((thread) => this.end(thread)));
  }

  private async end(thread: Worker): Promise<void> {
    this.all.delete(thread);
    await thread.terminate();
  }
}

function finished(thread: Worker, data: JobData, update: (done: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.on('message', (message: JobMessage) => {
      if ('done' in message) update(message.done);
      else if ('begun' in message) rememberUnfinished(message.begun);
      else if ('ended' in message) forgetUnfinished(message.ended);
      else if ('finished' in message) resolve();
      else reject(new JobFault(message.fault, message.kind));
    });
    thread.on('error', (error) => reject(new JobFault(memoryFault(error) ?? String(error), 'worker')));
    thread.on('exit', (code) => reject(new JobFault(`The thread of a job ended with ${code}.`, 'worker')));
    thread.postMessage(data);
  });
}
