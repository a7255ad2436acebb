// The time of each part of a simulation, stacked, step by step. A click jumps to the step.
import { PARTS } from '../../../scenes/cloth/part-times.ts';
import { BAR_MARGIN, beginBars, labelBars, markBar, redrawOnChange } from '../../display/bar-canvas.ts';
import { byId } from '../../display/element.ts';
import type { SimulatedStep } from '../protocol.ts';

/**
 * The fraction of steps that may exceed the chart: code that is not compiled yet takes far longer.
 */
const OUTLIER_FRACTION = 0.03;

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
    redrawOnChange(canvas, () => this.draw());
  }

  /** Draws the steps so far, out of `stepCount`, and marks the current one. */
  show(steps: readonly SimulatedStep[], stepCount: number, current: number): void {
    Object.assign(this, { steps, stepCount, current });
    this.draw();
  }

  private draw(): void {
    const { steps, stepCount, current } = this;
    const bars = stepCount > 0 && beginBars(this.canvas);
    if (!bars) return;
    const { context, width, base, colour } = bars;
    const cell = width / stepCount;
    const totals = steps.map(totalOf).sort((a, b) => a - b);
    const most = totals.at(-1) ?? 0;
    const top = totals[Math.floor((1 - OUTLIER_FRACTION) * (totals.length - 1))] || 1;
    const scale = (base - BAR_MARGIN) / top;
    markBar(bars, current * cell, cell);
    const ends = new Float64Array(steps.length).fill(base);
    const least = BAR_MARGIN - 4;
    for (const part of PARTS) {
      context.fillStyle = colour(`--${part}`);
      steps.forEach(({ ms }, i) => {
        const above = Math.max(least, ends[i] - scale * ms[part]);
        // A little wider than its cell, so that no background shows between neighbours.
        context.fillRect(i * cell, above, cell + 0.5, ends[i] - above);
        ends[i] = above;
      });
    }
    labelBars(bars, `up to ${top.toFixed(1)} ms${most > top ? `, the longest ${most.toFixed(1)} ms` : ''}`, stepCount);
  }
}

/** Returns the milliseconds of all parts. */
export function totalOf({ ms }: SimulatedStep): number {
  return PARTS.reduce((sum, part) => sum + ms[part], 0);
}
