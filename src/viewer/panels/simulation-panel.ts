// The progress of a simulation: its state in a line, the costs of the current step, and a chart of
// all steps.
import { PARTS } from '../../../scenes/cloth/part-times.ts';
import { byId, element, plural } from '../../display/element.ts';
import type { SimulatedStep } from '../protocol.ts';
import { simulationSentence } from '../simulation-sentence.ts';
import { PartChart, totalOf } from './part-chart.ts';

/** The panel. */
export class SimulationPanel {
  private readonly section = byId('simulation');
  private readonly chart: PartChart;
  private steps: SimulatedStep[] = [];
  private stepCount = 0;
  /** The step that could not be completed, if there is one; none follows it. */
  private pinched: SimulatedStep | undefined;

  /** `onSelect` is called when the user clicks a step, `onRestart` for the button. */
  constructor(onSelect: (step: number) => void, onRestart: () => void) {
    this.chart = new PartChart(onSelect);
    byId('restart').onclick = onRestart;
    this.close();
  }

  /** Whether a simulation is open. */
  get isOpen(): boolean {
    return !this.section.hidden;
  }

  /** The last step that exists; −1 if there is none. */
  get lastStep(): number {
    return this.steps.length - 1;
  }

  /** Whether more steps can follow. */
  get canGoOn(): boolean {
    return this.pinched === undefined && this.steps.length < this.stepCount;
  }

  /** Shows a simulation of `stepCount` steps, from its start. */
  open(stepCount: number): void {
    this.section.hidden = false;
    this.steps = [];
    this.pinched = undefined;
    this.stepCount = stepCount;
    this.show(0);
  }

  /** Hides the panel. */
  close(): void {
    this.section.hidden = true;
  }

  /** Adds a step that has been simulated. */
  add(step: SimulatedStep): void {
    if (step.isPinched) this.pinched = step;
    else this.steps.push(step);
  }

  /** Shows the costs of a step. */
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
