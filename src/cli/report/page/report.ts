// The page of a report: one chosen moment, a step and a time within it, that all parts show. It works without the model, where the browser
// lacks WebGL or `DecompressionStream`, and says so.
import type { Summary } from '../summary.ts';
import { decodeModel } from './decode.ts';
import { byId, count, plural } from './element.ts';
import { bindKeys } from './keys.ts';
import { ModelView } from './model-view.ts';
import { Playback } from './playback.ts';
import type { Moment } from './pose.ts';
import { StepPanel } from './step-panel.ts';
import { showPairs, showWorst } from './tables.ts';
import { tallyChart, tallyOfAll } from './tally-chart.ts';
import { Timeline } from './timeline.ts';

class Report {
  private readonly summary: Summary;
  private readonly timeline: Timeline;
  private readonly panel: StepPanel;
  private readonly within = byId<HTMLInputElement>('within');
  private readonly playback = new Playback(
    () => this.view?.followAll(),
    (by) => this.advance(by),
  );
  private view: ModelView | undefined;
  private step = -1;
  private time = 0;

  constructor(summary: Summary) {
    this.summary = summary;
    const jump = (step: number) => this.jump(step);
    this.timeline = new Timeline(summary.steps, jump);
    this.panel = new StepPanel(summary);
    this.panel.onFocus = (vertices, kind, at) => {
      this.playback.stop();
      this.show(this.step, at);
      this.view?.focus(vertices, kind);
      byId('view').scrollIntoView({ block: 'nearest' });
    };
    showPairs(summary, jump);
    showWorst(summary, jump);
    byId('tally-total').append(tallyChart(tallyOfAll(summary.steps, summary.faceCount), summary.faceCount));
    showFacts(summary);
    this.within.addEventListener('input', () => this.show(this.step, Number(this.within.value)));
    byId('previous-contact').onclick = () => this.jumpToContact(-1);
    byId('next-contact').onclick = () => this.jumpToContact(1);
    bindKeys({ ...this.stepKeys(), ' ': () => this.playback.toggle() });
    const linked = Number(/^#step=(\d+)$/.exec(location.hash)?.[1]);
    this.jump(linked >= 1 && linked <= summary.steps.count.length ? linked - 1 : worstStep(summary));
  }

  /** Shows the step at its first contact, or at its start where it has none. */
  jump(step: number): void {
    this.playback.stop();
    const last = this.summary.steps.count.length - 1;
    const chosen = Math.min(last, Math.max(0, step));
    this.show(chosen, this.summary.steps.firstTime[chosen] ?? 0);
    this.view?.follow();
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
      this.view = new ModelView(canvas, context, this.summary, model);
      this.bindView(this.view);
      message.textContent = '';
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
      byId('view').classList.add('missing');
    }
    this.panel.show(this.step);
    this.show(this.step, this.time);
    this.view?.follow();
  }

  private show(step: number, within: number): void {
    if (step !== this.step) {
      this.timeline.select(step);
      this.panel.show(step);
    }
    this.step = step;
    this.time = within;
    this.within.value = String(within);
    byId('within-value').textContent = `t = ${within.toFixed(3)}`;
    if (this.view) byId('shown-note').textContent = this.note(this.view.show(step, within));
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

  private stepKeys(): Record<string, () => void> {
    const { length } = this.summary.steps.count;
    return {
      ArrowLeft: () => this.jump(this.step - 1),
      ArrowRight: () => this.jump(this.step + 1),
      PageUp: () => this.jump(this.step - 10),
      PageDown: () => this.jump(this.step + 10),
      Home: () => this.jump(0),
      End: () => this.jump(length - 1),
      n: () => this.jumpToContact(1),
      p: () => this.jumpToContact(-1),
    };
  }

  private bindView(view: ModelView): void {
    let up: 'y' | 'z' = 'y';
    byId('fit').onclick = () => view.fit();
    onToggle('wireframe', (pressed) => {
      view.isWireframe = pressed;
    });
    onToggle('see-through', (pressed) => {
      view.seesThrough = pressed;
    });
    byId('up-axis').onclick = () => {
      up = up === 'y' ? 'z' : 'y';
      view.up = up;
      byId('up-axis').textContent = `Up: ${up.toUpperCase()}`;
    };
    const click = (id: string) => () => byId(id).click();
    bindKeys({
      f: click('fit'),
      w: click('wireframe'),
      t: click('see-through'),
      u: click('up-axis'),
      'Shift+ArrowLeft': () => view.turn(-0.15, 0),
      'Shift+ArrowRight': () => view.turn(0.15, 0),
      'Shift+ArrowUp': () => view.turn(0, 0.15),
      'Shift+ArrowDown': () => view.turn(0, -0.15),
      '+': () => view.zoom(0.85),
      '-': () => view.zoom(1 / 0.85),
    });
  }
}

function onToggle(id: string, change: (pressed: boolean) => void): void {
  const button = byId(id);
  button.onclick = () => {
    const pressed = button.ariaPressed !== 'true';
    button.ariaPressed = String(pressed);
    change(pressed);
  };
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
