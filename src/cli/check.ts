// `graze check`: continuous collisions between consecutive frames.
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { RecipeName } from '../check/recipe-names.ts';
import { openSequence, type Sequence } from '../check/sequence.ts';
import { diskFiles } from './disk-files.ts';
import { expandPatterns } from './frame-patterns.ts';
import { checkOutputs } from './output-file.ts';
import { Progress } from './progress.ts';
import { CsvSteps, JsonSteps, type StepSink } from './step-files.ts';
import { StepTeam } from './step-team.ts';
import type { StepResult } from './stepper.ts';
import { table } from './table.ts';
import { thousands } from './thousands.ts';

export interface CheckArguments {
  readonly first: boolean;
  readonly minSeparation: number;
  readonly maxContacts?: number;
  readonly recipe: RecipeName;
  readonly threads?: number;
  readonly rate?: number;
  readonly clip?: string;
  readonly json?: string;
  readonly csv?: string;
  readonly report?: string;
}

/** Rows of steps with contacts in the table; the rest is counted. */
const MOST_ROWS = 24;

/** A step with contacts. It counts from 0 on; people count from 1, here and in the report. */
type Row = Pick<StepResult, 'index' | 'vf' | 'ee' | 'ms' | 'truncated'> & { readonly first: number };

/** True where something collides. */
export async function check(inputs: readonly string[], args: CheckArguments, version: string): Promise<boolean> {
  const files = expandPatterns(inputs);
  const request = {
    inputs: files,
    ...(args.rate === undefined ? {} : { rate: args.rate }),
    ...(args.clip === undefined ? {} : { clip: args.clip }),
  };
  checkOutputs([args.json, args.csv, args.report], files);
  const { recipe, minSeparation, first, maxContacts = Number.POSITIVE_INFINITY } = args;
  const options = { recipe, minSeparation, first, maxContacts };
  const wanted = { json: args.json !== undefined, csv: args.csv !== undefined, report: args.report !== undefined };
  const team = new StepTeam({ request, options, wanted }, args.threads ?? availableParallelism());
  try {
    const sequence = await openSequence(request, diskFiles, (frameCount) => team.hire(frameCount - 1));
    const sinks = await sinksOf(args, sequence, files, version);
    const rows = await writeSteps(team, sequence, sinks);
    process.stdout.write(`${summary(sequence, rows).join('\n')}\n`);
    return rows.length > 0;
  } finally {
    await team.dismiss();
  }
}

/** Returns the steps with contacts. */
async function writeSteps(team: StepTeam, sequence: Sequence, sinks: readonly StepSink[]): Promise<Row[]> {
  const stepCount = sequence.frameCount - 1;
  const progress = new Progress(stepCount, stepCount === 1 ? 'step' : 'steps');
  const rows: Row[] = [];
  try {
    for await (const step of team.steps(sequence)) {
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
  if (json !== undefined) sinks.push(new JsonSteps(json, sequence));
  if (csv !== undefined) sinks.push(new CsvSteps(csv));
  if (report !== undefined) {
    const { ReportSteps } = await import('./report-steps.ts');
    sinks.push(new ReportSteps(report, sequence, inputs, version));
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
  const shown = rows.slice(0, MOST_ROWS);
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
