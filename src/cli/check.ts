// `graze check`: continuous collisions between consecutive frames. Threads check the steps; this
// file writes their results in order and sums them up.
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { RecipeName } from '../check/recipe-names.ts';
import { openSequence, type Sequence } from '../check/sequence.ts';
import { diskFiles } from './disk-files.ts';
import { expandPatterns } from './frame-patterns.ts';
import { checkOutputs } from './output-file.ts';
import { Progress } from './progress.ts';
import { csvSteps, jsonSteps, type StepSink } from './step-files.ts';
import { StepPool } from './step-pool.ts';
import type { StepResult } from './stepper.ts';
import { table } from './table.ts';
import { thousands } from './thousands.ts';

/** The options of the command; file names are undefined if an output is not wanted. */
export interface CheckArguments {
  /** `--first`: only the first contact of each step. */
  readonly first: boolean;
  /** `--min-separation`: the distance that counts as contact. */
  readonly minSeparation: number;
  /** `--max-contacts`: the search of a step ends beyond this number. */
  readonly maxContacts?: number;
  /** `--recipe`. */
  readonly recipe: RecipeName;
  /** `--threads`: all cores by default. */
  readonly threads?: number;
  /** `--rate`: samples per second of a glTF animation. */
  readonly rate?: number;
  /** `--clip`: name or number of a glTF animation. */
  readonly clip?: string;
  /** `--json`: a file. */
  readonly json?: string;
  /** `--csv`: a file. */
  readonly csv?: string;
  /** `--report`: a file. */
  readonly report?: string;
}

/** The maximum number of steps with contacts in the printed table; the rest is counted. */
const MAX_PRINTED_STEPS = 24;

/** A step with contacts. Steps count from 0 here, and from 1 in all output for people. */
type Row = Pick<StepResult, 'index' | 'vf' | 'ee' | 'ms' | 'truncated'> & { readonly first: number };

/** Runs the command; true if anything collides. Rejects with `UsageError`. */
export async function check(inputs: readonly string[], args: CheckArguments, version: string): Promise<boolean> {
  const files = expandPatterns(inputs);
  const { rate, clip, json, csv, report, recipe, minSeparation, first, maxContacts = Infinity } = args;
  checkOutputs([json, csv, report], files);
  const request = { inputs: files, rate, clip };
  const options = { recipe, minSeparation, first, maxContacts };
  const outputs = { json: json !== undefined, csv: csv !== undefined, report: report !== undefined };
  const pool = new StepPool({ request, options, outputs }, args.threads ?? availableParallelism());
  try {
    const sequence = await openSequence(request, diskFiles, (frameCount) => pool.start(frameCount - 1));
    const sinks = await sinksOf(args, sequence, files, version);
    const rows = await writeSteps(pool, sequence, sinks);
    process.stdout.write(`${summary(sequence, rows).join('\n')}\n`);
    return rows.length > 0;
  } finally {
    await pool.stop();
  }
}

/** Writes all steps; returns those with contacts. */
async function writeSteps(pool: StepPool, sequence: Sequence, sinks: readonly StepSink[]): Promise<Row[]> {
  const stepCount = sequence.frameCount - 1;
  const progress = new Progress(stepCount, stepCount === 1 ? 'step' : 'steps');
  const rows: Row[] = [];
  try {
    for await (const step of pool.steps(sequence)) {
      for (const sink of sinks) await sink.add(step);
      const { index, vf, ee, first, ms, truncated } = step;
      if (first !== null) rows.push({ index, vf, ee, first, ms, truncated });
      progress.update(index + 1);
    }
  } finally {
    progress.clear();
  }
  for (const sink of sinks) await sink.finish();
  return rows;
}

async function sinksOf(
  { json, csv, report }: CheckArguments,
  sequence: Sequence,
  inputs: readonly string[],
  version: string,
): Promise<StepSink[]> {
  const sinks: StepSink[] = [];
  if (json !== undefined) sinks.push(jsonSteps(json, sequence));
  if (csv !== undefined) sinks.push(csvSteps(csv));
  if (report !== undefined) {
    const { reportSteps } = await import('./report-steps.ts');
    sinks.push(reportSteps(report, sequence, inputs, version));
  }
  return sinks;
}

function summary(sequence: Sequence, rows: readonly Row[]): string[] {
  const { mesh, frameCount, paths, droppedFaces, notes } = sequence;
  const lines = [
    `${thousands(frameCount)} frames of ${thousands(mesh.vertexCount)} vertices and ${thousands(mesh.faceCount)} triangles; ${paths}.`,
  ];
  lines.push(...notes);
  if (droppedFaces > 0) lines.push(`${droppedFaces} faces that name a vertex twice are left out.`);
  if (rows.length === 0) {
    const steps = frameCount === 2 ? 'the step' : `all ${thousands(frameCount - 1)} steps`;
    return [...lines, '', `Nothing touches anything in ${steps}.`];
  }
  const shown = rows.slice(0, MAX_PRINTED_STEPS);
  const cells = shown.map(({ index, vf, ee, first, ms, truncated }) => [
    index + 1,
    framesOf(sequence, index),
    truncated ? `≥ ${vf}` : vf,
    truncated ? `≥ ${ee}` : ee,
    `${truncated ? '≤ ' : ''}${first.toPrecision(6)}`,
    ms.toFixed(1),
  ]);
  lines.push('', ...table(['step', 'frames', 'vertex–face', 'edge–edge', 'first at', 'ms'], cells));
  if (rows.length > shown.length)
    lines.push(`… and ${thousands(rows.length - shown.length)} more steps with contacts.`);
  return [...lines, '', sentence(sequence, rows)];
}

function sentence(sequence: Sequence, rows: readonly Row[]): string {
  const contacts = thousands(rows.reduce((sum, { vf, ee }) => sum + vf + ee, 0));
  const steps = thousands(sequence.frameCount - 1);
  const cut = rows.filter(({ truncated }) => truncated).length;
  const { index, first, truncated } = rows[0];
  const where = framesOf(sequence, index);
  const time = truncated
    ? `at t = ${first.toPrecision(6)} or before`
    : `proven free before t = ${first.toPrecision(6)}`;
  const found = `Contacts in ${thousands(rows.length)} of ${steps} steps, ${cut > 0 ? 'at least ' : ''}${contacts} in all; first in step ${index + 1} (${where}), ${time}.`;
  return cut > 0 ? `${found} ${truncation(cut)}` : found;
}

function truncation(steps: number): string {
  const where = steps === 1 ? '1 step was' : `${thousands(steps)} steps were`;
  return `${where} not searched to the end (--max-contacts).`;
}

function framesOf(sequence: Sequence, step: number): string {
  return `${basename(sequence.nameOf(step))} → ${basename(sequence.nameOf(step + 1))}`;
}
