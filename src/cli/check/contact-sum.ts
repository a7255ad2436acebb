// How many contacts the steps of a check have, as a line for people.
import { thousands } from '../thousands.ts';
import { hundredths } from './check-text.ts';
import type { ContactCounts } from './contact-lister.ts';

/** The sum over all steps. */
export class ContactSum {
  private steps = 0;
  private touching = 0;
  private count = 0;
  private resting = 0;
  private cut = 0;
  /** The first contact, in frames, and whether there may be an earlier one. */
  private first: { readonly time: number; readonly isCut: boolean } | null = null;

  /** Steps arrive in order. `resting` is the number of contacts that only rest. */
  add(step: number, { vf, ee, first, truncated }: ContactCounts, resting: number): void {
    this.steps++;
    this.resting += resting;
    if (first === null) return;
    this.touching++;
    this.count += vf + ee;
    if (truncated) this.cut++;
    this.first ??= { time: step + first, isCut: truncated };
  }

  /** Returns the line; null for a still scene. */
  line(): string | null {
    const { steps, touching, count, resting, cut, first } = this;
    if (steps === 0) return null;
    if (first === null) return 'No step has a contact.';
    const where = steps === 1 ? 'the step' : `${thousands(touching)} of ${thousands(steps)} steps`;
    const when = `the first at ${hundredths(first.time)}${first.isCut ? ' or before' : ''}`;
    // Other contacts may be listed than those that places were found from (--first).
    const rest =
      resting === 0 || resting > count
        ? ''
        : resting === count
          ? '; all only rest'
          : `; ${thousands(resting)} only rest`;
    const found = `Contacts: ${cut > 0 ? 'at least ' : ''}${thousands(count)} in ${where}, ${when}${rest}.`;
    return cut > 0 ? `${found} ${truncation(cut)}` : found;
  }
}

function truncation(steps: number): string {
  const where = steps === 1 ? '1 step was' : `${thousands(steps)} steps were`;
  return `${where} not searched to the end (--max-contacts).`;
}
