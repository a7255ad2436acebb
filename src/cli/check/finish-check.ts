// The second half of a check: takes its steps in order, wherever they come from, links their clashes
// and writes the outputs.
import type { CheckResult } from '../../check/check-result.ts';
import { UsageError } from '../../check/usage-error.ts';
import { checkOutputFolder, checkOutputs, STDOUT } from '../output-file.ts';
import { Progress } from '../progress.ts';
import { type ResultSink, stepSinks } from '../step-files.ts';
import type { StepPool } from '../step-pool.ts';
import type { Stepper, StepResult } from '../stepper.ts';
import type { ResultArguments, StepArguments, StepOutputArguments } from './check-arguments.ts';
import { CheckRun } from './check-run.ts';
import type { CheckSequence } from './check-sequence.ts';
import type { RefinedClash, RefineTask } from './refine-frame.ts';

/** The options that matter once steps arrive. */
export type FinishArguments = ResultArguments &
  StepOutputArguments &
  Pick<StepArguments, 'self' | 'clearance' | 'rate'>;

/** A check whose steps arrive. */
export interface OpenCheck {
  /** The input. */
  readonly input: CheckSequence;
  /** The names of the files that are checked. */
  readonly files: readonly string[];
  /** The stepper of this thread. */
  readonly stepper: Stepper;
  /** The steps, in their order. */
  readonly steps: AsyncIterable<StepResult>;
  /** Refines frames. */
  readonly pool: StepPool;
  /** The version of graze. */
  readonly version: string;
}

/**
 * Takes the steps and writes the outputs; true if anything clashes that counts for the exit status.
 * Rejects with `UsageError`.
 */
export async function finishCheck(check: OpenCheck, args: FinishArguments): Promise<boolean> {
  const { input, files, stepper } = check;
  const { frameCount } = input.frames;
  const run = new CheckRun(input, stepper, args);
  const sinks = await sinksOf(check, args);
  if (frameCount === 1) run.addFrame(0, await stepper.frame(0));
  else await addSteps(run, sinks, check.steps, frameCount - 1);
  const result = await run.finish((tasks) => refine(tasks, check));
  for (const sink of sinks) await sink.finish(result);
  if (args.overlay !== undefined) {
    const { writeOverlay } = await import('./write-overlay.ts');
    await writeOverlay(args.overlay, result, input.frames, stepper, args.rate);
  }
  run.write(result);
  refuseUnchecked(result, files[0]);
  return !args.updateBaseline && result.counts.includes(true);
}

/**
 * Throws `UsageError` for options that exclude each other, and for outputs that cannot be written or
 * are also read.
 */
export function refuseOutputs(args: ResultArguments & StepOutputArguments, files: readonly string[]): void {
  const { json, csv, report, contacts, times, overlay, baseline, updateBaseline } = args;
  if (updateBaseline && baseline === undefined)
    throw new UsageError('--update-baseline needs the file to write; name it with --baseline FILE.');
  const isFile = overlay?.toLowerCase().endsWith('.glb');
  const outputs = [json === STDOUT ? undefined : json, csv, report, contacts, times, isFile ? overlay : undefined];
  const [read, written] = updateBaseline ? [undefined, baseline] : [baseline, undefined];
  checkOutputs([...outputs, written], read === undefined ? files : [...files, read]);
  if (overlay !== undefined && !isFile) checkOutputFolder(overlay);
}

/** Throws `UsageError` if there is a motion, and none of it could be checked. */
function refuseUnchecked({ json: { steps, unchecked } }: CheckResult, path: string): void {
  if (steps.length > 0 || unchecked.length === 0) return;
  throw new UsageError(
    `${path}: between frames nothing could be checked, because no two of them have the same faces; only clashes of single frames were found.`,
  );
}

/** Passes all steps on, in order. */
async function addSteps(
  run: CheckRun,
  sinks: readonly ResultSink[],
  steps: AsyncIterable<StepResult>,
  stepCount: number,
): Promise<void> {
  const progress = new Progress(stepCount, stepCount === 1 ? 'step' : 'steps');
  try {
    for await (const step of steps) {
      for (const sink of sinks) await sink.add(step);
      run.addStep(step);
      progress.update(step.index + 1);
    }
  } finally {
    progress.clear();
  }
}

/** Refines frames on all threads. */
async function refine(tasks: readonly RefineTask[], { pool, input, stepper }: OpenCheck): Promise<RefinedClash[]> {
  const progress = new Progress(tasks.length, tasks.length === 1 ? 'frame refined' : 'frames refined');
  try {
    return await pool.refine(tasks, input, stepper, (done) => progress.update(done));
  } finally {
    progress.clear();
  }
}

async function sinksOf({ input, files, version }: OpenCheck, args: FinishArguments): Promise<ResultSink[]> {
  const sinks = stepSinks(args);
  if (args.report === undefined) return sinks;
  const { reportSteps } = await import('../report-steps.ts');
  return [...sinks, reportSteps(args.report, input, files, version)];
}
