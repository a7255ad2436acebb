// Plays a simulation: existing steps are shown, and at the last one more are simulated, until it is
// over, it is pinched, or the requested step is reached.
import { byId } from '../display/element.ts';
import type { Playback } from '../display/playback.ts';
import type { SimulationPanel } from './panels/simulation-panel.ts';
import type { SimulatedStep } from './protocol.ts';
import type { Session } from './session.ts';

/** Connects the steps of a simulation with the playback. */
export class SimulationPlayer {
  /** The step at which playing ends. */
  stopAt = Infinity;
  private readonly session: Session;
  private readonly playback: Playback;
  private readonly panel: SimulationPanel;
  private readonly onStep: (step: number) => void;

  /** `panel` holds the steps so far; `onStep` shows a step that exists. */
  constructor(session: Session, playback: Playback, panel: SimulationPanel, onStep: (step: number) => void) {
    this.session = session;
    this.playback = playback;
    this.panel = panel;
    this.onStep = onStep;
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

  /** Takes a step that has been simulated; shows it if it `isWanted`. */
  receive(simulated: SimulatedStep, isWanted: boolean): void {
    this.panel.add(simulated);
    if (simulated.isPinched) this.playback.stop();
    else if (isWanted) this.onStep(simulated.step);
  }

  /** Shows the next step, at the earliest one animation frame later. */
  advanceFrom(step: number): void {
    if (this.session.isAwaiting) return;
    const { lastStep, canGoOn } = this.panel;
    if (step >= this.stopAt || (step >= lastStep && !canGoOn)) this.playback.stop();
    else if (step >= lastStep) this.simulate();
    else this.onStep(step + 1);
  }

  private simulate(): void {
    byId('main').ariaBusy = 'true';
    this.session.simulate();
  }
}
