// Writes the steps of a check as JSON and as CSV, as they arrive.
import type { Sequence } from '../check/sequence.ts';
import { OutputFile } from './output-file.ts';
import { CSV_HEAD } from './step-text.ts';
import type { StepResult } from './stepper.ts';

/** An output of a check. */
export interface StepSink {
  /** Writes the next step. */
  add(step: StepResult): void | Promise<void>;
  /** Completes the output, after the last step. */
  finish(): void | Promise<void>;
}

/** The JSON file of a check. */
export class JsonSteps implements StepSink {
  private readonly file: OutputFile;

  /** Writes the beginning of the file. */
  constructor(path: string, { paths }: Sequence) {
    this.file = new OutputFile(path);
    this.file.write(`{ "version": 1, "paths": ${JSON.stringify(paths)}, "steps": [`);
  }

  /** Writes the next step. */
  add({ index, json }: StepResult): void {
    this.file.write(index > 0 ? ',\n' : '\n');
    if (json) this.file.writeBytes(json);
  }

  /** Closes the list and gives the file its name. */
  finish(): void {
    this.file.write('\n] }\n');
    this.file.finish();
  }
}

/** The CSV file of a check. */
export class CsvSteps implements StepSink {
  private readonly file: OutputFile;

  /** Writes the header line. */
  constructor(path: string) {
    this.file = new OutputFile(path);
    this.file.write(CSV_HEAD);
  }

  /** Writes the rows of the next step. */
  add({ csv }: StepResult): void {
    if (csv) this.file.writeBytes(csv);
  }

  /** Gives the file its name. */
  finish(): void {
    this.file.finish();
  }
}
