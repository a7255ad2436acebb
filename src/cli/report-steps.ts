// Passes the steps of a check on to the report.
import { basename } from 'node:path';
import type { Sequence } from '../check/sequence.ts';
import { ReportWriter } from './report/report-writer.ts';
import type { StepSink } from './step-files.ts';

/**
 * Returns the HTML report of a check. `inputs` are the names of the files that are checked. Throws
 * `UsageError`.
 */
export function reportSteps(path: string, sequence: Sequence, inputs: readonly string[], version: string): StepSink {
  const writer = new ReportWriter(path, {
    title: inputs.length === 1 ? basename(inputs[0]) : `${basename(inputs[0])} and ${inputs.length - 1} more`,
    sources: inputs,
    paths: sentenceOf(sequence.paths),
    mesh: sequence.mesh,
    objectNames: sequence.objectNames,
    stepCount: sequence.frameCount - 1,
    version,
  });
  let end: Float64Array | undefined;
  return {
    add: async ({ index, first, report }) => {
      if (!report) return;
      const { step, x1 } = report;
      const x0 = end ?? (await sequence.read(index));
      end = x1;
      const [from, to] = [index, index + 1].map((frame) => basename(sequence.nameOf(frame)));
      writer.addStep({ ...step, from, to, firstTime: first, x0, x1 });
    },
    finish: () => writer.finish(),
  };
}

function sentenceOf(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
