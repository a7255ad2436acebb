// Puts one case to an engine several times: as it is, with the bodies swapped, moved as a whole,
// and with other tolerances. Reports what is wrong with an answer, or between two of them.
import type { Random } from '../../src/core/math/random.ts';
import { checkFirstContact, type RigidAnswer, type RigidCase } from './rigid-check.ts';
import { faultOfDifference, faultOfRefinement, moved, swapped } from './rigid-invariances.ts';

/** The engine: `tolerance` is what it made of the one it was asked for. */
export type Ask = (query: RigidCase, tolerance: number) => RigidAnswer & { readonly tolerance: number };

export interface Findings {
  readonly state: string;
  readonly time: number;
  readonly faults: readonly string[];
  readonly undecided: boolean;
}

export const TOLERANCE = 1e-4;
const TOLERANCES: readonly number[] = [1e-3, TOLERANCE, 1e-6];

export function examine(ask: Ask, query: RigidCase): Findings {
  const answer = ask(query, TOLERANCE);
  const { fault, undecided } = checkFirstContact(query, answer, answer.tolerance);
  return { state: answer.state, time: answer.time, faults: fault === null ? [] : [fault], undecided };
}

/** Also with swapped bodies, moved and refined. */
export function examineVariants(ask: Ask, query: RigidCase, random: Random): Findings {
  const plain = examine(ask, query);
  const answer = ask(query, TOLERANCE);
  const faults = [...plain.faults];
  let { undecided } = plain;
  const note = (variant: string, fault: string | null): void => {
    if (fault !== null) faults.push(`${variant}: ${fault}`);
  };
  const check = (variant: string, changed: RigidCase, tolerance: number): RigidAnswer => {
    const other = ask(changed, tolerance);
    const verdict = checkFirstContact(changed, other, other.tolerance);
    undecided ||= verdict.undecided;
    note(variant, verdict.fault);
    return other;
  };
  note('swapped', faultOfDifference(query, answer, check('swapped', swapped(query), TOLERANCE), TOLERANCE));
  note('moved', faultOfDifference(query, answer, check('moved', moved(random, query), TOLERANCE), TOLERANCE));
  const refined = TOLERANCES.map((tolerance) => check(`tolerance ${tolerance}`, query, tolerance));
  for (let i = 1; i < refined.length; i++)
    note('refined', faultOfRefinement(query, refined[i - 1], refined[i], TOLERANCES[i]));
  return { ...plain, faults, undecided };
}
