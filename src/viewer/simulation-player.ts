// Plays a simulation: existing steps are shown, and at the last one more are simulated, until it is
// over, it is pinched, or the requested step is reached.
import { byId } from '../display/element.ts';
import type { Playback } from '../display/playback.ts';
import { SimulationPanel } from './panels/simulation-panel.ts';
import type { SimulatedStep } from './protocol.ts';
import type { Session } from './session.ts';

/** What a player tells the page. */
export interface SimulationEvents {
  /** Shows a step that exists. */
  onStep(step: number): void;
  /** The user has chosen this step. */
  onSelect(step: number): void;
  /** The user wants to start again. */
  onRestart(): void;
}

/** Connects a session with the playback. */
export class SimulationPlayer {
  /** The step at which playing ends. */
  stopAt = Infinity;
  private readonly panel: SimulationPanel;
  private readonly session: Session;
  private readonly playback: Playback;
  private readonly events: SimulationEvents;

  /** Does nothing until `begin`. */
  constructor(session: Session, playback: Playback, events: SimulationEvents) {
    this.session = session;
    this.playback = playback;
    this.events = events;
    this.panel = new SimulationPanel(
      (step) => events.onSelect(step),
      () => events.onRestart(),
    );
  }

  /** Whether a simulation is open. */
  get isOpen(): boolean {
    return this.panel.isOpen;
  }

  /** The last step that exists; −1 if there is none. */
  get lastStep(): number {
    return this.panel.lastStep;
  }

  /** Plays from the start to the step `stopAt`. */
  begin(stepCount: number): void {
    const { stopAt } = this;
    this.panel.open(stepCount);
    this.simulate();
    if (stopAt === 0) return;
    this.playback.start();
    this.stopAt = stopAt;
  }

  /** Closes the simulation. */
  end(): void {
    this.panel.close();
  }

  /** Shows the costs of a step. */
  show(step: number): void {
    this.panel.show(step);
  }

  /** Takes a step that has been simulated; shows it if it `isWanted`. */
  receive(simulated: SimulatedStep, isWanted: boolean): void {
    this.panel.add(simulated);
    if (simulated.isPinched) this.playback.stop();
    else if (isWanted) this.events.onStep(simulated.step);
  }

  /** Shows the next step, at the earliest one animation frame later. */
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
