// The columns of all steps.
import { earliestContacts } from '../../check/earliest-contacts.ts';
import { STAGES, type StageName } from '../../check/stages.ts';
import { edgeContacts } from '../../check/step.ts';
import type { ReportStep } from './report-step.ts';
import type { StepColumns } from './summary.ts';

/**
 * The maximum number of contacts that the report lists in all, except that every step with contacts
 * lists at least one.
 */
const MAX_LISTED = 20_000;
/** The maximum number of contacts that the report lists for one step. */
const MAX_LISTED_PER_STEP = 12;

/** Collects steps as columns. */
export class StepTable {
  /** The columns so far. */
  readonly columns: StepColumns = {
    from: [],
    to: [],
    firstTime: [],
    count: [],
    vf: [],
    truncated: [],
    leftOut: [],
    earliest: [],
    tally: Object.fromEntries(STAGES.map((stage) => [stage, []])) as unknown as Record<StageName, number[]>,
  };

  /** Appends a step; `leftOut` is the number of its touched features that are not drawn. */
  add(step: ReportStep, stepCount: number, leftOut: number): void {
    const { columns } = this;
    const most = Math.max(1, Math.min(MAX_LISTED_PER_STEP, Math.floor(MAX_LISTED / stepCount)));
    columns.from.push(step.from);
    columns.to.push(step.to);
    columns.firstTime.push(step.firstTime);
    columns.count.push(step.count);
    columns.vf.push(step.count - edgeContacts(step));
    if (step.truncated) columns.truncated.push(step.index);
    columns.leftOut.push(leftOut);
    columns.earliest.push(earliestContacts(step, most));
    for (const stage of STAGES) columns.tally[stage].push(step.tally[stage]);
  }
}
