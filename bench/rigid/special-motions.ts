// First contact on motions that are hard by design: mean and worst of each class, timed case by
// case, and whether the answer is the known one.
import { type SpecialCase, type SpecialName, specialMotions } from '../../scenes/rigid/index.ts';
import { firstContact, type RigidFirstContact } from '../../src/rigid.ts';
import { mean } from '../papers/table.ts';
import { bodyOf, motionsOf } from './bodies.ts';
import { checksum } from './first-contacts.ts';
import { type Part, type Row, small } from './part.ts';
import { timeTasks } from './rounds.ts';

const TARGET = 0.05;
/** CPU ms per round: enough for cases that are timed one by one. */
const ROUND = 1;
const TOLERANCE = 1e-4;

interface Case {
  readonly ask: () => RigidFirstContact;
  readonly known: SpecialCase;
}

/** Measures `count` cases of each class. */
export function special(count: number, seed: number): Part {
  const classes = (Object.keys(specialMotions) as SpecialName[]).map((name) => ({
    name,
    cases: specialMotions[name](count, seed).map(caseOf),
  }));
  const { unit, ms } = timeTasks(
    classes.flatMap(({ cases }) => cases.map(({ ask }) => ({ queries: 1, run: () => void ask() }))),
    ROUND,
  );
  const rows = classes.map(({ name, cases }, k): Row => {
    const times = ms.slice(k * count, (k + 1) * count);
    const answers = cases.map(({ ask }) => ask());
    const pairs = answers.map(({ tally }) => tally.boxPairs + tally.trianglePairs);
    return {
      name,
      queries: count,
      ms: mean(times),
      yardsticks: mean(times) / unit,
      target: TARGET,
      authors: null,
      more: [
        worst(times, unit),
        mean(pairs).toFixed(0),
        Math.max(...pairs).toFixed(0),
        String(cases.filter(({ known }, i) => !isRight(answers[i], known)).length),
        checksum(answers),
      ],
    };
  });
  return {
    title: `Special motions; seed ${seed}`,
    yardstick: unit,
    columns: ['worst, yardsticks (case)', 'pairs', 'most', 'wrong', 'checksum'],
    rows,
  };
}

function caseOf(known: SpecialCase): Case {
  const [a, b] = [bodyOf(known.bodies.a), bodyOf(known.bodies.b)];
  const [motionA, motionB] = motionsOf(known.motion);
  return { known, ask: () => firstContact(a, motionA, b, motionB, { tolerance: TOLERANCE }) };
}

function worst(times: readonly number[], unit: number): string {
  const most = Math.max(...times);
  return `${small(most / unit)}${most > TARGET * unit ? ' !' : ''} (${times.indexOf(most)})`;
}

/**
 * Whether an answer is right. For bodies that come within the tolerance without touching, both
 * answers are.
 */
function isRight({ state }: RigidFirstContact, { truth, least }: SpecialCase): boolean {
  if (truth === 'overlapping') return state === 'overlapping';
  if (truth === 'touching') return state === 'hit';
  return state === 'separated' || (state === 'hit' && least <= TOLERANCE);
}
