// Writes what a check tells of single steps, one line each, as the steps arrive: their contacts as
// JSON, and how long they took.
import type { CheckResult } from '../check/check-result.ts';
import type { StepOutputArguments } from './check/check-arguments.ts';
import { OutputFile } from './output-file.ts';
import type { StepResult } from './stepper.ts';

/** An output of a check that takes its steps. */
export interface StepSink {
  /** Writes the next step. */
  add(step: StepResult): void | Promise<void>;
  /** Completes the output, after the last step. */
  finish(): void | Promise<void>;
}

/** An output of a check that also needs its result. */
export interface ResultSink extends Pick<StepSink, 'add'> {
  /** Completes the output, after the last step. */
  finish(result: CheckResult): void | Promise<void>;
}

/** Returns the outputs that need nothing but steps. Throws `UsageError`. */
export function stepSinks({ contacts, times }: StepOutputArguments): StepSink[] {
  return [
    ...(contacts === undefined ? [] : [contactSteps(contacts)]),
    ...(times === undefined ? [] : [stepTimes(times)]),
  ];
}

/** The file of `--times`: the only output that differs from run to run. */
function stepTimes(path: string): StepSink {
  const file = new OutputFile(path);
  file.write('from,to,ms\n');
  return {
    add: ({ index, ms }) => file.write(`${index},${index + 1},${Number(ms.toPrecision(4))}\n`),
    finish: () => file.finish(),
  };
}

/** The file of `--contacts`. */
function contactSteps(path: string): StepSink {
  const file = new OutputFile(path);
  return {
    add: ({ contacts }) => {
      if (contacts) file.write(contacts);
    },
    finish: () => file.finish(),
  };
}
