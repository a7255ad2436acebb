// The page of a report. All parts show one chosen moment: a step and a time within it. The page
// works without the model if the browser lacks WebGL or `DecompressionStream`, and says so.
import { byId, count, plural } from '../../../display/element.ts';
import { bindKeys } from '../../../display/keys.ts';
import { ModelView } from '../../../display/model-view.ts';
import { Playback } from '../../../display/playback.ts';
import { stepKeys } from '../../../display/step-keys.ts';
import { StepPanel } from '../../../display/step-panel.ts';
import { tallyChart } from '../../../display/tally-chart.ts';
import { Timeline } from '../../../display/timeline.ts';
import { ViewTools } from '../../../display/view-tools.ts';
import type { Summary } from '../summary.ts';
import { decodeModel, type Model } from './decode.ts';
import { showPairs, showWorst } from './report-tables.ts';
import { tallyOfAll, tallyOfStep } from './step-tally.ts';
import { type Moment, StoredPose } from './stored-pose.ts';

/** The decoded model and what draws it. */
interface Shown {
  readonly model: Model;
  readonly pose: StoredPose;
  readonly view: ModelView;
}

class Report {
  private readonly summary: Summary;
  private readonly timeline: Timeline;
  private readonly panel = new StepPanel();
  private readonly within = byId<HTMLInputElement>('within');
  private readonly playback = new Playback(
    () => this.followAll(),
    (by) => this.advance(by),
  );
  private shown: Shown | undefined;
  private step = -1;
  private time = 0;

  constructor(summary: Summary) {
    this.summary = summary;
    const jump = (step: number) => this.jump(step);
    this.timeline = new Timeline(jump);
    this.timeline.show(summary.steps);
    this.panel.onFocus = (vertices, kind, at) => {
      this.playback.stop();
      this.show(this.step, at);
      this.shown?.view.focus(vertices, kind);
      byId('view').scrollIntoView({ block: 'nearest' });
    };
    showPairs(summary, jump);
    showWorst(summary, jump);
    byId('tally-total').append(tallyChart(tallyOfAll(summary.steps, summary.faceCount), summary.faceCount));
    showFacts(summary);
    this.within.addEventListener('input', () => this.show(this.step, Number(this.within.value)));
    byId('previous-contact').onclick = () => this.jumpToContact(-1);
    byId('next-contact').onclick = () => this.jumpToContact(1);
    const keys = stepKeys(
      () => this.step,
      jump,
      (direction) => this.jumpToContact(direction),
    );
    bindKeys({ ...keys, ' ': () => this.playback.toggle() });
    const linked = Number(/^#step=(\d+)$/.exec(location.hash)?.[1]);
    this.jump(linked >= 1 && linked <= summary.steps.count.length ? linked - 1 : worstStep(summary));
  }

  /** Shows the step at its first contact, or at its start if it has none. */
  jump(step: number): void {
    this.playback.stop();
    const last = this.summary.steps.count.length - 1;
    const chosen = Math.min(last, Math.max(0, step));
    this.show(chosen, this.summary.steps.firstTime[chosen] ?? 0);
    this.shown?.view.follow();
    history.replaceState(null, '', `#step=${chosen + 1}`);
  }

  async loadModel(): Promise<void> {
    const canvas = byId<HTMLCanvasElement>('model');
    const message = byId('view-message');
    message.textContent = 'Unpacking the model…';
    try {
      if (this.summary.stored.frames.length < 2) throw new Error('There is no frame to show.');
      if (typeof DecompressionStream === 'undefined') throw new Error('This browser cannot unpack the model.');
      const model = await decodeModel(this.summary, (name) => byId(`${name}-data`).textContent ?? '');
      this.panel.model = model;
      const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
      if (context === null)
        throw new Error('This browser has no WebGL 2, so the model is not shown; all else is here.');
      const view = new ModelView(canvas, context);
      const pose = new StoredPose(this.summary, model);
      view.setModel(model, pose.positions);
      new ViewTools(view);
      this.shown = { model, pose, view };
      message.textContent = '';
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
      byId('view').classList.add('missing');
    }
    const { step } = this;
    this.step = -1;
    this.show(step, this.time);
    this.shown?.view.follow();
  }

  private show(step: number, within: number): void {
    if (step !== this.step) {
      this.timeline.select(step);
      this.showPanel(step);
      this.shown?.view.highlight(this.shown.model.touched[step]);
    }
    this.step = step;
    this.time = within;
    this.within.value = String(within);
    byId('within-value').textContent = `t = ${within.toFixed(3)}`;
    if (this.shown === undefined) return;
    byId('shown-note').textContent = this.note(this.shown.pose.set(step, within));
    this.shown.view.move();
  }

  private showPanel(step: number): void {
    const { steps, faceCount } = this.summary;
    this.panel.show({
      index: step,
      stepCount: steps.count.length,
      from: steps.from[step],
      to: steps.to[step],
      count: steps.count[step],
      vf: steps.vf[step],
      firstTime: steps.firstTime[step],
      ms: steps.ms[step],
      truncated: steps.truncated.includes(step),
      earliest: steps.earliest[step],
      leftOut: steps.leftOut[step],
      tally: tallyOfStep(steps, step, faceCount),
      faceCount,
    });
  }

  /** Brings every stored frame into view, so that nothing moves out of it. */
  private followAll(): void {
    const { vertexCount, stored } = this.summary;
    if (this.shown === undefined) return;
    const { model, view } = this.shown;
    const high = [0, 0, 0];
    for (const frame of model.frames)
      for (const v of model.triangles)
        for (let axis = 0; axis < 3; axis++) high[axis] = Math.max(high[axis], frame[axis * vertexCount + v]);
    view.followBox(
      [0, 0, 0],
      high.map((x) => x * stored.size),
    );
  }

  private note({ before, after, isChecked }: Moment): string {
    const { stored, steps } = this.summary;
    const all = steps.count.length + 1;
    const which =
      stored.frames.length === all
        ? `All ${count(all)} frames are in this file`
        : `${count(stored.frames.length)} of ${count(all)} frames are in this file, those around contacts first`;
    const name = (frame: number) => (frame < steps.from.length ? steps.from[frame] : steps.to[frame - 1]);
    const path = `between ${name(before)} and ${name(after)}`;
    const shown = isChecked ? `the straight path ${path}` : `in place of a frame that is not stored, the way ${path}`;
    return `Shown: ${shown}. ${which}, to ${stored.bits} bits a coordinate.`;
  }

  private advance(by: number): void {
    const end = this.summary.steps.count.length;
    const moment = this.step + this.time + by;
    if (moment >= end) {
      this.playback.stop();
      this.show(end - 1, 1);
    } else this.show(Math.floor(moment), moment % 1);
  }

  private jumpToContact(direction: 1 | -1): void {
    const { count: counts } = this.summary.steps;
    let step = this.step + direction;
    while (step >= 0 && step < counts.length && counts[step] === 0) step += direction;
    if (step >= 0 && step < counts.length) this.jump(step);
  }
}

function worstStep({ steps }: Summary): number {
  return steps.count.reduce((worst, contacts, step) => (contacts > steps.count[worst] ? step : worst), 0);
}

function showFacts({ vertexCount, faceCount, objects, steps, sources, paths, version }: Summary): void {
  const total = steps.ms.reduce((sum, ms) => sum + ms, 0);
  const facts = [
    plural(faceCount, 'triangle'),
    plural(vertexCount, 'vertex', 'vertices'),
    plural(objects.length, 'object'),
    plural(steps.count.length, 'step'),
    `${Number((total / 1000).toPrecision(3))} s of checking`,
  ];
  byId('facts').textContent = facts.join(' · ');
  byId('sources').textContent = `${sources.join(', ')}. ${paths} Written by graze ${version}.`;
}

const report = new Report(JSON.parse(byId('summary').textContent ?? '') as Summary);
void report.loadModel();
