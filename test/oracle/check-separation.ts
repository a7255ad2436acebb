// Checks a time that the product gives for a minimum separation against a fine reference, and says
// what is wrong with it, if anything.
import type { Random } from '../../src/core/math/random.ts';
import type { QueryClass } from '../generate/draw.ts';
import type { Kind } from './hit.ts';
import { distanceAt, leastDistance } from './least-distance.ts';

/** Distances are rounded: what is that close to the limit may fall on either side. */
const ROUNDING = 1e-8;

/**
 * The separation is proven down to about 1e-11 of the features' size; the classes left out mix
 * sizes beyond that.
 */
export const separationClasses = (all: readonly QueryClass[]): readonly QueryClass[] =>
  all.filter(({ name }) => !/extreme|subnormal/.test(name));

/** A separation close to the least distance of the motion; any, where the features touch. */
export function drawSeparation(
  kind: Kind,
  q: Float64Array,
  random: Random,
  degree = 1,
): { separation: number; least: number } {
  const least = leastDistance(kind, q, 0, degree);
  const size = q.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
  const near = least * (1 + (random.next() < 0.5 ? -1 : 1) * 0.999 * 10 ** random.between(-5, 0));
  return { separation: (least > 1e-8 * size ? near : size * 10 ** random.between(-7, -1)) || 1e-3, least };
}

export function faultOfSeparation(
  kind: Kind,
  q: Float64Array,
  separation: number,
  least: number,
  time: number,
  degree = 1,
): 'missed' | 'beyond' | 'zero' | 'late' | null {
  if (time > 1) return least <= separation * (1 - ROUNDING) ? 'missed' : null;
  if (Math.min(least, distanceAt(kind, q, 0, time, degree)) > 1.001 * separation) return 'beyond';
  if (time === 0) return distanceAt(kind, q, 0, 0, degree) > 1.001 * separation ? 'zero' : null;
  for (let k = 0; k < 16; k++) {
    if (distanceAt(kind, q, 0, (time * k) / 16, degree) < separation * (1 - ROUNDING)) return 'late';
  }
  return null;
}
