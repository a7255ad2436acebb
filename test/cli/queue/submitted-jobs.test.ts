// What a check makes of what a queue tells: progress never decreases, and results count, not words.
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { QueueConnection } from '../../../src/cli/queue/connect-queue.ts';
import { decodeJob, encodeJob, type QueueJob, resultPath } from '../../../src/cli/queue/queue-job.ts';
import { SubmittedJobs } from '../../../src/cli/queue/submitted-jobs.ts';
import { BlobFileWriter } from '../../../src/cli/shard/blob-file.ts';
import { u32 } from '../../../src/cli/shard/byte-codec.ts';
import { Folder } from '../command.ts';

const folder = new Folder();
const options = { self: true, clearance: 0, weld: true, allowOutside: false, first: false, minSeparation: 0 } as const;

function job(from: number, to: number, changed: Partial<QueueJob> = {}): QueueJob {
  const check = { inputs: [{ files: ['a.ply', 'b.ply'] }], sizes: [5, 6], modified: [7, 8], base: '/here' };
  const about = {
    version: '1.0.0',
    frameCount: 41,
    firstFrame: 'abc',
    contacts: false,
    report: false,
    results: folder.path,
  };
  return { ...check, ...about, options: { ...options, recipe: 'iccd' }, range: { from, to }, ...changed };
}

class FakeQueue extends EventEmitter {
  async addBulk(jobs: readonly { opts: { jobId: string } }[]): Promise<void> {
    added.push(...jobs.map(({ opts }) => opts.jobId));
  }
  async close(): Promise<void> {}
}
class FakeEvents extends EventEmitter {
  constructor() {
    super();
    events = this;
  }
  async waitUntilReady(): Promise<void> {}
  async close(): Promise<void> {}
}
const added: string[] = [];
let events: EventEmitter = new EventEmitter();

const connection = { bullmq: { Queue: FakeQueue, QueueEvents: FakeEvents } } as unknown as QueueConnection;

function finish(one: QueueJob): void {
  const file = new BlobFileWriter(resultPath(one));
  const place = file.add(u32, 0);
  file.finish({ head: place, input: place, shape: place, meshes: [], frames: [], steps: [] });
}

describe('submitted jobs', () => {
  it('progress never decreases when a job begins again, and ends with the results', async () => {
    const jobs = [job(0, 16), job(16, 32)];
    const [first, second] = jobs.map((one) => encodeJob(one).id);
    const seen: number[] = [];
    const submitted = new SubmittedJobs(connection, jobs, (done) => seen.push(done));
    const run = submitted.run();
    await new Promise((resolve) => setImmediate(resolve));
    expect(added).toEqual([first, second]);
    const tell = (jobId: string, ...numbers: readonly number[]): void => {
      for (const data of numbers) events.emit('progress', { jobId, data });
    };
    tell(first, 1, 2, 3, 9);
    tell(second, 4);
    tell(first, 1, 2, 10);
    tell('of another check', 16);
    finish(jobs[0]);
    events.emit('completed', { jobId: first });
    // A result counts, not what is told.
    events.emit('completed', { jobId: second });
    tell(second, 1, 5);
    finish(jobs[1]);
    events.emit('completed', { jobId: second });
    await run;
    await submitted.stop();
    expect(seen).toEqual([1, 2, 3, 9, 13, 13, 13, 14, 20, 20, 21, 32]);
  });

  it('a job that fails ends them, and its steps are named', async () => {
    const submitted = new SubmittedJobs(connection, [job(32, 40)], () => {});
    const run = submitted.run();
    await new Promise((resolve) => setImmediate(resolve));
    events.emit('failed', { jobId: encodeJob(job(32, 40)).id, failedReason: 'host: out of paper' });
    await expect(run).rejects.toThrow(
      'the steps from frame 32 to 40: they failed 3 times, the last time so: host: out of paper',
    );
    await submitted.stop();
  });
});

describe('the id of a job', () => {
  const { id } = encodeJob(job(0, 16));

  it('is that of all its result follows from', () => {
    expect(encodeJob(job(0, 16)).id).toBe(id);
    expect(decodeJob(encodeJob(job(0, 16)).data)).toEqual(job(0, 16));
    mkdirSync(folder.at('results'));
    const others: Partial<QueueJob>[] = [
      { version: '1.0.1' },
      { inputs: [{ name: 'cloth', files: ['a.ply', 'b.ply'] }] },
      { sizes: [5, 7] },
      { modified: [7, 9] },
      { options: { ...options, recipe: 'iccd', clearance: 0.1 } },
      { firstFrame: 'abd' },
      { range: { from: 0, to: 15 } },
      { contacts: true },
      { report: true },
      { base: '/there' },
      { results: folder.at('results') },
    ];
    expect(new Set([id, ...others.map((other) => encodeJob(job(0, 16, other)).id)]).size).toBe(others.length + 1);
  });

  it('nothing else is taken for a job', () => {
    expect(() => decodeJob({ version: '1.0.0', job: 'AAAA' })).toThrow(
      'The queue holds a job that graze has not written.',
    );
  });
});
