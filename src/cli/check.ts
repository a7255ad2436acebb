// `graze check`: continuous collisions between consecutive frames.
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { RecipeName } from '../check/recipes.ts';
import { openSequence, type Sequence } from '../check/sequence.ts';
import { type CheckOptions, firstTime, type Step } from '../check/step.ts';
import { diskFiles } from './disk-files.ts';
import { expandPatterns } from './frame-patterns.ts';
import { checkOutputs } from './output-file.ts';
import { Progress } from './progress.ts';
import { ReportSteps } from './report-steps.ts';
import { CsvSteps, JsonSteps, type StepSink } from './step-files.ts';
import { allSteps } from './step-pool.ts';
import { table } from './table.ts';

export interface CheckArguments {
  readonly first: boolean;
  readonly minSeparation: number;
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

interface Row {
  /** From 0 on; people count from 1, here and in the report. */
  readonly step: number;
  readonly vf: number;
  readonly ee: number;
  readonly first: number;
  readonly ms: number;
}

/** True where something collides. */
export async function check(inputs: readonly string[], args: CheckArguments, version: string): Promise<boolean> {
  const files = expandPatterns(inputs);
  const request = {
    inputs: files,
    ...(args.rate === undefined ? {} : { rate: args.rate }),
    ...(args.clip === undefined ? {} : { clip: args.clip }),
  };
  const sequence = await openSequence(request, diskFiles);
  checkOutputs([args.json, args.csv, args.report], files);
  const options: CheckOptions = { recipe: args.recipe, minSeparation: args.minSeparation, first: args.first };
  const sinks = sinksOf(args, sequence, files, version);
  const stepCount = sequence.frameCount - 1;
  const progress = new Progress(stepCount, stepCount === 1 ? 'step' : 'steps');
  const rows: Row[] = [];
  let done = 0;
  try {
    for await (const step of allSteps(sequence, request, options, args.threads ?? availableParallelism())) {
      for (const sink of sinks) await sink.add(step);
      if (step.count > 0) rows.push(rowOf(step));
      progress.update(++done);
    }
  } finally {
    progress.clear();
  }
  for (const sink of sinks) await sink.finish();
  process.stdout.write(`${summary(sequence, rows).join('\n')}\n`);
  return rows.length > 0;
}

function sinksOf(
  { json, csv, report }: CheckArguments,
  sequence: Sequence,
  inputs: readonly string[],
  version: string,
): StepSink[] {
  return [
    ...(json === undefined ? [] : [new JsonSteps(json, sequence)]),
    ...(csv === undefined ? [] : [new CsvSteps(csv, sequence)]),
    ...(report === undefined ? [] : [new ReportSteps(report, sequence, inputs, version)]),
  ];
}

function rowOf(step: Step): Row {
  const ee = step.kind.reduce((sum, kind) => sum + kind, 0);
  return { step: step.index, vf: step.count - ee, ee, first: firstTime(step) as number, ms: step.ms };
}

function summary(sequence: Sequence, rows: readonly Row[]): string[] {
  const { mesh, frameCount, paths, droppedFaces, notes } = sequence;
  const lines = [
    `${frameCount.toLocaleString('en')} frames of ${mesh.vertexCount.toLocaleString('en')} vertices and ${mesh.faceCount.toLocaleString('en')} triangles; ${paths}.`,
  ];
  lines.push(...notes);
  if (droppedFaces > 0) lines.push(`${droppedFaces} faces that name a vertex twice are left out.`);
  if (rows.length === 0) {
    const steps = frameCount === 2 ? 'the step' : `all ${(frameCount - 1).toLocaleString('en')} steps`;
    return [...lines, '', `Nothing touches anything in ${steps}.`];
  }
  const shown = rows.slice(0, MOST_ROWS);
  const cells = shown.map(({ step, vf, ee, first, ms }) => [
    step + 1,
    `${basename(sequence.nameOf(step))} → ${basename(sequence.nameOf(step + 1))}`,
    vf,
    ee,
    first.toPrecision(6),
    ms.toFixed(1),
  ]);
  lines.push('', ...table(['step', 'frames', 'vertex–face', 'edge–edge', 'first at', 'ms'], cells));
  if (rows.length > shown.length)
    lines.push(`… and ${(rows.length - shown.length).toLocaleString('en')} more steps with contacts.`);
  return [...lines, '', sentence(sequence, rows)];
}

function sentence(sequence: Sequence, rows: readonly Row[]): string {
  const contacts = rows.reduce((sum, { vf, ee }) => sum + vf + ee, 0).toLocaleString('en');
  const steps = (sequence.frameCount - 1).toLocaleString('en');
  const { step, first } = rows[0];
  const where = `${basename(sequence.nameOf(step))} → ${basename(sequence.nameOf(step + 1))}`;
  return `Contacts in ${rows.length.toLocaleString('en')} of ${steps} steps, ${contacts} in all; first in step ${step + 1} (${where}), proven free before t = ${first.toPrecision(6)}.`;
}
