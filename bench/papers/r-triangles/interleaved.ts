// Times several ways of one thing, and checks that they agree.
import { cpuMs, median } from '../../measure.ts';

const ROUNDS = 3;

/** Median CPU milliseconds of each of these, run in turn. Run them once before, so that they are warm. */
export function interleaved(runs: readonly (() => unknown)[]): number[] {
  const spent: number[][] = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    runs.forEach((run, i) => {
      spent[i].push(cpuMs(run));
    });
  return spent.map(median);
}

/** The number that all ways found; throws unless it is the same. */
export function agreed(found: readonly number[]): number {
  if (new Set(found).size > 1) throw new Error(`The methods found different numbers: ${found.join(', ')}.`);
  return found[0];
}
