// Writes the state of the page to its address, with a short delay.
import { formatState, type ViewState } from './view-state.ts';

/**
 * Milliseconds between a change of the state and the update of the address. Browsers allow only
 * some hundred updates per minute.
 */
const UPDATE_DELAY = 300;

/**
 * Returns a function that schedules an update of the address, to be called after every change of
 * the state; `state` returns the current one.
 */
export function keptAddress(state: () => ViewState): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState(null, '', formatState(state())), UPDATE_DELAY);
  };
}
