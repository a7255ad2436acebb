// The address follows the state, a little later.
import { formatState, type ViewState } from './view-state.ts';

/** Milliseconds: browsers allow some hundred changes of the address a minute. */
const DELAY = 300;

export class KeptAddress {
  private readonly state: () => ViewState;
  private timer = 0;

  constructor(state: () => ViewState) {
    this.state = state;
  }

  /** The state has changed. */
  renew(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => history.replaceState(null, '', formatState(this.state())), DELAY);
  }
}
