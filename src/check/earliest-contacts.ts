// The few contacts of a step that a page lists one by one: the earliest, because the others often
// follow from them.
import type { Step } from './step.ts';

/** A contact; kind, a and b as in `Contacts`. */
export type ListedContact = readonly [time: number, kind: number, a: number, b: number];

/** Returns up to `most` contacts, ascending in time; ties keep their order. */
export function earliestContacts(
  { count, kind, a, b, time }: Pick<Step, 'count' | 'kind' | 'a' | 'b' | 'time'>,
  most: number,
): ListedContact[] {
  const rows: number[] = [];
  for (let i = 0; i < count; i++) {
    if (rows.length === most && time[i] >= time[rows[most - 1]]) continue;
    let place = rows.length;
    while (place > 0 && time[i] < time[rows[place - 1]]) place--;
    rows.splice(place, 0, i);
    rows.length = Math.min(rows.length, most);
  }
  return rows.map((i) => [time[i], kind[i], a[i], b[i]]);
}
