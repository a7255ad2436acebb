// Passes the steps and the clashes of a check on to the report.
import { basename } from 'node:path';
import { componentNames } from '../check/mesh-objects.ts';
import { clashListOf } from '../display/clash-view.ts';
import type { CheckSequence } from './check/check-sequence.ts';
import { ReportWriter } from './report/report-writer.ts';
import { shownPositions } from './report/shown-positions.ts';
import type { ResultSink } from './step-files.ts';

/**
 * Returns the HTML report of a check. `inputs` are the names of the files that are checked. Throws
 * `UsageError`.
 */
export function reportSteps(
  path: string,
  input: CheckSequence,
  inputs: readonly string[],
  version: string,
): ResultSink {
  const { frames, parts, paths, up } = input;
  const writer = new ReportWriter(path, {
    title: inputs.length === 1 ? basename(inputs[0]) : `${basename(inputs[0])} and ${inputs.length - 1} more`,
    sources: inputs,
    paths: `${paths[0].toUpperCase()}${paths.slice(1)}.`,
    up,
    mesh: frames.mesh,
    objectNames: componentNames(frames.mesh, parts),
    stepCount: frames.frameCount - 1,
    version,
  });
  let end: Float64Array | undefined;
  return {
    add: async ({ index, counts, report }) => {
      if (!report) return;
      const { step } = report;
      const x0 = end ?? shownPositions(frames, index, await frames.read(index));
      const x1 = shownPositions(frames, index + 1, report.x1);
      end = x1;
      const [from, to] = [index, index + 1].map((frame) => basename(frames.nameOf(frame)));
      writer.addStep({ ...step, from, to, firstTime: counts.first, x0, x1 });
    },
    finish: (result) =>
      writer.finish({
        sentence: result.sentence,
        list: clashListOf(result),
        parts,
        read: async (frame) => shownPositions(frames, frame, await frames.read(frame)),
      }),
  };
}
