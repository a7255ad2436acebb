// The time of each part of a simulation, stacked, step by step. A click jumps to the step.
import { PARTS } from '../../../scenes/cloth/part-times.ts';
import { byId } from '../../display/element.ts';
import type { SimulatedStep } from '../protocol.ts';

/**
 * The fraction of steps that may exceed the chart: code that is not compiled yet takes far longer.
 */
const OUTLIERS = 0.03;

/** Room above and below the bars, for numbers, in CSS pixels. */
const [ABOVE, BELOW] = [18, 18];

/** The chart. */
export class PartChart {
  private readonly canvas = byId<HTMLCanvasElement>('parts');
  private steps: readonly SimulatedStep[] = [];
  private stepCount = 0;
  private current = 0;

  /** `onSelect` is called when the user clicks a step. */
  constructor(onSelect: (step: number) => void) {
    const { canvas } = this;
    canvas.addEventListener('click', ({ clientX }) => {
      const { left, width } = canvas.getBoundingClientRect();
      onSelect(Math.floor(((clientX - left) / width) * this.stepCount));
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Draws the steps so far, out of `stepCount`, and marks the current one. */
  show(steps: readonly SimulatedStep[], stepCount: number, current: number): void {
    Object.assign(this, { steps, stepCount, current });
    this.draw();
  }

  private draw(): void {
    const { canvas, steps, stepCount, current } = this;
    const context = canvas.getContext('2d');
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (context === null || width === 0 || stepCount === 0) return;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(canvas);
    const colour = (name: string) => style.getPropertyValue(name);
    const cell = width / stepCount;
    const totals = steps.map(totalOf).sort((a, b) => a - b);
    const most = totals.at(-1) ?? 0;
    const top = totals[Math.floor((1 - OUTLIERS) * (totals.length - 1))] || 1;
    const scale = (height - ABOVE - BELOW) / top;
    context.fillStyle = colour('--selected');
    context.fillRect(current * cell - 1, 0, Math.max(3, cell + 2), height);
    const base = new Float64Array(steps.length).fill(height - BELOW);
    const least = ABOVE - 4;
    for (const part of PARTS) {
      context.fillStyle = colour(`--${part}`);
      steps.forEach(({ ms }, i) => {
        const above = Math.max(least, base[i] - scale * ms[part]);
        // A little wider than its cell, so that no background shows between neighbours.
        context.fillRect(i * cell, above, cell + 0.5, base[i] - above);
        base[i] = above;
      });
    }
    context.fillStyle = colour('--line');
    context.fillRect(0, height - BELOW, width, 1);
    const scaled = `up to ${top.toFixed(1)} ms${most > top ? `, the longest ${most.toFixed(1)} ms` : ''}`;
    this.label(context, scaled, height, colour('--muted'));
  }

  private label(context: CanvasRenderingContext2D, scale: string, height: number, colour: string): void {
    context.fillStyle = colour;
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'top';
    context.fillText(scale, 2, 2);
    context.fillText('1', 2, height - BELOW + 4);
    context.textAlign = 'right';
    context.fillText(String(this.stepCount), this.canvas.clientWidth - 2, height - BELOW + 4);
  }
}

/** Returns the milliseconds of all parts. */
export function totalOf({ ms }: SimulatedStep): number {
  return PARTS.reduce((sum, part) => sum + ms[part], 0);
}
