// The result of the current step, and of all known steps, as one sentence.
import { byId, count, plural } from '../display/element.ts';
import type { ClashResults } from './clash-results.ts';
import type { StepNumbers } from './protocol.ts';
import type { Settings } from './settings.ts';
import type { StepResults } from './step-results.ts';

/** Writes the sentence to the page. Nothing is called clean before its clashes are known. */
export function showStepSentence(results: StepResults, clashes: ClashResults, step: number, settings: Settings): void {
  const now = results.at(step, settings);
  const clashCount = clashes.at(step);
  const sentence = byId('sentence');
  sentence.className = stateOf(now, clashCount);
  const { known, touching } = results.summary(settings);
  const { known: frames, clashing } = clashes.summary();
  const all = [
    ...(clashing > 0 ? [`clashes in ${count(clashing)} of ${plural(frames, 'frame')}`] : []),
    `contacts in ${count(touching)} of ${plural(known, 'step')} checked`,
  ];
  sentence.textContent = `${hereText(now, clashCount)} in step ${step + 1} of ${results.stepCount}; ${all.join(', ')}.`;
}

function stateOf(now: StepNumbers | null, clashCount: number | null): string {
  if (clashCount !== null && clashCount > 0) return 'clashing';
  if (now !== null && now.count > 0) return 'touching';
  return now === null || clashCount === null ? 'unknown' : 'clean';
}

function hereText(now: StepNumbers | null, clashCount: number | null): string {
  const clashes = clashCount === null || clashCount === 0 ? [] : [plural(clashCount, 'clash', 'clashes')];
  const contacts = now === null || now.count === 0 ? [] : [contactsOf(now)];
  const found = [...clashes, ...contacts];
  if (found.length > 0) return capitalised(found.join(' and '));
  return now === null || clashCount === null ? 'Checking' : 'Nothing touches';
}

function contactsOf({ count: contacts, truncated }: StepNumbers): string {
  return `${truncated ? 'at least ' : ''}${plural(contacts, 'contact')}`;
}

function capitalised(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}
