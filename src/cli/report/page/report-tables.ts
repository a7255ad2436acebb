// The tables of the whole check: pairs of objects, and the steps with most contacts. Their buttons
// jump to a step.
import { byId, count, element, plural, table, time } from '../../../display/element.ts';
import type { Summary } from '../summary.ts';

/** The number of steps in the table. */
const MAX_STEPS = 12;

/** Fills the table of pairs of objects; `select` jumps to a step. */
export function showPairs(summary: Summary, select: (step: number) => void): void {
  const { pairs, objects, pairsLeftOut, steps: all } = summary;
  const place = byId('pairs');
  if (pairs.length === 0) {
    place.append(note('Nothing touches.'));
    return;
  }
  const rows = pairs.map(({ a, b, count: contacts, steps, firstStep, firstTime }) => [
    a === b ? `${objects[a]} with itself` : `${objects[a]} – ${objects[b]}`,
    count(contacts),
    count(steps),
    jump(firstStep, select),
    time(firstTime),
  ]);
  place.append(table(['Objects', 'Contacts', 'In steps', 'First step', 'at t'], 0, rows));
  if (pairsLeftOut > 0) place.append(note(`${plural(pairsLeftOut, 'pair')} with fewer contacts left out.`));
  const cut = all.truncated.length;
  if (cut > 0) place.append(note(`${plural(cut, 'step')} truncated: more contacts, perhaps earlier ones.`));
}

/** Fills the table of the steps with most contacts. */
export function showWorst({ steps }: Summary, select: (step: number) => void): void {
  const worst = steps.count
    .map((contacts, step) => ({ contacts, step }))
    .filter(({ contacts }) => contacts > 0)
    .sort((p, q) => q.contacts - p.contacts || p.step - q.step);
  const place = byId('worst');
  if (worst.length === 0) {
    place.append(note('No step has a contact.'));
    return;
  }
  const rows = worst
    .slice(0, MAX_STEPS)
    .map(({ contacts, step }) => [
      jump(step, select),
      `${steps.from[step]} → ${steps.to[step]}`,
      `${steps.truncated.includes(step) ? '≥ ' : ''}${count(contacts)}`,
      `${steps.truncated.includes(step) ? '≤ ' : ''}${time(steps.firstTime[step])}`,
    ]);
  place.append(table(['Step', 'Frames', 'Contacts', 'First at t'], 1, rows));
  const rest = worst.length - MAX_STEPS;
  if (rest > 0) place.append(note(`${plural(rest, 'more step')} with contacts.`));
}

function note(text: string): HTMLParagraphElement {
  return element('p', { className: 'note' }, text);
}

function jump(step: number, select: (step: number) => void): HTMLButtonElement {
  const title = `Show step ${step + 1}`;
  return element('button', { type: 'button', className: 'jump', title, onclick: () => select(step) }, String(step + 1));
}
