// A step whose vertices change their straight ways on it, as those of a simulation do where it has sub-steps: checked way by way.
import { copyOf, type Step } from '../check/step.ts';

/** Where vertices change their ways, and at which share of the step. */
export interface Bend {
  readonly at: number;
  readonly positions: Float64Array;
}

/** `check` looks at one straight way. Times are shares of the whole step; a pair that touches on several ways is there several times. */
export async function checkWays(
  x0: Float64Array,
  bends: readonly Bend[],
  x1: Float64Array,
  check: (x0: Float64Array, x1: Float64Array) => Promise<Step>,
): Promise<Step> {
  if (bends.length === 0) return check(x0, x1);
  const ends = [...bends, { at: 1, positions: x1 }];
  const ways: Step[] = [];
  let [from, start] = [0, x0];
  for (const { at, positions } of ends) {
    const way = copyOf(await check(start, positions));
    ways.push({ ...way, time: way.time.map((time) => from + (at - from) * time) });
    [from, start] = [at, positions];
  }
  return ways.reduce(joined);
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
