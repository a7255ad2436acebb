// A job of a queue: a range of the steps of a check. The queue holds names, options and hashes,
// never contacts: files and results are on storage that all machines see. The id of a job is the
// hash of all that its result follows from, so that a job that is done twice writes the same bytes.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UsageError } from '../../check/usage-error.ts';
import { type CheckIdentity, identityFields } from '../shard/blob-records.ts';
import { bool, type Codec, CodecFault, decode, encode, f64, list, record, text, u32 } from '../shard/byte-codec.ts';
import type { StepRange } from '../work-queue.ts';

/** A job. */
export interface QueueJob extends CheckIdentity {
  /** When the files were written last, in milliseconds, in the order of their sizes. */
  readonly modified: readonly number[];
  /** The folder that the names of files start from. */
  readonly base: string;
  /** The steps. */
  readonly range: StepRange;
  /** Whether steps prepare the text of their contacts. */
  readonly contacts: boolean;
  /** Whether a report may be written. */
  readonly report: boolean;
  /** The folder for results. */
  readonly results: string;
}

const queueJob: Codec<QueueJob> = record<QueueJob>({
  ...identityFields,
  modified: list(f64),
  base: text,
  range: record<StepRange>({ from: u32, to: u32 }),
  contacts: bool,
  report: bool,
  results: text,
});

/** What the queue holds of a job. */
export interface JobData {
  /** The version of graze that submitted it. */
  readonly version: string;
  /** The job, encoded. */
  readonly job: string;
}

/** What the reason of a failure begins with if the check itself has a fault: no worker can do it. */
export const INPUT_FAULT = 'input: ';

/** A job that fails, or kills its worker, so many times fails the check. */
export const MAX_ATTEMPTS = 3;

/** The name of the queue. */
export const JOB_QUEUE = 'graze';

/** Returns what the queue holds, and the id. */
export function encodeJob(job: QueueJob): { id: string; data: JobData } {
  const bytes = encode(queueJob, job);
  const id = createHash('sha256').update(bytes).digest('hex');
  return { id, data: { version: job.version, job: Buffer.from(bytes).toString('base64') } };
}

/** Returns a job. Throws `UsageError` if the queue holds something else. */
export function decodeJob(data: JobData): QueueJob {
  try {
    return decode(queueJob, Buffer.from(data.job, 'base64'));
  } catch (error) {
    if (error instanceof CodecFault) throw new UsageError('The queue holds a job that graze has not written.');
    throw error;
  }
}

/** The file for the result of a job. */
export function resultPath(job: QueueJob): string {
  return join(job.results, `${encodeJob(job).id}.blob`);
}
