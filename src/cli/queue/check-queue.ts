// `graze check --queue`: submits the ranges of a check to a queue, waits until workers have done all
// of them, and merges their results.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InputGroup } from '../../check/sequence.ts';
import { UsageError } from '../../check/usage-error.ts';
import { readBaseline } from '../check/baseline-file.ts';
import { type CheckArguments, requestOf } from '../check/check-arguments.ts';
import { openCheck } from '../check/check-sequence.ts';
import { refuseOutputs } from '../check/finish-check.ts';
import { pairsOf } from '../check/part-pairs.ts';
import { filesOf } from '../check.ts';
import { diskFiles } from '../disk-files.ts';
import { withFileFault } from '../file-fault.ts';
import { checkOutputFolder } from '../output-file.ts';
import { Progress } from '../progress.ts';
import { hashOfFirstFrame } from '../shard/blob-writer.ts';
import { mergeBlobs } from '../shard/merge.ts';
import { treeRanges } from '../work-queue.ts';
import { connectQueue } from './connect-queue.ts';
import { type QueueJob, resultPath } from './queue-job.ts';
import { isBlob } from './run-job.ts';
import { SubmittedJobs } from './submitted-jobs.ts';

/** The folder for results, unless `--blob` names another one. */
const RESULTS = 'graze-blobs';

/**
 * Runs the command; true if anything clashes that counts for the exit status. Rejects with
 * `UsageError`.
 */
export async function checkQueue(
  groups: readonly InputGroup[],
  args: CheckArguments & { readonly queue: string },
  version: string,
): Promise<boolean> {
  if (args.shard !== undefined) throw new UsageError('--shard and --queue exclude each other; choose one of them.');
  if (args.times !== undefined) throw new UsageError('--times is for checks on this machine; leave it out.');
  if (args.threads !== undefined)
    throw new UsageError('--threads says nothing about a queue; give it to graze work, or leave it out.');
  const results = args.blob ?? RESULTS;
  refuseOutputs(args, filesOf(groups));
  checkOutputFolder(results);
  const jobs = await jobsOf(groups, args, results, version);
  withFileFault(results, () => mkdirSync(results, { recursive: true }));
  const missing = jobs.filter((job) => !isBlob(resultPath(job)));
  if (missing.length > 0) await doJobs(missing, args.queue);
  const clashes = await mergeBlobs(jobs.map(resultPath), args, version);
  if (args.blob === undefined) removeResults(jobs);
  return clashes;
}

/** The jobs of a check. Opens the input, so that its faults are told before anything is submitted. */
async function jobsOf(
  groups: readonly InputGroup[],
  options: CheckArguments,
  results: string,
  version: string,
): Promise<QueueJob[]> {
  const input = await openCheck(requestOf(groups, options), diskFiles, () => {}, options.weld ? 'ends' : 'none');
  pairsOf(input.parts, options);
  if (options.baseline !== undefined && !options.updateBaseline) readBaseline(options.baseline, input.parts);
  const { frameCount } = input.frames;
  const stats = filesOf(groups).map((file) => withFileFault(file, () => statSync(file)));
  const common: Omit<QueueJob, 'range'> = {
    version,
    inputs: groups,
    sizes: stats.map(({ size }) => size),
    modified: stats.map(({ mtimeMs }) => mtimeMs),
    options,
    frameCount,
    firstFrame: await hashOfFirstFrame(input),
    base: process.cwd(),
    contacts: options.contacts !== undefined,
    report: options.report !== undefined,
    results: resolve(results),
  };
  return treeRanges(frameCount - 1).map((range) => ({ ...common, range }));
}

async function doJobs(jobs: readonly QueueJob[], url: string): Promise<void> {
  const connection = await connectQueue(url);
  const stepCount = jobs.reduce((sum, { range }) => sum + range.to - range.from, 0);
  const progress = new Progress(stepCount, 'steps');
  const submitted = new SubmittedJobs(connection, jobs, (done) => progress.update(done));
  try {
    await Promise.race([submitted.run(), connection.gone]);
  } finally {
    progress.clear();
    await submitted.stop();
    connection.close();
  }
}

/** Removes the results, and what workers that have died left half written. */
function removeResults(jobs: readonly QueueJob[]): void {
  for (const job of jobs) rmSync(resultPath(job), { force: true });
  const [folder] = jobs.map((job) => dirname(resultPath(job)));
  if (folder === undefined || !existsSync(folder)) return;
  const own = new Set(jobs.map((job) => resultPath(job)));
  for (const name of readdirSync(folder)) {
    const path = resolve(folder, name);
    if (own.has(path.replace(/\.[^.]*\.part$/, ''))) rmSync(path, { force: true });
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
