// The steps of a check as a report.
import { basename } from 'node:path';
import type { Sequence } from '../check/sequence.ts';
import { fileFault } from './file-fault.ts';
import { begun, finished } from './output-file.ts';
import { ReportWriter } from './report/report-writer.ts';
import type { StepSink } from './step-files.ts';
import type { StepResult } from './stepper.ts';

export class ReportSteps implements StepSink {
  private readonly path: string;
  private readonly sequence: Sequence;
  private readonly writer: ReportWriter;
  private x0: Float64Array | null = null;

  constructor(path: string, sequence: Sequence, inputs: readonly string[], version: string) {
    this.path = path;
    this.sequence = sequence;
    try {
      this.writer = new ReportWriter(path, {
        title: inputs.length === 1 ? basename(inputs[0]) : `${basename(inputs[0])} and ${inputs.length - 1} more`,
        sources: [...inputs],
        paths: sentenceOf(sequence.paths),
        mesh: sequence.mesh,
        objectNames: [...sequence.objectNames],
        stepCount: sequence.frameCount - 1,
        version,
      });
    } catch (error) {
      throw fileFault(path, error);
    }
    begun(this);
  }

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

  async finish(): Promise<void> {
    try {
      await this.writer.finish();
    } catch (error) {
      throw fileFault(this.path, error);
    }
    finished(this);
  }

  discard(): void {
    this.writer.abort();
    finished(this);
  }
}

function sentenceOf(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
