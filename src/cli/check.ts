// `graze check`: what goes through what over a sequence of frames. Threads check frames and steps;
// this file links their results in order and writes the outputs.
import { availableParallelism } from 'node:os';
import type { CheckResult } from '../check/check-result.ts';
import type { WeldFrames } from '../check/find-welds.ts';
import type { PartsBy } from '../check/name-parts.ts';
import type { RecipeName } from '../check/recipe-names.ts';
import type { SequenceRequest } from '../check/sequence.ts';
import type { Unit, UpAxis } from '../check/space.ts';
import { UsageError } from '../check/usage-error.ts';
import type { CheckRun } from './check/check-run.ts';
import type { CheckSequence } from './check/check-sequence.ts';
import type { RefinedClash, RefineTask } from './check/refine-frame.ts';
import { WeldRefuted } from './check/weld-refuted.ts';
import { diskFiles } from './disk-files.ts';
import { parseInputs } from './frame-patterns.ts';
import { checkOutputFolder, checkOutputs, discardUnfinished, STDOUT } from './output-file.ts';
import { Progress } from './progress.ts';
import { contactSteps, type StepSink } from './step-files.ts';
import { StepPool } from './step-pool.ts';
import type { Stepper, StepResult } from './stepper.ts';

/** The options of the command; file names are undefined if an output is not wanted. */
export interface CheckArguments {
  /** `--pairs`: only these pairs of parts. */
  readonly pairs?: string;
  /** `--ignore`: not these pairs of parts. */
  readonly ignore?: string;
  /** False with `--no-self`. */
  readonly self: boolean;
  /** `--clearance`: different parts closer than this are near. */
  readonly clearance: number;
  /** `--frames`: only these frames. */
  readonly frames?: string;
  /** `--clip`: name or number of a glTF animation. */
  readonly clip?: string;
  /** `--rate`: samples per second of a glTF animation. */
  readonly rate?: number;
  /** `--unit`: the unit of the input. */
  readonly unit?: Unit;
  /** `--up`: the axis that points up. */
  readonly up?: UpAxis;
  /** False with `--no-weld`. */
  readonly weld: boolean;
  /** `--allow-outside`: files may name others outside of their own folder. */
  readonly allowOutside: boolean;
  /** `--parts`: what a part is. */
  readonly parts?: PartsBy;
  /** `--ignore-rest`: what is there from the first frame does not count. */
  readonly ignoreRest: boolean;
  /** `--baseline`: a file with known clashes. */
  readonly baseline?: string;
  /** `--update-baseline`: writes that file. */
  readonly updateBaseline: boolean;
  /** `--json`: a file, or `-` for standard output. */
  readonly json?: string;
  /** `--csv`: a file. */
  readonly csv?: string;
  /** `--report`: a file. */
  readonly report?: string;
  /** `--overlay`: a file, or a folder. */
  readonly overlay?: string;
  /** `--contacts`: a file. */
  readonly contacts?: string;
  /** `--first`: only the first contact of each step. */
  readonly first: boolean;
  /** `--min-separation`: the distance that counts as contact. */
  readonly minSeparation: number;
  /** `--max-contacts`: the search of a step for contacts ends beyond this number. */
  readonly maxContacts?: number;
  /** `--max-tests`: a search that has more to test ends the check. */
  readonly maxTests?: number;
  /** `--recipe`. */
  readonly recipe: RecipeName;
  /** `--threads`: all cores by default. */
  readonly threads?: number;
}

/**
 * Runs the command; true if anything clashes that counts for the exit status. Rejects with
 * `UsageError`.
 */
export async function check(inputs: readonly string[], args: CheckArguments, version: string): Promise<boolean> {
  const groups = parseInputs(inputs);
  const files = groups.flatMap((group) => group.files);
  refuseArguments(args, files);
  const { rate, clip, frames, unit, up, parts: partsBy, allowOutside } = args;
  const request: SequenceRequest = { inputs: groups, rate, clip, frames, unit, up, partsBy, allowOutside };
  try {
    return await run(request, files, args, version, args.weld ? 'ends' : 'none');
  } catch (error) {
    if (!(error instanceof WeldRefuted)) throw error;
    discardUnfinished();
    return run(request, files, args, version, 'all');
  }
}

/** Runs the check once. Rejects with `WeldRefuted` if `weldFrames` were too few. */
async function run(
  request: SequenceRequest,
  files: readonly string[],
  args: CheckArguments,
  version: string,
  weldFrames: WeldFrames,
): Promise<boolean> {
  const { recipe, minSeparation, first, maxContacts = Infinity, maxTests, clearance } = args;
  const choice = { pairs: args.pairs, ignore: args.ignore, self: args.self };
  const options = { recipe, minSeparation, first, maxContacts, maxTests, clearance, choice };
  const outputs = { contacts: args.contacts !== undefined, report: args.report !== undefined };
  const pool = new StepPool({ request, options, outputs }, args.threads ?? availableParallelism());
  try {
    const { openCheck } = await import('./check/check-sequence.ts');
    const input = await openCheck(request, diskFiles, (frameCount) => pool.start(frameCount - 1), weldFrames);
    const { frameCount } = input.frames;
    const stepper = await pool.stepperOf(input);
    const { CheckRun } = await import('./check/check-run.ts');
    const findings = new CheckRun(input, stepper, args);
    const sinks = await sinksOf(args, input, files, version);
    if (frameCount === 1) findings.addFrame(0, await stepper.frame(0));
    else await addSteps(findings, sinks, pool.steps(input, stepper), frameCount - 1);
    const result = await findings.finish((tasks) => refine(tasks, pool, stepper));
    for (const sink of sinks) await sink.finish(result);
    if (args.overlay !== undefined) {
      const { writeOverlay } = await import('./check/write-overlay.ts');
      await writeOverlay(args.overlay, result, input.frames, stepper, args.rate);
    }
    findings.write(result);
    refuseUnchecked(result, files[0]);
    return !args.updateBaseline && result.counts.includes(true);
  } finally {
    await pool.stop();
  }
}

/** Throws `UsageError` if there is a motion, and none of it could be checked. */
function refuseUnchecked({ json: { steps, unchecked } }: CheckResult, path: string): void {
  if (steps.length > 0 || unchecked.length === 0) return;
  throw new UsageError(
    `${path}: between frames nothing could be checked, because no two of them have the same faces; only clashes of single frames were found.`,
  );
}

/**
 * Throws `UsageError` for options that exclude each other, and for outputs that cannot be written.
 */
function refuseArguments(args: CheckArguments, files: readonly string[]): void {
  const { json, csv, report, contacts, overlay, baseline, updateBaseline } = args;
  if (updateBaseline && baseline === undefined)
    throw new UsageError('--update-baseline needs the file to write; name it with --baseline FILE.');
  const isFile = overlay?.toLowerCase().endsWith('.glb');
  const outputs = [json === STDOUT ? undefined : json, csv, report, contacts, isFile ? overlay : undefined];
  const [read, written] = updateBaseline ? [undefined, baseline] : [baseline, undefined];
  checkOutputs([...outputs, written], read === undefined ? files : [...files, read]);
  if (overlay !== undefined && !isFile) checkOutputFolder(overlay);
}

/** Passes all steps on, in order. */
async function addSteps(
  findings: CheckRun,
  sinks: readonly StepSink[],
  steps: AsyncIterable<StepResult>,
  stepCount: number,
): Promise<void> {
  const progress = new Progress(stepCount, stepCount === 1 ? 'step' : 'steps');
  try {
    for await (const step of steps) {
      for (const sink of sinks) await sink.add(step);
      findings.addStep(step);
      progress.update(step.index + 1);
    }
  } finally {
    progress.clear();
  }
}

/** Refines frames on all threads. */
async function refine(tasks: readonly RefineTask[], pool: StepPool, stepper: Stepper): Promise<RefinedClash[]> {
  const progress = new Progress(tasks.length, tasks.length === 1 ? 'frame refined' : 'frames refined');
  try {
    return await pool.refine(tasks, stepper, (done) => progress.update(done));
  } finally {
    progress.clear();
  }
}

async function sinksOf(
  { contacts, report }: CheckArguments,
  input: CheckSequence,
  inputs: readonly string[],
  version: string,
): Promise<StepSink[]> {
  const sinks: StepSink[] = [];
  if (contacts !== undefined) sinks.push(contactSteps(contacts));
  if (report !== undefined) {
    const { reportSteps } = await import('./report-steps.ts');
    sinks.push(reportSteps(report, input, inputs, version));
  }
  return sinks;
}
