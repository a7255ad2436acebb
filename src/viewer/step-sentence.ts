// The result of the current step, and of all known steps, as one sentence.
import { byId, count, plural } from '../display/element.ts';
import type { StepNumbers } from './protocol.ts';
import type { Settings } from './settings.ts';
import type { StepResults } from './step-results.ts';

/** Writes the sentence to the page. */
export function showStepSentence(results: StepResults, step: number, settings: Settings): void {
  const now = results.at(step, settings);
  const { known, touching } = results.summary(settings);
  const sentence = byId('sentence');
  sentence.className = now && now.count > 0 ? 'touching' : 'clean';
  const here = now === null ? 'Checking' : now.count === 0 ? 'Nothing touches' : contactsOf(now);
  const all = `contacts in ${count(touching)} of ${plural(known, 'step')} checked`;
  sentence.textContent = `${here} in step ${step + 1} of ${results.stepCount}; ${all}.`;
}

function contactsOf({ count: contacts, truncated }: StepNumbers): string {
  return `${truncated ? 'At least ' : ''}${plural(contacts, 'contact')}`;
}
