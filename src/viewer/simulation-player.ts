// A simulation that is watched: steps that are there are played, at the last one more are simulated, until it is over, pinched, or where it was
// to go.
import { byId } from '../display/element.ts';
import type { Playback } from '../display/playback.ts';
import type { SimulatedStep } from './protocol.ts';
import type { Session } from './session.ts';
import { SimulationPanel } from './simulation-panel.ts';

export interface SimulationEvents {
  /** Shows a step that is there. */
  onStep(step: number): void;
  /** The person at the page wants this step. */
  onSelect(step: number): void;
  onRestart(): void;
}

export class SimulationPlayer {
  /** The step that playing ends at. */
  stopAt = Infinity;
  private readonly panel: SimulationPanel;
  private readonly session: Session;
  private readonly playback: Playback;
  private readonly events: SimulationEvents;

  constructor(session: Session, playback: Playback, events: SimulationEvents) {
    this.session = session;
    this.playback = playback;
    this.events = events;
    this.panel = new SimulationPanel(
      (step) => events.onSelect(step),
      () => events.onRestart(),
    );
  }

  get isOpen(): boolean {
    return this.panel.isOpen;
  }

  /** −1 as long as there is none. */
  get lastStep(): number {
    return this.panel.lastStep;
  }

  /** From the start to the step `stopAt`. */
  begin(stepCount: number): void {
    const { stopAt } = this;
    this.panel.open(stepCount);
    this.simulate();
    if (stopAt === 0) return;
    this.playback.start();
    this.stopAt = stopAt;
  }

  end(): void {
    this.panel.close();
  }

  show(step: number): void {
    this.panel.show(step);
  }

  receive(simulated: SimulatedStep, isWanted: boolean): void {
    this.panel.add(simulated);
    if (simulated.isPinched) this.playback.stop();
    else if (isWanted) this.events.onStep(simulated.step);
  }

  /** To the next step, a frame of the screen later at the earliest. */
  advanceFrom(step: number): void {
    if (this.session.isAwaiting) return;
    const { lastStep, canGoOn } = this.panel;
    if (step >= this.stopAt || (step >= lastStep && !canGoOn)) this.playback.stop();
    else if (step >= lastStep) this.simulate();
    else this.events.onStep(step + 1);
  }

  private simulate(): void {
    byId('main').ariaBusy = 'true';
    this.session.simulate();
  }
}
