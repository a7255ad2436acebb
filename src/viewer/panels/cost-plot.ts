// Plots what steps cost, a curve for each of the settings that were tried: milliseconds or
// elementary tests. A click jumps to the step.
import uPlot from 'uplot';
import { byId } from '../../display/element.ts';
import type { StepNumbers } from '../protocol.ts';
import type { StepResults } from '../step-results.ts';

/** The height of the plot, in CSS pixels. */
const HEIGHT = 200;
/** The colours of the curves: they differ in hue and lightness, on light and on dark background. */
const COLOURS = ['#3f7fe0', '#d9730d', '#2a9d6f', '#b05cc6', '#8a8f98', '#c2184b', '#128fa6'];

/** The costs that can be plotted; null for 0, which a logarithmic scale cannot show. */
const COSTS: Readonly<Record<string, (numbers: StepNumbers) => number | null>> = {
  ms: ({ ms }) => ms || null,
  tests: ({ tally }) => tally.tests || null,
};

/** The plot and the choice of its quantity. */
export class CostPlot {
  private readonly place = byId('costs');
  private readonly onSelect: (step: number) => void;
  private plot: uPlot | undefined;
  private results: StepResults | undefined;
  private names = '';
  private cost = 'ms';
  private current = 0;

  /** `onSelect` is called when the user clicks a step. */
  constructor(onSelect: (step: number) => void) {
    this.onSelect = onSelect;
    for (const cost of Object.keys(COSTS)) byId(`cost-${cost}`).onclick = () => this.choose(cost);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.rebuild());
    new ResizeObserver(() => {
      const width = this.place.clientWidth;
      if (width > 0) this.plot?.setSize({ width, height: HEIGHT });
    }).observe(this.place);
  }

  /** Draws all results and marks the current step. */
  show(results: StepResults, step: number): void {
    const isOther = results !== this.results;
    this.results = results;
    this.current = step;
    const curves = results.curves(COSTS[this.cost]);
    const names = curves.map(({ name }) => name).join('\n');
    if (isOther || names !== this.names || this.plot === undefined) this.build(curves.map(({ name }) => name));
    this.names = names;
    const steps = Array.from({ length: results.stepCount }, (_, i) => i + 1);
    this.plot?.setData([steps, ...curves.map(({ values }) => values)]);
  }

  private choose(cost: string): void {
    this.cost = cost;
    for (const other of Object.keys(COSTS)) byId(`cost-${other}`).ariaPressed = String(other === cost);
    this.rebuild();
  }

  private rebuild(): void {
    this.plot?.destroy();
    this.plot = undefined;
    if (this.results) this.show(this.results, this.current);
  }

  private build(names: readonly string[]): void {
    this.plot?.destroy();
    const style = getComputedStyle(this.place);
    const [muted, line, selected] = ['--muted', '--line', '--selected'].map((name) => style.getPropertyValue(name));
    const lines = { stroke: line, width: 1 };
    const axis = { stroke: muted, grid: lines, ticks: lines };
    const powers = { ...lines, filter: powersOfTen };
    const costs = { ...axis, size: 60, grid: powers, ticks: powers, filter: powersOfTen, values: shortNumbers };
    this.plot = new uPlot(
      {
        width: this.place.clientWidth,
        height: HEIGHT,
        // Recipes differ by orders of magnitude: the scale is logarithmic.
        scales: { x: { time: false }, y: { distr: 3 } },
        axes: [axis, costs],
        series: [{ label: 'Step' }, ...names.map((label, i) => curve(label, COLOURS[i % COLOURS.length]))],
        hooks: { drawClear: [(plot) => this.markStep(plot, selected)], ready: [(plot) => this.listen(plot)] },
      },
      [[]],
      this.place,
    );
  }

  private markStep(plot: uPlot, colour: string): void {
    const at = plot.valToPos(this.current + 1, 'x', true);
    const { top, height } = plot.bbox;
    plot.ctx.fillStyle = colour;
    plot.ctx.fillRect(at - 3 * devicePixelRatio, top, 6 * devicePixelRatio, height);
  }

  private listen(plot: uPlot): void {
    plot.over.addEventListener('click', () => {
      if (typeof plot.cursor.idx === 'number') this.onSelect(plot.cursor.idx);
    });
  }
}

/** Keeps only the grid lines at powers of ten, because others would fill a logarithmic plot. */
function powersOfTen(_: uPlot, splits: number[]): (number | null)[] {
  return splits.map((value) => (Number.isInteger(Math.log10(value)) ? value : null));
}

function shortNumbers(_: uPlot, splits: (number | null)[]): string[] {
  return splits.map((value) => value?.toLocaleString('en', { notation: 'compact' }) ?? '');
}

function curve(label: string, stroke: string): uPlot.Series {
  return {
    label,
    stroke,
    width: 1.5,
    points: { show: true, size: 4, fill: stroke },
    value: (_, value) => (value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 2 })),
  };
}
