// Checks a step whose vertices change direction within it, as in a simulation with sub-steps:
// segment by segment, each a straight motion.
import { copyOf, type Step } from '../check/step.ts';

/** A moment within a step at which vertices change direction. */
export interface Bend {
  /** The time, as a fraction of the step. */
  readonly at: number;
  /** The positions at that time. */
  readonly positions: Float64Array;
}

/**
 * Checks each segment with `check` and joins the results. Times are fractions of the whole step; a
 * pair that touches in several segments is listed several times.
 */
export async function checkSegments(
  x0: Float64Array,
  bends: readonly Bend[],
  x1: Float64Array,
  check: (x0: Float64Array, x1: Float64Array) => Promise<Step>,
): Promise<Step> {
  if (bends.length === 0) return check(x0, x1);
  const ends = [...bends, { at: 1, positions: x1 }];
  const segments: Step[] = [];
  let [from, start] = [0, x0];
  for (const { at, positions } of ends) {
    const segment = copyOf(await check(start, positions));
    segments.push({ ...segment, time: segment.time.map((time) => from + (at - from) * time) });
    [from, start] = [at, positions];
  }
  return segments.reduce(joined);
}

function joined(one: Step, other: Step): Step {
  const tally = { ...one.tally };
  for (const key of Object.keys(tally) as (keyof typeof tally)[]) tally[key] += other.tally[key];
  return {
    index: one.index,
    ms: one.ms + other.ms,
    count: one.count + other.count,
    kind: Uint8Array.from([...one.kind, ...other.kind]),
    a: Uint32Array.from([...one.a, ...other.a]),
    b: Uint32Array.from([...one.b, ...other.b]),
    time: Float64Array.from([...one.time, ...other.time]),
    tally,
    truncated: one.truncated || other.truncated,
  };
}
