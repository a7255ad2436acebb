// Writes the contacts of a check, one line of JSON per step, as the steps arrive.
import type { CheckResult } from '../check/check-result.ts';
import { OutputFile } from './output-file.ts';
import type { StepResult } from './stepper.ts';

/** An output of a check that takes its steps. */
export interface StepSink {
  /** Writes the next step. */
  add(step: StepResult): void | Promise<void>;
  /** Completes the output, after the last step. */
  finish(result: CheckResult): void | Promise<void>;
}

/** Returns the file of `--contacts`. */
export function contactSteps(path: string): StepSink {
  const file = new OutputFile(path);
  return {
    add: ({ contacts }) => {
      if (contacts) file.write(contacts);
    },
    finish: () => file.finish(),
  };
}
