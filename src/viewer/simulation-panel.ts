// A simulation as far as it has come: how it stands in a line, what the step that is shown took, and a chart of all steps.
import { PARTS } from '../../scenes/cloth/part-times.ts';
import { byId, element, plural } from '../display/element.ts';
import { PartChart, totalOf } from './part-chart.ts';
import type { SimulatedStep } from './protocol.ts';
import { simulationSentence } from './simulation-sentence.ts';

export class SimulationPanel {
  private readonly section = byId('simulation');
  private readonly chart: PartChart;
  private steps: SimulatedStep[] = [];
  private stepCount = 0;
  /** The answer after which nothing comes, if there is one. */
  private pinched: SimulatedStep | undefined;

  constructor(onSelect: (step: number) => void, onRestart: () => void) {
    this.chart = new PartChart(onSelect);
    byId('restart').onclick = onRestart;
    this.close();
  }

  get isOpen(): boolean {
    return !this.section.hidden;
  }

  /** Of the steps that are there; −1 where none is. */
  get lastStep(): number {
    return this.steps.length - 1;
  }

  get canGoOn(): boolean {
    return this.pinched === undefined && this.steps.length < this.stepCount;
  }

  open(stepCount: number): void {
    this.section.hidden = false;
    this.steps = [];
    this.pinched = undefined;
    this.stepCount = stepCount;
    this.show(0);
  }

  close(): void {
    this.section.hidden = true;
  }

  add(step: SimulatedStep): void {
    if (step.isPinched) this.pinched = step;
    else this.steps.push(step);
  }

  show(step: number): void {
    if (!this.isOpen) return;
    const state = byId('simulation-state');
    state.classList.toggle('pinched', this.pinched !== undefined);
    state.textContent = simulationSentence(this.steps, this.stepCount, this.pinched);
    const shown = this.steps[step];
    byId('part-times').replaceChildren(...(shown ? partsOf(shown) : []));
    byId('simulation-step').textContent = shown ? factsOf(shown) : '';
    this.chart.show(this.steps, this.stepCount, step);
  }
}

function partsOf({ ms }: SimulatedStep): HTMLElement[] {
  return PARTS.toReversed().map((part) => {
    const swatch = element('span', { className: `swatch ${part}` });
    return element('li', {}, swatch, `${part} ${ms[part].toFixed(1)} ms`);
  });
}

function factsOf(step: SimulatedStep): string {
  return `Step ${step.step + 1}: ${totalOf(step).toFixed(1)} ms, ${plural(step.substeps, 'sub-step')}.`;
}
