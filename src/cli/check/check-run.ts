// One run of a check on the thread that writes: links frames and steps as they arrive, refines and
// compares the clashes at the end, and writes what is made of them.
import { type Baseline, baselineOf, remeshedParts, type Scene } from '../../check/baseline/baseline.ts';
import { type Comparison, compareWithBaseline } from '../../check/baseline/compare-baseline.ts';
import type { CheckJson, CheckResult, StepJson } from '../../check/check-result.ts';
import { linkedFaces } from '../../check/scene/linked-faces.ts';
import { UsageError } from '../../check/usage-error.ts';
import { type Clash, ClashLinker, type FrameClash } from '../../clash.ts';
import { STDOUT, writeWhole } from '../output-file.ts';
import type { Stepper, StepResult } from '../stepper.ts';
import { printable, printableJson } from '../text/printable.ts';
import { thousands } from '../thousands.ts';
import { readBaseline, writeBaseline } from './baseline-file.ts';
import type { ResultArguments, StepArguments } from './check-arguments.ts';
import type { CheckSequence } from './check-sequence.ts';
import { baselineLine, checkText, remeshedNotes } from './check-text.ts';
import { clashCsv } from './clash-csv.ts';
import { ContactSum } from './contact-sum.ts';
import { refineTasks, withRefined } from './refine-clashes.ts';
import type { RefinedClash, RefineTask } from './refine-frame.ts';
import { resultOfCheck } from './result-of-check.ts';
import { UncheckedSteps, uncheckedLines } from './unchecked-steps.ts';

/** What a run must know of the options. */
export type RunArguments = ResultArguments & Pick<StepArguments, 'self' | 'clearance'>;

/** A run of a check. */
export class CheckRun {
  private readonly input: CheckSequence;
  private readonly stepper: Stepper;
  private readonly args: RunArguments;
  private readonly linker: ClashLinker;
  private readonly baseline: Baseline | null;
  private readonly steps: StepJson[] = [];
  private readonly contacts = new ContactSum();
  private readonly unchecked = new UncheckedSteps();

  /** `stepper` is that of this thread. Throws `UsageError` if the baseline does not fit. */
  constructor(input: CheckSequence, stepper: Stepper, args: RunArguments) {
    const { baseline, updateBaseline, ignoreRest } = args;
    if (ignoreRest && input.frames.frameCount === 1)
      throw new UsageError('--ignore-rest would leave nothing of one frame alone; leave it out.');
    this.input = input;
    this.stepper = stepper;
    this.args = args;
    this.linker = new ClashLinker(linkedFaces(input.frames.mesh, input.frames.remeshed));
    this.baseline = baseline === undefined || updateBaseline ? null : readBaseline(baseline, input.parts);
  }

  /** Adds the clashes of a frame. */
  addFrame(frame: number, clashes: readonly FrameClash[]): void {
    this.linker.addFrame(frame, clashes);
  }

  /** Adds a step, and the frame at its end. */
  addStep({ index, isCut, unchecked, counts: { vf, ee, first }, listed, before, places, after }: StepResult): void {
    if (before) this.addFrame(index, before);
    this.unchecked.add(index, unchecked);
    this.linker.addStep(index, places);
    this.addFrame(index + 1, after);
    if (isCut) return;
    const resting = places.reduce((sum, place) => sum + (place.isResting ? place.vf + place.ee : 0), 0);
    this.steps.push({
      from: index,
      to: index + 1,
      contacts: { vf, ee, resting },
      firstTime: first,
      crossingPairs: after.reduce((sum, { kind, pairs }) => (kind === 'crossing' ? sum + pairs : sum), 0),
    });
    this.contacts.add(index, listed, resting);
  }

  /**
   * Returns the result, after the last step; writes the baseline if that is asked for. `refine`
   * refines frames, and returns their clashes in the same order.
   */
  async finish(refine: (tasks: readonly RefineTask[]) => Promise<RefinedClash[]>): Promise<CheckResult> {
    const { input, stepper, steps, args } = this;
    const found = this.linker.finish();
    const clashes = withRefined(found, await refine(refineTasks(found, args.report !== undefined)));
    const comparison = await this.compare(clashes);
    const { ignoreRest, self, clearance } = args;
    const { isClosed } = stepper;
    const unchecked = this.unchecked.list(input.parts.names);
    return resultOfCheck({ input, isClosed, clashes, steps, unchecked, comparison, ignoreRest, self, clearance });
  }

  /** Writes JSON and CSV, and prints what people read. */
  write(result: CheckResult): void {
    const { json, csv } = this.args;
    if (csv !== undefined) writeWhole(csv, clashCsv(result.json));
    const text = json === undefined ? '' : printableJson(jsonText(result.json));
    if (json !== undefined && json !== STDOUT) writeWhole(json, text);
    process.stdout.write(json === STDOUT ? text : `${this.lines(result).map(printable).join('\n')}\n`);
  }

  /** Compares the clashes with the baseline, or writes that. */
  private async compare(clashes: readonly Clash[]): Promise<Comparison | null> {
    const { input, baseline, args } = this;
    if (args.baseline === undefined) return null;
    const { frames, parts } = input;
    const scene: Scene = { mesh: frames.mesh, parts, rest: await frames.read(0) };
    if (baseline) return compareWithBaseline(clashes, baseline, scene);
    writeBaseline(args.baseline, baselineOf(clashes, scene));
    return null;
  }

  private lines(result: CheckResult): string[] {
    return checkText(result, {
      notes: [...this.notes(), ...uncheckedLines(result.json)],
      baseline: this.baselineNote(result),
      contacts: this.contacts.line(),
    });
  }

  private baselineNote({ json }: CheckResult): string | null {
    const { baseline, updateBaseline } = this.args;
    if (baseline === undefined) return null;
    if (!updateBaseline) return baselineLine(baseline, json);
    const count = json.clashes.length === 1 ? '1 clash is' : `${thousands(json.clashes.length)} clashes are`;
    return `Wrote ${baseline}: ${count} known from now on.`;
  }

  private notes(): string[] {
    const { parts, notes, paths } = this.input;
    const { mesh, frameCount } = this.input.frames;
    const frames = frameCount === 1 ? '1 frame' : `${thousands(frameCount)} frames`;
    const size = `${thousands(mesh.vertexCount)} vertices and ${thousands(mesh.faceCount)} triangles`;
    const partCount = parts.names.length === 1 ? '1 part' : `${thousands(parts.names.length)} parts`;
    const remeshed = this.baseline ? remeshedNotes(remeshedParts(this.baseline, parts)) : [];
    return [`${frames} of ${size} in ${partCount}${frameCount === 1 ? '' : `; ${paths}`}.`, ...notes, ...remeshed];
  }
}

/** The JSON file: an entry of each list on a line of its own. */
function jsonText({ parts, clashes, steps, unchecked, ...rest }: CheckJson): string {
  const { version, files, frames, unit, summary, gone } = rest;
  const list = (rows: readonly unknown[]): string => `[${rows.map((row) => `\n  ${JSON.stringify(row)}`).join(',')}]`;
  const fields = [
    `"version": ${version}, "files": ${JSON.stringify(files)}`,
    `"parts": ${list(parts)}`,
    `"frames": ${frames}, "unit": ${JSON.stringify(unit)}`,
    `"summary": ${JSON.stringify(summary)}`,
    `"gone": ${list(gone)}`,
    `"clashes": ${list(clashes)}`,
    `"steps": ${list(steps)}`,
    `"unchecked": ${list(unchecked)}`,
  ];
  return `{ ${fields.join(',\n  ')} }\n`;
}
