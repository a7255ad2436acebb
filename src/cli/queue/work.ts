// `graze work`: does the jobs of a queue. Any number of machines may do so; a job of a worker that
// dies goes to another one.
import { hostname } from 'node:os';
import type { Job } from 'bullmq';
import { UsageError } from '../../check/usage-error.ts';
import { printable } from '../text/printable.ts';
import { connectQueue } from './connect-queue.ts';
import { JobFault, JobThreads } from './job-threads.ts';
import { INPUT_FAULT, JOB_QUEUE, type JobData, MAX_ATTEMPTS } from './queue-job.ts';

/** The options of the command. */
export interface WorkArguments {
  /** `--queue`. */
  readonly queue: string;
  /** `--threads`: jobs at once. */
  readonly threads: number;
  /** `--idle`: ends after so many seconds without a job; never if absent. */
  readonly idle?: number;
  /** `--lock`: seconds after which the job of a worker that is gone goes to another one. */
  readonly lock: number;
}

/** How long a job of another version rests before the next worker looks at it, in milliseconds. */
const REST_MS = 1000;

/** Works until it is interrupted, or idle. Rejects with `UsageError`. */
export async function work(args: WorkArguments, version: string): Promise<void> {
  const connection = await connectQueue(args.queue);
  const { bullmq, redis, address, gone, close } = connection;
  const threads = new JobThreads();
  const refused = new Set<string>();
  let isLeaving = false;
  let end: (fault?: UsageError) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (fault) => (fault ? reject(fault) : resolve());
  });

  const process = async (job: Job<JobData>, token?: string): Promise<string> => {
    if (job.data.version !== version) {
      await job.moveToDelayed(Date.now() + REST_MS, token);
      if (!refused.has(job.data.version)) tell(`refused jobs of graze ${job.data.version}; this is ${version}`);
      refused.add(job.data.version);
      throw new bullmq.DelayedError();
    }
    try {
      await threads.run(job.data, (done) => job.updateProgress(done).catch(() => {}));
      return hostname();
    } catch (error) {
      if (!(error instanceof JobFault)) throw error;
      if (error.kind === 'input') throw new bullmq.UnrecoverableError(`${INPUT_FAULT}${error.message}`);
      if (error.kind === 'access') {
        const fault = `${error.message}; work where all files of a check are seen.`;
        isLeaving = true;
        // Or this worker would be the next to get the job.
        await worker.pause(true);
        setImmediate(() => end(new UsageError(fault)));
      }
      throw new Error(`${hostname()}: ${error.message}`);
    }
  };

  const lockMs = 1000 * args.lock;
  const worker = new bullmq.Worker<JobData, string>(JOB_QUEUE, process, {
    connection: redis,
    concurrency: args.threads,
    name: version,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: MAX_ATTEMPTS - 1,
  });
  worker.on('error', () => {});
  const idle = new IdleTimer(args.idle, () => end());
  worker.on('active', () => idle.begin());
  worker.on('completed', () => idle.end());
  worker.on('failed', (_, error) => {
    idle.end();
    if (!isLeaving) tell(error.message.replace(INPUT_FAULT, ''));
  });
  tell(`waits for jobs of ${address}`);
  try {
    await Promise.race([ended, gone]);
  } finally {
    idle.stop();
    await threads.stop();
    // Without waiting for jobs: another worker takes them.
    await Promise.race([worker.close(true).catch(() => {}), new Promise((resolve) => setTimeout(resolve, REST_MS))]);
    close();
  }
}

function tell(line: string): void {
  process.stderr.write(`graze work: ${printable(line)}\n`);
}

/** Calls back after some seconds without a job. */
class IdleTimer {
  private timer: NodeJS.Timeout | undefined;
  private jobs = 0;
  private readonly seconds: number | undefined;
  private readonly call: () => void;

  constructor(seconds: number | undefined, call: () => void) {
    this.seconds = seconds;
    this.call = call;
    this.wait();
  }

  /** A job begins. */
  begin(): void {
    this.jobs++;
    this.stop();
  }

  /** A job has ended. */
  end(): void {
    this.jobs = Math.max(0, this.jobs - 1);
    if (this.jobs === 0) this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(): void {
    this.stop();
    if (this.seconds !== undefined) this.timer = setTimeout(this.call, 1000 * this.seconds);
  }
}
