// The timeline: the number of contacts per step as bars, coloured by the time of the first contact
// in the step. It is a slider, for clicks, dragging and keys. If steps are narrower than a pixel, a
// bar stands for several and shows the worst of them.
import {
  BAR_MARGIN,
  type BarCanvas,
  beginBars,
  labelBars,
  markBar,
  redrawOnChange,
  SIDE_MARGIN,
} from './bar-canvas.ts';
import { timeColour } from './colours.ts';
import { byId, count, plural, time } from './element.ts';

/** The steps; each column has an entry per step, except `truncated`. */
export interface TimelineSteps {
  /** The name of the frame at the start. */
  readonly from: readonly string[];
  /** The name of the frame at the end. */
  readonly to: readonly string[];
  /** The number of contacts; null if it is not known yet. */
  readonly count: readonly (number | null)[];
  /** The time of the first contact; null if there is none. */
  readonly firstTime: readonly (number | null)[];
  /** The numbers of the steps that have more contacts than these, perhaps earlier ones. */
  readonly truncated: readonly number[];
}

/** The slider below the model. */
export class Timeline {
  private steps: TimelineSteps = { from: [], to: [], count: [], firstTime: [], truncated: [] };
  private readonly canvas = byId<HTMLCanvasElement>('bar-canvas');
  private readonly hint = byId('bar-hint');
  private readonly onSelect: (step: number) => void;
  private current = 0;

  /** `onSelect` is called when the user chooses a step. */
  constructor(onSelect: (step: number) => void) {
    this.onSelect = onSelect;
    const { canvas } = this;
    canvas.ariaValueMin = '1';
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.onSelect(this.stepAt(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.onSelect(this.stepAt(event));
      this.showHint(event);
    });
    canvas.addEventListener('pointerleave', () => {
      this.hint.hidden = true;
    });
    redrawOnChange(canvas, () => this.draw());
  }

  private get stepCount(): number {
    return this.steps.count.length;
  }

  /** Shows other steps, or the same ones with more known about them. */
  show(steps: TimelineSteps): void {
    this.steps = steps;
    this.canvas.ariaValueMax = String(this.stepCount);
    this.select(this.current);
  }

  /** Marks the current step. */
  select(step: number): void {
    this.current = step;
    this.canvas.ariaValueNow = String(step + 1);
    this.canvas.ariaValueText = this.describe(step);
    this.draw();
  }

  /** Describes a step for people and screen readers. */
  describe(step: number): string {
    const { count: counts, firstTime, truncated } = this.steps;
    const contacts = counts[step] ?? null;
    if (contacts === null) return `Step ${step + 1}: not checked yet`;
    const [least, before] = truncated.includes(step) ? ['at least ', ' or before'] : ['', ''];
    const some = `${least}${plural(contacts, 'contact')}, first at ${time(firstTime[step])}${before}`;
    return `Step ${step + 1}: ${contacts === 0 ? 'no contact' : some}`;
  }

  private stepAt(event: PointerEvent): number {
    const { left, width } = this.canvas.getBoundingClientRect();
    const share = (event.clientX - left - SIDE_MARGIN) / (width - 2 * SIDE_MARGIN);
    return Math.min(this.stepCount - 1, Math.max(0, Math.floor(share * this.stepCount)));
  }

  private showHint(event: PointerEvent): void {
    const { hint, canvas, steps } = this;
    const step = this.stepAt(event);
    hint.textContent = `${this.describe(step)} · ${steps.from[step]} → ${steps.to[step]}`;
    hint.hidden = false;
    const room = canvas.clientWidth - hint.offsetWidth;
    const { left } = canvas.getBoundingClientRect();
    hint.style.left = `${Math.max(0, Math.min(room, event.clientX - left - hint.offsetWidth / 2))}px`;
  }

  private draw(): void {
    const { stepCount } = this;
    const bars = stepCount > 0 && beginBars(this.canvas);
    if (!bars) return;
    const inner = bars.width - 2 * SIDE_MARGIN;
    const cell = inner / stepCount;
    const most = this.steps.count.reduce<number>((most, contacts) => Math.max(most, contacts ?? 0), 0);
    markBar(bars, SIDE_MARGIN + this.current * cell, cell);
    this.drawBars(bars, inner, most);
    labelBars(bars, `most: ${count(most)}`, stepCount);
  }

  private drawBars({ context, base }: BarCanvas, inner: number, most: number): void {
    const { count, firstTime } = this.steps;
    const contacts = (step: number) => count[step] ?? 0;
    const bars = Math.min(this.stepCount, Math.floor(inner));
    const cell = inner / bars;
    const gap = cell > 5 ? 1 : 0;
    for (let i = 0; i < bars; i++) {
      const first = Math.floor((i * this.stepCount) / bars);
      const end = Math.floor(((i + 1) * this.stepCount) / bars);
      let worst = first;
      for (let step = first; step < end; step++) if (contacts(step) > contacts(worst)) worst = step;
      if (contacts(worst) === 0) continue;
      // A single contact stays visible beside thousands.
      const tall = Math.max(3, ((base - BAR_MARGIN) * contacts(worst)) / most);
      context.fillStyle = timeColour(firstTime[worst] ?? 0).getStyle();
      context.fillRect(SIDE_MARGIN + i * cell + gap / 2, base - tall, Math.max(1, cell - gap), tall);
    }
  }
}
