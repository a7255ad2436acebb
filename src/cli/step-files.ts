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

/** Returns the JSON file of a check. */
export function jsonSteps(path: string, { paths }: Sequence): StepSink {
  const head = `{ "version": 1, "paths": ${JSON.stringify(paths)}, "steps": [`;
  return textSteps(path, head, ({ index, json }) => [index > 0 ? ',\n' : '\n', json ?? ''], '\n] }\n');
}

/** Returns the CSV file of a check. */
export function csvSteps(path: string): StepSink {
  return textSteps(path, CSV_HEAD, ({ csv }) => [csv ?? ''], '');
}

/** Returns a file of `head`, the pieces of every step, and `tail`. */
function textSteps(
  path: string,
  head: string,
  piecesOf: (step: StepResult) => (string | Uint8Array)[],
  tail: string,
): StepSink {
  const file = new OutputFile(path);
  file.write(head);
  return {
    add: (step) => {
      for (const piece of piecesOf(step)) file.write(piece);
    },
    finish: () => {
      file.write(tail);
      file.finish();
    },
  };
}
