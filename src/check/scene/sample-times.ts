// The times at which an animation is sampled: those of the file, or evenly spaced ones.
import { UsageError } from '../usage-error.ts';

/** The maximum number of steps that `--rate` may ask for; checking so many takes days. */
const MAX_STEPS = 10_000_000;

/**
 * Returns the times of the samples: `times`, or `rate` a second from the first of these to the
 * last, which is one of them.
 */
export function sampleTimes(path: string, times: readonly number[], rate: number | undefined): readonly number[] {
  if (rate === undefined || times.length < 2) return times;
  const [first, last] = [times[0], times[times.length - 1]];
  const steps = Math.max(1, Math.ceil((last - first) * rate - 1e-9));
  if (steps > MAX_STEPS)
    throw new UsageError(`${path}: --rate ${rate} asks for ${steps} steps; at most ${MAX_STEPS} are possible.`);
  return Array.from({ length: steps + 1 }, (_, i) => Math.min(last, first + i / rate));
}

/** Returns the name of a sample, for people: the file and the time in seconds. */
export function sampleName(path: string, time: number): string {
  return `${path}@${Number(time.toFixed(6))}`;
}
