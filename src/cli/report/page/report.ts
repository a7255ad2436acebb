// The page of a report. All parts show one chosen moment: a step and a time within it. The list of
// clashes comes first; contacts and counters of the steps are behind the tab "How it was found".
// The page works without the model if the browser lacks WebGL or `DecompressionStream`, and says
// so.
import { ClashStage } from '../../../display/clash-stage.ts';
import { type ClashList, type ClashView, momentOf } from '../../../display/clash-view.ts';
import { byId, count, plural } from '../../../display/element.ts';
import { bindKeys } from '../../../display/keys.ts';
import { ModelView } from '../../../display/model-view.ts';
import { placeClash } from '../../../display/placed-clash.ts';
import { Playback } from '../../../display/playback.ts';
import { stepKeys } from '../../../display/step-keys.ts';
import { StepPanel } from '../../../display/step-panel.ts';
import { tallyChart } from '../../../display/tally-chart.ts';
import { Timeline } from '../../../display/timeline.ts';
import { ViewTools } from '../../../display/view-tools.ts';
import type { Summary } from '../summary.ts';
import { showClashPictures } from './clash-pictures.ts';
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
  private readonly clashes = new ClashStage(
    (clash) => {
      if (clash) this.showClash(clash);
      else this.showContacts();
      if (this.shown) byId('view').scrollIntoView({ block: 'nearest' });
    },
    () => this.changeTab(),
  );
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
    if (this.stepCount > 0)
      byId('tally-total').append(tallyChart(tallyOfAll(summary.steps, summary.faceCount), summary.faceCount));
    showFacts(summary);
    this.within.addEventListener('input', () => this.show(this.step, Number(this.within.value)));
    byId('previous-contact').onclick = () => this.jumpToContact(-1);
    byId('next-contact').onclick = () => this.jumpToContact(1);
    const keys = stepKeys(
      () => (this.clashes.tabs.shown === 'clashes' ? Math.round(this.step + this.time) : this.step),
      jump,
      (direction) => this.jumpToContact(direction),
    );
    bindKeys(this.clashes.keys({ ...keys, ' ': () => this.playback.toggle() }));
    // A still scene has no steps.
    byId('tab-found').hidden = this.stepCount === 0;
    for (const section of document.querySelectorAll<HTMLElement>('.timeline')) section.hidden = this.stepCount === 0;
    this.listClashes(noFaces(summary));
    this.restore();
  }

  private get stepCount(): number {
    return this.summary.steps.count.length;
  }

  /**
   * Shows a step at its first contact, or at its start if it has none; while clashes are shown, the
   * frame of this number.
   */
  jump(step: number): void {
    this.playback.stop();
    if (this.clashes.tabs.shown === 'clashes') {
      this.showMoment(Math.min(this.stepCount, Math.max(0, step)));
      return;
    }
    const chosen = Math.min(this.stepCount - 1, Math.max(0, step));
    this.show(chosen, this.summary.steps.firstTime[chosen] ?? 0);
    this.shown?.view.follow();
    history.replaceState(null, '', `#step=${chosen + 1}`);
  }

  async loadModel(): Promise<void> {
    const canvas = byId<HTMLCanvasElement>('model');
    const message = byId('view-message');
    message.textContent = 'Unpacking the model…';
    try {
      if (this.summary.stored.frames.length < 1) throw new Error('There is no frame to show.');
      if (typeof DecompressionStream === 'undefined') throw new Error('This browser cannot unpack the model.');
      const model = await decodeModel(this.summary, (name) => byId(`${name}-data`).textContent ?? '');
      this.panel.model = model;
      this.listClashes(model.clashes);
      showClashPictures(this.summary, model, (clash) => this.clashes.select(clash));
      const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
      if (context === null)
        throw new Error('This browser has no WebGL 2, so the model is not shown; all else is here.');
      const view = new ModelView(canvas, context);
      const pose = new StoredPose(this.summary, model);
      view.setModel(model, pose.positions);
      new ViewTools(view).up = this.summary.up;
      this.shown = { model, pose, view };
      message.textContent = '';
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
      byId('view').classList.add('missing');
    }
    const { step } = this;
    this.step = -1;
    this.show(step, this.time);
    const clash = this.clashes.shown;
    if (clash) this.showClash(clash);
    else this.shown?.view.follow();
  }

  private listClashes(clashes: readonly ClashView[]): void {
    const { leftOut, parts: _parts, ...found } = this.summary.clashes;
    const list: ClashList = { ...found, clashes };
    const nothing = clashes.length === 0 ? 'Nothing clashes.' : '';
    this.clashes.show(list, leftOut > 0 ? `${count(leftOut)} less deep ones are left out.` : nothing);
  }

  /** Shows what the address says: a step or a clash; by default the first clash. */
  private restore(): void {
    const [, name, text] = /^#(step|clash)=(\d+)$/.exec(location.hash) ?? [];
    const linked = Number(text) - 1;
    const clash = noFaces(this.summary).find(({ id }) => name === 'clash' && id === linked) ?? this.clashes.first;
    if (name === 'step' && linked >= 0 && linked < this.stepCount) {
      this.clashes.showTab('found');
      this.jump(linked);
    } else if (clash) this.clashes.select(clash);
    else this.jump(0);
  }

  private changeTab(): void {
    this.playback.stop();
    const clash = this.clashes.shown;
    if (clash) this.showClash(clash);
    else {
      if (this.clashes.selected) this.showContacts();
      this.jump(this.step);
    }
  }

  /** Shows the whole model, with the contacts of the step. */
  private showContacts(): void {
    this.shown?.view.showClash(null);
    this.shown?.view.fit();
  }

  /** Shows the two parts of a clash in its worst frame. */
  private showClash(clash: ClashView): void {
    this.playback.stop();
    this.showMoment(momentOf(clash));
    history.replaceState(null, '', `#clash=${clash.id + 1}`);
    if (this.shown === undefined) return;
    const { view, model } = this.shown;
    const placed = placeClash(clash, model, this.summary.stored.origin);
    view.showClash(placed);
    view.focusClash(placed);
  }

  private showMoment(moment: number): void {
    const step = Math.max(0, Math.min(this.stepCount - 1, Math.floor(moment)));
    this.show(step, moment - step);
  }

  private show(step: number, within: number): void {
    if (step !== this.step && this.stepCount > 0) {
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
    const clash = this.clashes.shown;
    this.shown.view.hasClashMarks = clash !== undefined && Math.abs(momentOf(clash) - step - within) < 1e-9;
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
      ms: null,
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
    const end = this.stepCount;
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

/** The clashes before their faces and curves are decoded. */
function noFaces({ clashes }: Summary): ClashView[] {
  const none = { facesA: new Uint32Array(0), facesB: new Uint32Array(0), curve: new Float64Array(0) };
  return clashes.clashes.map((clash) => ({ ...clash, ...none }));
}

function showFacts({ vertexCount, faceCount, clashes, steps, sources, paths, version }: Summary): void {
  const facts = [
    plural(faceCount, 'triangle'),
    plural(vertexCount, 'vertex', 'vertices'),
    plural(clashes.parts.length, 'part'),
    plural(steps.count.length, 'step'),
  ];
  byId('facts').textContent = facts.join(' · ');
  byId('sources').textContent = `${sources.join(', ')}. ${paths} Written by graze ${version}.`;
}

const report = new Report(JSON.parse(byId('summary').textContent ?? '') as Summary);
void report.loadModel();
