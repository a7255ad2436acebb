// The steps of a check as JSON and as CSV, written as they come. Edges are named by their ends, so that no edge numbering has to be known.

import type { Sequence } from '../check/sequence.ts';
import { firstTime, namesOf, type Step } from '../check/step.ts';
import type { TriMesh } from '../index.ts';
import { OutputFile } from './output-file.ts';

export interface StepSink {
  add(step: Step): void | Promise<void>;
  finish(): void | Promise<void>;
}

export class JsonSteps implements StepSink {
  private readonly sequence: Sequence;
  private readonly file: OutputFile;
  private count = 0;

  constructor(path: string, sequence: Sequence) {
    this.sequence = sequence;
    this.file = new OutputFile(path);
    this.file.write(`{ "version": 1, "paths": ${JSON.stringify(sequence.paths)}, "steps": [`);
  }

  add(step: Step): void {
    const { mesh } = this.sequence;
    this.file.write(`${this.count++ > 0 ? ',' : ''}\n{ "from": ${JSON.stringify(this.sequence.nameOf(step.index))}`);
    this.file.write(`, "to": ${JSON.stringify(this.sequence.nameOf(step.index + 1))}`);
    this.file.write(`, "ms": ${Number(step.ms.toFixed(3))}, "firstTime": ${JSON.stringify(firstTime(step))}`);
    this.file.write(`, "vf": [${rows(mesh, step, 0)}], "ee": [${rows(mesh, step, 1)}]`);
    this.file.write(`, "tally": ${JSON.stringify(step.tally)} }`);
  }

  finish(): void {
    this.file.write('\n] }\n');
    this.file.finish();
  }
}

/** A hundred thousand rows a step are no rarity: text is added to text, without an array for each. */
function rows({ topology: { edges } }: TriMesh, step: Step, kind: number): string {
  let text = '';
  for (let i = 0; i < step.count; i++) {
    if (step.kind[i] !== kind) continue;
    const [a, b] = [step.a[i], step.b[i]];
    const names = kind === 0 ? `${a},${b}` : `${edges[2 * a]},${edges[2 * a + 1]},${edges[2 * b]},${edges[2 * b + 1]}`;
    text += `${text === '' ? '' : ','}[${names},${step.time[i]}]`;
  }
  return text;
}

export class CsvSteps implements StepSink {
  private readonly sequence: Sequence;
  private readonly file: OutputFile;

  constructor(path: string, sequence: Sequence) {
    this.sequence = sequence;
    this.file = new OutputFile(path);
    this.file.write('step,from,to,kind,a0,a1,b0,b1,time\n');
  }

  /** A vertex and a face have no a1 and b1. */
  add(step: Step): void {
    const from = quoted(this.sequence.nameOf(step.index));
    const to = quoted(this.sequence.nameOf(step.index + 1));
    for (let i = 0; i < step.count; i++) {
      const names = namesOf(this.sequence.mesh, step, i);
      const [a0, a1, b0, b1] = step.kind[i] === 0 ? [names[0], '', names[1], ''] : names;
      const kind = step.kind[i] === 0 ? 'vf' : 'ee';
      this.file.write(`${step.index + 1},${from},${to},${kind},${a0},${a1},${b0},${b1},${step.time[i]}\n`);
    }
  }

  finish(): void {
    this.file.finish();
  }
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
