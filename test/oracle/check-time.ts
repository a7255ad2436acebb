// Checks a time that the product gives for a query against the oracle, by the contract of
// docs/numerics.md, and says what is wrong with it, if anything.
import { type Kind, oracleHit } from './hit.ts';

export type TimeFault = 'missed' | 'false' | 'late' | 'zero' | 'early';

/** The most a time may fall short of the root, as a part of it. */
const EARLIEST = 1e-3;

/** Below this a double has too few bits for a relative promise. */
const TINIEST = 1e-300;

export function faultOfTime(
  kind: Kind,
  q: ArrayLike<number>,
  offset: number,
  time: number,
  degree = 1,
): TimeFault | null {
  const truth = oracleHit(kind, q, offset, degree);
  if (!truth.hit) return time === Number.POSITIVE_INFINITY ? null : 'false';
  if (!(time <= 1)) return 'missed';
  if (!(time >= 0) || truth.isLate(time)) return 'late';
  if (truth.upper < TINIEST) return null; // touching at the start included
  if (time === 0) return 'zero';
  return truth.upper - time > EARLIEST * truth.upper ? 'early' : null;
}
