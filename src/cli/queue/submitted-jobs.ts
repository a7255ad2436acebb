// The jobs of one check in a queue. The truth is in the files of the results: what the queue tells
// only says when to look.
import type { Queue, QueueEvents } from 'bullmq';
import { UsageError } from '../../check/usage-error.ts';
import { stepsText } from '../shard/blobs-belong.ts';
import type { QueueConnection } from './connect-queue.ts';
import {
  encodeJob,
  INPUT_FAULT,
  JOB_QUEUE,
  type JobData,
  MAX_ATTEMPTS,
  type QueueJob,
  resultPath,
} from './queue-job.ts';
import { isBlob } from './run-job.ts';

/** How often results are looked for that nobody has told of, in milliseconds. */
const LOOK_MS = 1000;

/** How long no worker may be there until that is told, in milliseconds. */
const PATIENCE_MS = 5000;

/** How the queue says that a worker has not come back. */
const DEATH = /^job stalled/;

/** The jobs of a check that have no result yet. */
export class SubmittedJobs {
  private readonly connection: QueueConnection;
  private readonly jobs = new Map<string, QueueJob>();
  /** The steps of each job that are done. */
  private readonly done = new Map<string, number>();
  private readonly update: (done: number) => void;
  private readonly queue: Queue<JobData>;
  private readonly events: QueueEvents;
  private timer: NodeJS.Timeout | undefined;
  private resolve: () => void = () => {};
  private reject: (error: UsageError) => void = () => {};

  /** `update` is told how many steps are done; the number never decreases. */
  constructor(connection: QueueConnection, jobs: readonly QueueJob[], update: (done: number) => void) {
    this.connection = connection;
    for (const job of jobs) this.jobs.set(encodeJob(job).id, job);
    this.update = update;
    const { bullmq, redis } = connection;
    this.queue = new bullmq.Queue(JOB_QUEUE, { connection: redis });
    this.events = new bullmq.QueueEvents(JOB_QUEUE, { connection: redis });
    this.queue.on('error', () => {});
    this.events.on('error', () => {});
  }

  /** Submits the jobs and waits for all of them. Rejects with `UsageError` if one fails for good. */
  async run(): Promise<void> {
    const { events, queue } = this;
    const finished = new Promise<void>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    events.on('progress', ({ jobId, data }) => this.tell(jobId, Number(data)));
    events.on('completed', ({ jobId }) => this.look(jobId));
    events.on('failed', ({ jobId, failedReason }) => this.fail(jobId, failedReason));
    await events.waitUntilReady();
    await queue.addBulk(
      [...this.jobs.values()].map((job) => {
        const { id, data } = encodeJob(job);
        const name = `steps ${job.range.from}-${job.range.to}`;
        // Nothing is kept of a job that is done: its result is.
        const opts = { jobId: id, attempts: MAX_ATTEMPTS, removeOnComplete: true, removeOnFail: true };
        return { name, data, opts };
      }),
    );
    const start = Date.now();
    let isTold = false;
    this.timer = setInterval(() => {
      for (const id of this.jobs.keys()) this.look(id);
      if (isTold || Date.now() - start < PATIENCE_MS) return;
      isTold = true;
      void this.tellOfWorkers();
    }, LOOK_MS);
    await finished;
  }

  /** Stops waiting; jobs that were submitted stay in the queue. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const closing = Promise.allSettled([this.events.close(), this.queue.close()]);
    // A connection that is lost never closes.
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }

  /** Takes a job as done if its result is there. */
  private look(id: string): void {
    const job = this.jobs.get(id);
    if (job === undefined || !isBlob(resultPath(job))) return;
    this.jobs.delete(id);
    this.tell(id, job.range.to - job.range.from);
    if (this.jobs.size === 0) this.resolve();
  }

  /** A job that is done once more begins at 0 again; progress does not. */
  private tell(id: string, done: number): void {
    if (!this.done.has(id) && !this.jobs.has(id)) return;
    this.done.set(id, Math.max(done, this.done.get(id) ?? 0));
    this.update([...this.done.values()].reduce((sum, one) => sum + one, 0));
  }

  private fail(id: string, reason: string): void {
    const job = this.jobs.get(id);
    if (job === undefined) return;
    if (reason.startsWith(INPUT_FAULT)) this.reject(new UsageError(reason.slice(INPUT_FAULT.length)));
    else
      this.reject(
        new UsageError(
          `${stepsText(job.range)}: they failed ${MAX_ATTEMPTS} times, the last time so: ${DEATH.test(reason) ? 'their worker died' : reason}`,
        ),
      );
  }

  private async tellOfWorkers(): Promise<void> {
    const workers = await this.queue.getWorkers().catch(() => null);
    if (workers?.length === 0)
      process.stderr.write(`No worker is there yet; start some: graze work --queue ${this.connection.address}\n`);
  }
}
