// The tally of one step, and of all steps, from the columns of a report.
import { STAGES, type StageName } from '../../../check/stages.ts';
import type { TallyNumbers } from '../../../display/tally-chart.ts';
import type { StepColumns } from '../summary.ts';

/** Returns the tally of one step. */
export function tallyOfStep(steps: StepColumns, step: number, faceCount: number): TallyNumbers {
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, steps.tally[stage][step]]));
  return { ...(stages as Record<StageName, number>), faces: faceCount, contacts: steps.count[step] };
}

/** Returns the sums over all steps. */
export function tallyOfAll(steps: StepColumns, faceCount: number): TallyNumbers {
  const tallies = steps.count.map((_, step) => tallyOfStep(steps, step, faceCount));
  const sum = { ...tallies[0] };
  for (const tally of tallies.slice(1))
    for (const key of Object.keys(sum) as (keyof TallyNumbers)[]) (sum as Record<string, number>)[key] += tally[key];
  return sum;
}
