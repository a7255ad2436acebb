// Passes the steps of a check on to the report.
import { basename } from 'node:path';
import type { Sequence } from '../check/sequence.ts';
import { ReportWriter } from './report/report-writer.ts';
import type { StepSink } from './step-files.ts';
import type { StepResult } from './stepper.ts';

/** Writes the steps of a check as an HTML report. */
export class ReportSteps implements StepSink {
  private readonly sequence: Sequence;
  private readonly writer: ReportWriter;
  private x0: Float64Array | null = null;

  /** `inputs` are the names of the files that are checked. Throws `UsageError`. */
  constructor(path: string, sequence: Sequence, inputs: readonly string[], version: string) {
    this.sequence = sequence;
    this.writer = new ReportWriter(path, {
      title: inputs.length === 1 ? basename(inputs[0]) : `${basename(inputs[0])} and ${inputs.length - 1} more`,
      sources: [...inputs],
      paths: sentenceOf(sequence.paths),
      mesh: sequence.mesh,
      objectNames: [...sequence.objectNames],
      stepCount: sequence.frameCount - 1,
      version,
    });
  }

  /** Adds the next step. */
  async add({ index, first, report }: StepResult): Promise<void> {
    if (!report) return;
    const { sequence } = this;
    const { step, x1 } = report;
    const x0 = this.x0 ?? (await sequence.read(index));
    this.x0 = x1;
    this.writer.addStep({
      ...step,
      from: basename(sequence.nameOf(index)),
      to: basename(sequence.nameOf(index + 1)),
      firstTime: first,
      x0,
      x1,
    });
  }

  /** Writes the file. */
  finish(): void {
    this.writer.finish();
  }
}

function sentenceOf(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
