// `graze merge`: writes what a single run of a check would have written, from the blobs of its
// shards. What a check decides over all frames (which clashes are one, which are at rest, where to
// refine them) is decided here, by the code of a single run.
import { availableParallelism } from 'node:os';
import { UsageError } from '../../check/usage-error.ts';
import { apply } from '../../check/weld-frames.ts';
import { type ResultArguments, type StepOutputArguments, stepperOptions } from '../check/check-arguments.ts';
import { type CheckSequence, weldedFrames } from '../check/check-sequence.ts';
import { finishCheck, refuseOutputs } from '../check/finish-check.ts';
import { filesOf } from '../check.ts';
import { expandPatterns } from '../frame-patterns.ts';
import { StepPool } from '../step-pool.ts';
import type { Stepper, StepResult } from '../stepper.ts';
import { BlobSet } from './blob-set.ts';

/** The options of the command. */
export interface MergeArguments extends ResultArguments {
  /** `--threads`: all cores by default. */
  readonly threads?: number | undefined;
}

/**
 * Runs the command; true if anything clashes that counts for the exit status. Rejects with
 * `UsageError`.
 */
export async function merge(patterns: readonly string[], args: MergeArguments, version: string): Promise<boolean> {
  const paths = expandPatterns(patterns);
  refuseOutputs(args, paths);
  return mergeBlobs(paths, args, version);
}

/** Merges blobs; `contacts` needs steps that have the text of theirs. Rejects with `UsageError`. */
export async function mergeBlobs(
  paths: readonly string[],
  args: MergeArguments & Pick<StepOutputArguments, 'contacts'>,
  version: string,
): Promise<boolean> {
  const blobs = new BlobSet(paths);
  const { head } = blobs;
  if (head.version !== version)
    throw new UsageError(
      `${paths[0]}: it was written by graze ${head.version}, and this is ${version}; merge with the version that checked.`,
    );
  const input = inputOf(blobs);
  const options = stepperOptions(head.options);
  const outputs = { contacts: args.contacts !== undefined, report: args.report !== undefined };
  const pool = new StepPool({ source: { blobs: paths }, options, outputs }, args.threads ?? availableParallelism());
  try {
    const stepper = await pool.stepperOf(input);
    const files = filesOf(head.inputs);
    const { self, clearance, rate } = head.options;
    const steps = stepsOf(blobs, stepper, outputs.report);
    return await finishCheck({ input, files, stepper, steps, pool, version }, { ...args, self, clearance, rate });
  } finally {
    await pool.stop();
  }
}

/** All steps in order. One that was checked with welds that another blob refutes is checked again. */
async function* stepsOf(blobs: BlobSet, stepper: Stepper, isReported: boolean): AsyncGenerator<StepResult> {
  for (let step = 0; step < blobs.head.frameCount - 1; step++)
    yield blobs.step(step, isReported) ?? (await stepper.check(step));
}

/** The input as a single run has it. */
function inputOf(blobs: BlobSet): CheckSequence {
  const { partNames, partOfFace, unit, up, paths, notes, welds } = blobs.input;
  const frames = blobs.frames(null);
  const { mesh } = apply(frames.mesh, welds);
  return {
    frames: weldedFrames(frames, welds, mesh),
    parts: { names: partNames, partOfFace },
    ...{ unit, up, paths, notes, welds },
  };
}
