// Fills the list of clashes from what is known, and keeps the selected one when the entries by pair
// of parts become clashes over intervals.
import type { ClashStage } from '../display/clash-stage.ts';
import type { ClashView } from '../display/clash-view.ts';
import { plural } from '../display/element.ts';
import type { ClashResults } from './clash-results.ts';

/** Shows the list, and says what it is a list of. */
export function listClashes(stage: ClashStage, clashes: ClashResults): void {
  const list = clashes.list();
  const { known } = clashes.summary();
  const frames = plural(list.frameCount, 'frame');
  const [found, where] = clashes.isLinked
    ? ['Clashes', `in ${frames}.`]
    : ['Clashes by pair of parts', `in ${known} of ${frames} so far.`];
  const what = list.clashes.length === 0 ? 'Nothing clashes' : found;
  stage.show(list, known === 0 ? 'Looking for clashes…' : `${what} ${where}`);
}

/**
 * Shows the list of linked clashes. The clash of the entry that was selected is selected in it; if
 * there was none, the clash of this number. Returns that clash; null if there is none.
 */
export function listLinked(stage: ClashStage, clashes: ClashResults, number: number | null): ClashView | null {
  const before = stage.selected;
  const clash = before ? clashes.linkedOf(before) : clashes.list().clashes.find(({ id }) => id === number);
  stage.deselect();
  listClashes(stage, clashes);
  if (clash) stage.preselect(clash);
  return clash ?? null;
}
