// The few contacts of a step that the page lists one by one: the earliest, because the rest often follows from them.
import type { ReportStep } from './report-step.ts';
import type { ListedContact } from './summary.ts';

/** Rows in all and in a step; every step with contacts lists one. */
const LISTED_IN_ALL = 20_000;
const LISTED_A_STEP = 12;

/** Ascending in time, ties in their own order. */
export function earliestContacts(step: ReportStep, stepCount: number): ListedContact[] {
  const { count, kind, a, b, time } = step;
  const most = Math.max(1, Math.min(LISTED_A_STEP, Math.floor(LISTED_IN_ALL / stepCount)));
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
