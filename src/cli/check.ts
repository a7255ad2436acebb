// `graze check`: what goes through what over a sequence of frames. Threads check frames and steps;
// this thread links their results in order and writes the outputs. With `--shard`, a share of the
// steps becomes a blob for `graze merge` instead.
import { availableParallelism } from 'node:os';
import type { WeldFrames } from '../check/find-welds.ts';
import type { InputGroup } from '../check/sequence.ts';
import { type CheckArguments, requestOf, stepperOptions } from './check/check-arguments.ts';
import { WeldRefuted } from './check/weld-refuted.ts';
import { diskFiles } from './disk-files.ts';
import { parseInputs } from './frame-patterns.ts';
import { discardUnfinished } from './output-file.ts';
import { StepPool } from './step-pool.ts';

/**
 * Runs the command; true if anything clashes that counts for the exit status. Rejects with
 * `UsageError`.
 */
export async function check(inputs: readonly string[], args: CheckArguments, version: string): Promise<boolean> {
  const groups = parseInputs(inputs);
  if (args.shard !== undefined || args.blob !== undefined) {
    const { checkShard } = await import('./shard/check-shard.ts');
    await checkShard(groups, args, version);
    return false;
  }
  const { refuseOutputs } = await import('./check/finish-check.ts');
  refuseOutputs(args, filesOf(groups));
  return withWelds(args, (weldFrames) => run(groups, args, version, weldFrames));
}

/** All files of the inputs. */
export function filesOf(groups: readonly InputGroup[]): string[] {
  return groups.flatMap(({ files }) => files);
}

/** Runs a check; once more, with welds of all frames, if those of a few frames were refuted. */
export async function withWelds<T>(
  { weld }: Pick<CheckArguments, 'weld'>,
  action: (weldFrames: WeldFrames) => Promise<T>,
): Promise<T> {
  try {
    return await action(weld ? 'ends' : 'none');
  } catch (error) {
    if (!(error instanceof WeldRefuted)) throw error;
    discardUnfinished();
    return action('all');
  }
}

/** Runs the check once. Rejects with `WeldRefuted` if `weldFrames` were too few. */
async function run(
  groups: readonly InputGroup[],
  args: CheckArguments,
  version: string,
  weldFrames: WeldFrames,
): Promise<boolean> {
  const source = requestOf(groups, args);
  const outputs = { contacts: args.contacts !== undefined, report: args.report !== undefined };
  const pool = new StepPool({ source, options: stepperOptions(args), outputs }, args.threads ?? availableParallelism());
  try {
    const { openCheck } = await import('./check/check-sequence.ts');
    const input = await openCheck(source, diskFiles, (frameCount) => pool.start(frameCount - 1), weldFrames);
    const stepCount = input.frames.frameCount - 1;
    pool.start(stepCount);
    const stepper = await pool.stepperOf(input);
    const steps = pool.steps(input, stepper, { from: 0, to: stepCount });
    const { finishCheck } = await import('./check/finish-check.ts');
    return await finishCheck({ input, files: filesOf(groups), stepper, steps, pool, version }, args);
  } finally {
    await pool.stop();
  }
}
