// What steps cost, a curve for each of the settings that were tried: milliseconds or elementary tests. A click jumps to the step.
import uPlot from 'uplot';
import { byId } from '../display/element.ts';
import type { StepNumbers } from './protocol.ts';
import type { StepResults } from './step-results.ts';

const HEIGHT = 200;
/** Apart in hue and lightness, on light and on dark ground. */
const COLOURS = ['#3f7fe0', '#d9730d', '#2a9d6f', '#b05cc6', '#8a8f98', '#c2184b', '#128fa6'];

const COSTS: Readonly<Record<string, (numbers: StepNumbers) => number | null>> = {
  ms: ({ ms }) => ms,
  tests: ({ tally }) => tally?.tests ?? null,
};

export class CostPlot {
  private readonly place = byId('costs');
  private readonly onSelect: (step: number) => void;
  private plot: uPlot | undefined;
  private results: StepResults | undefined;
  private names = '';
  private cost = 'ms';
  private current = 0;

  constructor(onSelect: (step: number) => void) {
    this.onSelect = onSelect;
    for (const cost of Object.keys(COSTS)) byId(`cost-${cost}`).onclick = () => this.choose(cost);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.rebuild());
    new ResizeObserver(() => {
      const width = this.place.clientWidth;
      if (width > 0) this.plot?.setSize({ width, height: HEIGHT });
    }).observe(this.place);
  }

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
    const axis = { stroke: muted, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    this.plot = new uPlot(
      {
        width: this.place.clientWidth,
        height: HEIGHT,
        scales: { x: { time: false }, y: { range: (_, __, high) => [0, 1.1 * (high || 1)] } },
        axes: [axis, { ...axis, size: 64 }],
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

function curve(label: string, stroke: string): uPlot.Series {
  return {
    label,
    stroke,
    width: 1.5,
    points: { show: true, size: 4, fill: stroke },
    value: (_, value) => (value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 2 })),
  };
}
