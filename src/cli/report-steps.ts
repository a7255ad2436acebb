// The steps of a check as a report. Reads the frames once more: workers send contacts, not positions.
import { basename } from 'node:path';
import type { Sequence } from '../check/sequence.ts';
import { firstTime, type Step } from '../check/step.ts';
import { fileFault } from './file-fault.ts';
import { begun, finished } from './output-file.ts';
import { ReportWriter } from './report/report-writer.ts';
import type { StepSink } from './step-files.ts';

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

  async add(step: Step): Promise<void> {
    const { sequence } = this;
    const x0 = this.x0 ?? (await sequence.read(step.index));
    const x1 = await sequence.read(step.index + 1);
    this.x0 = x1;
    this.writer.addStep({
      ...step,
      from: basename(sequence.nameOf(step.index)),
      to: basename(sequence.nameOf(step.index + 1)),
      firstTime: firstTime(step),
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
