// `graze check --shard`: checks a share of the steps and writes a blob.
import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { WeldFrames } from '../../check/find-welds.ts';
import type { InputGroup } from '../../check/sequence.ts';
import { UsageError } from '../../check/usage-error.ts';
import { type CheckArguments, requestOf, type StepArguments, stepperOptions } from '../check/check-arguments.ts';
import { type CheckSequence, openCheck } from '../check/check-sequence.ts';
import { filesOf, withWelds } from '../check.ts';
import { diskFiles } from '../disk-files.ts';
import { withFileFault } from '../file-fault.ts';
import { checkOutputs } from '../output-file.ts';
import { Progress } from '../progress.ts';
import { type StepSink, stepSinks } from '../step-files.ts';
import { StepPool } from '../step-pool.ts';
import type { StepResult } from '../stepper.ts';
import type { StepRange } from '../work-queue.ts';
import type { BlobHead } from './blob-records.ts';
import { BlobWriter, hashOfFirstFrame } from './blob-writer.ts';
import { stepsText } from './blobs-belong.ts';
import { parseShard, type Shard, stepsOfShard } from './shard-choice.ts';

/** The options that are for `graze merge`, as the user writes them. */
const FOR_MERGE = ['json', 'csv', 'report', 'overlay', 'baseline', 'updateBaseline', 'ignoreRest'] as const;

/** A blob to write. */
export interface BlobOrder {
  /** The inputs. */
  readonly groups: readonly InputGroup[];
  /** How they are checked. */
  readonly options: StepArguments;
  /** The file. */
  readonly path: string;
  /** Which share it is; null for a range of a queue. */
  readonly shard: Shard | null;
  /** Whether steps prepare the text of their contacts. */
  readonly contacts: boolean;
  /** The number of threads. */
  readonly threads: number;
  /** The version of graze. */
  readonly version: string;
  /** Returns the steps, once it is known how many there are. */
  rangeOf(stepCount: number): StepRange;
}

/** Runs the command. Rejects with `UsageError`. */
export async function checkShard(groups: readonly InputGroup[], args: CheckArguments, version: string): Promise<void> {
  const { shard: text, blob: path, threads = availableParallelism(), contacts, times } = args;
  if (text === undefined)
    throw new UsageError('--blob is for a share of the steps, or for a queue; name it, such as --shard 3/8.');
  const shard = parseShard(text);
  if (path === undefined)
    throw new UsageError(`--shard ${text} needs the file to write; name it, such as --blob ${shard.number}.blob.`);
  const wrong = FOR_MERGE.find((option) => args[option] !== undefined && args[option] !== false);
  if (wrong !== undefined)
    throw new UsageError(
      `--${wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} needs all steps; give it to graze merge, not to a shard.`,
    );
  // Whichever shard comes first makes the folder for all of them.
  withFileFault(path, () => mkdirSync(dirname(path), { recursive: true }));
  checkOutputs([path, contacts, times], filesOf(groups));
  const rangeOf = (stepCount: number): StepRange => stepsOfShard(shard, stepCount);
  const order = { groups, options: args, path, shard, contacts: contacts !== undefined, threads, version, rangeOf };
  const done = await withWelds(args, (weldFrames) => writeBlob(order, weldFrames, stepSinks(args)));
  const what = done.to > done.from ? stepsText(done) : 'no step, because there are more shards than steps';
  process.stdout.write(`Wrote ${path}, shard ${text}: ${what}.\n`);
}

/**
 * Checks steps and writes them as a blob; returns which. `sinks` take them, too. Rejects with
 * `WeldRefuted` if `weldFrames` were too few.
 */
export async function writeBlob(
  order: BlobOrder,
  weldFrames: WeldFrames,
  sinks: readonly StepSink[],
): Promise<StepRange> {
  const { groups, options, path, contacts, threads } = order;
  const source = requestOf(groups, options);
  const outputs = { contacts, report: true };
  const pool = new StepPool({ source, options: stepperOptions(options), outputs }, threads);
  const stepsAmong = (frameCount: number): StepRange => order.rangeOf(frameCount - 1);
  const start = ({ from, to }: StepRange): void => pool.start(to - from);
  try {
    const input = await openCheck(source, diskFiles, (frameCount) => start(stepsAmong(frameCount)), weldFrames);
    const range = stepsAmong(input.frames.frameCount);
    start(range);
    const head = await headOf(order, input);
    const blob = new BlobWriter(path, input, range);
    await blob.begin();
    const stepper = await pool.stepperOf(input);
    const writing = { add: (step: StepResult) => step.report && blob.add(step, step.report.x1) };
    await addSteps([writing, ...sinks], pool.steps(input, stepper, range), range);
    blob.finish(head, weldFrames === 'all');
    for (const sink of sinks) await sink.finish();
    return range;
  } finally {
    await pool.stop();
  }
}

/** What the head of a blob says of the check. */
async function headOf(
  { groups, options, version, shard }: BlobOrder,
  input: CheckSequence,
): Promise<Omit<BlobHead, 'ends' | 'range'>> {
  const sizes = filesOf(groups).map((file) => withFileFault(file, () => statSync(file).size));
  const { frameCount } = input.frames;
  return { version, inputs: groups, sizes, options, frameCount, firstFrame: await hashOfFirstFrame(input), shard };
}

async function addSteps(
  sinks: readonly { add(step: StepResult): unknown }[],
  steps: AsyncIterable<StepResult>,
  { from, to }: StepRange,
): Promise<void> {
  const progress = new Progress(to - from, to - from === 1 ? 'step' : 'steps');
  try {
    for await (const step of steps) {
      for (const sink of sinks) await sink.add(step);
      progress.update(step.index + 1 - from);
    }
  } finally {
    progress.clear();
  }
}
