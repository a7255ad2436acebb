// The option `--shard`: one of several shares of the steps, such as 3/8.
import { UsageError } from '../../check/usage-error.ts';
import type { StepRange } from '../work-queue.ts';

/** A share, counted from 1. */
export interface Shard {
  /** Its number. */
  readonly number: number;
  /** How many there are. */
  readonly count: number;
}

/** The most shares: no scheduler has arrays of more. */
const MAX_SHARDS = 1_000_000;

/** Returns the share that a text names. Throws `UsageError`. */
export function parseShard(text: string): Shard {
  const match = /^(\d{1,7})\/(\d{1,7})$/.exec(text);
  const [number, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match && isShard({ number, count })) return { number, count };
  throw new UsageError(`--shard ${text}: it is a number and how many there are, such as 3/8 for the third of eight.`);
}

/** Whether there may be such a share. */
export function isShard({ number, count }: Shard): boolean {
  return number >= 1 && number <= count && count <= MAX_SHARDS;
}

/**
 * Returns the steps of a share. All shares have as many, but for one. They may begin within a tree:
 * a tree more costs about a step, an uneven share up to a whole tree.
 */
export function stepsOfShard({ number, count }: Shard, stepCount: number): StepRange {
  const startOf = (k: number): number => Math.floor((k * stepCount) / count);
  return { from: startOf(number - 1), to: startOf(number) };
}
