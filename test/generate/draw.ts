// Small draws shared by the query generators.
import type { Random } from '../../src/core/math/random.ts';
import { neighbour } from '../oracle/doubles.ts';
import type { Kind } from '../oracle/hit.ts';

/** Writes one query: 24 finite doubles at q[offset]. */
export type Fill = (kind: Kind, random: Random, q: Float64Array, offset: number) => void;

export interface QueryClass {
  readonly name: string;
  readonly fill: Fill;
}

export type Vec = readonly [number, number, number];

/** Four points, 12 numbers: v f0 f1 f2 or a0 a1 b0 b1. */
export type Pose = number[];

export const chance = (random: Random, probability: number): boolean => random.next() < probability;
export const pick = <T>(random: Random, choices: readonly T[]): T => choices[random.below(choices.length)];
export const sign = (random: Random): 1 | -1 => (chance(random, 0.5) ? 1 : -1);

/** low … high, both included. */
export const whole = (random: Random, low: number, high: number): number => low + random.below(high - low + 1);

/** Magnitude between 10^low and 10^high, evenly in the exponent. */
export const magnitude = (random: Random, low: number, high: number): number => 10 ** random.between(low, high);

export const wholeVec = (random: Random, size: number): Vec => [
  whole(random, -size, size),
  whole(random, -size, size),
  whole(random, -size, size),
];

export const realVec = (random: Random, size: number): Vec => [
  random.between(-size, size),
  random.between(-size, size),
  random.between(-size, size),
];

/** The steps of four points, 12 numbers. */
export const wholeSteps = (random: Random, size: number): number[] => repeat(12, () => whole(random, -size, size));
export const realSteps = (random: Random, size: number): number[] => repeat(12, () => random.between(-size, size));

/** a + k b. */
export const along = (a: Vec, k: number, b: Vec): Vec => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];

export const repeat = (count: number, make: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => make(i));

export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const result = [...values];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

/**
 * Moves `count` random coordinates among q[from … from + length) by one ulp. Zero is spared mostly: its neighbours are
 * 2^−1074 away, a test of its own.
 */
export function nudge(random: Random, q: Float64Array, from: number, length: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const at = from + random.below(length);
    if (q[at] !== 0 || chance(random, 0.1)) q[at] = neighbour(q[at], sign(random));
  }
}

export function mapQuery(q: Float64Array, offset: number, map: (x: number, axis: number) => number): void {
  for (let i = 0; i < 24; i++) q[offset + i] = map(q[offset + i], i % 3);
}
