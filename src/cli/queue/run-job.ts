// Does jobs, one after the other, on one thread. The input stays open from job to job of one check:
// opening it takes as long as a step or two.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileAccess } from '../../check/file-access.ts';
import type { WeldFrames } from '../../check/find-welds.ts';
import { UsageError } from '../../check/usage-error.ts';
import { requestOf, stepperOptions } from '../check/check-arguments.ts';
import { type CheckSequence, openCheck } from '../check/check-sequence.ts';
import { filesOf, withWelds } from '../check.ts';
import { diskFiles } from '../disk-files.ts';
import { BlobFileReader } from '../shard/blob-file.ts';
import { BlobWriter, hashOfFirstFrame } from '../shard/blob-writer.ts';
import { Stepper } from '../stepper.ts';
import { WorkQueue } from '../work-queue.ts';
import { type QueueJob, resultPath } from './queue-job.ts';

/** What this machine sees is not what was submitted. */
export class AccessFault extends Error {}

/** An input that is open. */
interface OpenInput {
  /** Equal for jobs of the same check. */
  readonly key: string;
  readonly input: CheckSequence;
  readonly stepper: Stepper;
}

/** Does jobs. */
export class JobRunner {
  /** By the frames that welds were found in. */
  private readonly open = new Map<WeldFrames, OpenInput>();

  /**
   * Does a job, unless its result is there; `update` is told how many steps are done. Rejects with
   * `UsageError` if the check itself has a fault, and with `AccessFault`.
   */
  async run(job: QueueJob, update: (done: number) => void): Promise<void> {
    const path = resultPath(job);
    if (isBlob(path)) return;
    if (!existsSync(job.results)) throw new AccessFault(`${job.results}: there is no such folder`);
    await withWelds(job.options, async (weldFrames) => {
      const { input, stepper } = await this.inputOf(job, weldFrames);
      const blob = new BlobWriter(path, input, job.range);
      await blob.begin();
      for (let step = job.range.from; step < job.range.to; step++) {
        blob.add(await stepper.check(step), await stepper.positionsAt(step + 1));
        update(step + 1 - job.range.from);
      }
      const { version, inputs, sizes, options, frameCount, firstFrame } = job;
      blob.finish({ version, inputs, sizes, options, frameCount, firstFrame, shard: null }, weldFrames === 'all');
    });
  }

  private async inputOf(job: QueueJob, weldFrames: WeldFrames): Promise<OpenInput> {
    const { range: _range, ...check } = job;
    const key = JSON.stringify(check);
    const known = this.open.get(weldFrames);
    if (known?.key === key) return known;
    refuseOtherFiles(job);
    const input = await openCheck(requestOf(job.inputs, job.options), filesFrom(job.base), () => {}, weldFrames);
    const { frameCount } = input.frames;
    if (frameCount !== job.frameCount || (await hashOfFirstFrame(input)) !== job.firstFrame)
      throw new AccessFault(`${input.frames.nameOf(0)}: its first frame is not the one that was submitted`);
    const queue = new WorkQueue(frameCount - 1, 1, WorkQueue.createBuffer());
    const outputs = { contacts: job.contacts, report: job.report };
    const opened = { key, input, stepper: new Stepper(input, queue, stepperOptions(job.options), outputs) };
    this.open.set(weldFrames, opened);
    return opened;
  }
}

/** Whether a job has been done: a result gets its name when it is complete. */
export function isBlob(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    new BlobFileReader(path);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** The files of another folder than the current one. */
function filesFrom(base: string): FileAccess {
  return {
    ...diskFiles,
    read: (name, room) => diskFiles.read(resolve(base, name), room),
    open: (name) => diskFiles.open(resolve(base, name)),
    resource: (of, uri, allowOutside) => diskFiles.resource(resolve(base, of), uri, allowOutside),
  };
}

/** Throws `AccessFault` if a file is not there, or is another one. */
function refuseOtherFiles({ inputs, sizes, modified, base }: QueueJob): void {
  filesOf(inputs).forEach((name, i) => {
    const path = resolve(base, name);
    const there = statSync(path, { throwIfNoEntry: false });
    if (there === undefined) throw new AccessFault(`${path}: there is no such file`);
    if (there.size !== sizes[i] || there.mtimeMs !== modified[i])
      throw new AccessFault(`${path}: it is another file than was submitted`);
  });
}
