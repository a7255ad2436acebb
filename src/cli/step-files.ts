// The steps of a check as JSON and as CSV, written as they come.
import type { Sequence } from '../check/sequence.ts';
import { OutputFile } from './output-file.ts';
import { CSV_HEAD } from './step-text.ts';
import type { StepResult } from './stepper.ts';

export interface StepSink {
  add(step: StepResult): void | Promise<void>;
  finish(): void | Promise<void>;
}

export class JsonSteps implements StepSink {
  private readonly file: OutputFile;

  constructor(path: string, { paths }: Sequence) {
    this.file = new OutputFile(path);
    this.file.write(`{ "version": 1, "paths": ${JSON.stringify(paths)}, "steps": [`);
  }

  add({ index, json }: StepResult): void {
    this.file.write(index > 0 ? ',\n' : '\n');
    if (json) this.file.writeBytes(json);
  }

  finish(): void {
    this.file.write('\n] }\n');
    this.file.finish();
  }
}

export class CsvSteps implements StepSink {
  private readonly file: OutputFile;

  constructor(path: string) {
    this.file = new OutputFile(path);
    this.file.write(CSV_HEAD);
  }

  add({ csv }: StepResult): void {
    if (csv) this.file.writeBytes(csv);
  }

  finish(): void {
    this.file.finish();
  }
}
