// Writes the state of the page to its address, with a short delay.
import { formatState, type ViewState } from './view-state.ts';

/** Milliseconds: browsers allow some hundred changes of the address per minute. */
const DELAY = 300;

/** The address of the page. */
export class KeptAddress {
  private readonly state: () => ViewState;
  private timer = 0;

  /** `state` returns the current state. */
  constructor(state: () => ViewState) {
    this.state = state;
  }

  /** Schedules an update, after a change of the state. */
  renew(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => history.replaceState(null, '', formatState(this.state())), DELAY);
  }
}
