// The number of contacts per step as bars, coloured by the time of the first contact in the step.
// It is a slider: click, drag, or keys. If steps are narrower than a pixel, a bar stands for
// several and shows the worst of them.
import { timeColour } from './colours.ts';
import { byId, count, plural, time } from './element.ts';

/**
 * Room for the numbers at the left and above the bars, and for the line below them, in CSS pixels.
 */
const MARGIN = { left: 2, top: 18, bottom: 18 };

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
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(canvas);
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
    const share = (event.clientX - left - MARGIN.left) / (width - 2 * MARGIN.left);
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
    const { canvas } = this;
    const context = canvas.getContext('2d');
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (context === null || width === 0 || this.stepCount === 0) return;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(canvas);
    const colour = (name: string) => style.getPropertyValue(name);
    const inner = width - 2 * MARGIN.left;
    const base = height - MARGIN.bottom;
    const cell = inner / this.stepCount;
    context.fillStyle = colour('--selected');
    context.fillRect(MARGIN.left + this.current * cell - 1, 0, Math.max(3, cell + 2), height);
    const most = this.steps.count.reduce<number>((sofar, contacts) => Math.max(sofar, contacts ?? 0), 0);
    this.drawBars(context, inner, base, most);
    context.fillStyle = colour('--line');
    context.fillRect(0, base, width, 1);
    this.drawLabels(context, width, base, most, colour('--muted'));
  }

  private drawBars(context: CanvasRenderingContext2D, inner: number, base: number, most: number): void {
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
      const tall = Math.max(3, ((base - MARGIN.top) * contacts(worst)) / most);
      context.fillStyle = timeColour(firstTime[worst] ?? 0).getStyle();
      context.fillRect(MARGIN.left + i * cell + gap / 2, base - tall, Math.max(1, cell - gap), tall);
    }
  }

  private drawLabels(
    context: CanvasRenderingContext2D,
    width: number,
    base: number,
    most: number,
    colour: string,
  ): void {
    context.fillStyle = colour;
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'top';
    context.fillText(`most: ${count(most)}`, MARGIN.left, 2);
    context.fillText('1', MARGIN.left, base + 4);
    context.textAlign = 'right';
    if (this.stepCount > 1) context.fillText(`${this.stepCount}`, width - MARGIN.left, base + 4);
  }
}
