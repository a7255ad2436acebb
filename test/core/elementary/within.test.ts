// Whether features are within a distance: against exact minimisation, at distances next to the true
// one.
import { describe, expect, it } from 'vitest';
import { eeWithin, trianglesWithin, vfWithin } from '../../../src/core/elementary/within.ts';
import { findWrong, type Sizes } from '../../oracle/discrete-cases.ts';
import { oracleDistance, oracleWithin } from '../../oracle/discrete-distance.ts';
import { neighbour } from '../../oracle/doubles.ts';

interface Predicate {
  readonly name: string;
  readonly sizes: Sizes;
  readonly within: (q: Float64Array, offset: number, distance: number) => boolean;
}

const predicates: Predicate[] = [
  { name: 'vfWithin', sizes: [1, 3], within: vfWithin },
  { name: 'eeWithin', sizes: [2, 2], within: eeWithin },
  { name: 'trianglesWithin', sizes: [3, 3], within: trianglesWithin },
];

describe.each(predicates)('$name', ({ sizes: [m, n], within }) => {
  const all = Array.from({ length: m + n }, (_, i) => 3 * i);
  const [a, b] = [all.slice(0, m), all.slice(m)];

  it('is exact at the distance, a rounding around it, and far from it', () => {
    let attained = 0;
    const wrong = findWrong(411, 700, [m, n], (q) => {
      const distance = oracleDistance(q, a, b);
      if (!(distance < 1e300)) return null;
      const near = distance === 0 ? [0, Number.MIN_VALUE] : [neighbour(distance, -1), distance, neighbour(distance, 1)];
      for (const d of [...near, 0, distance / 2, 2 * distance]) {
        const want = oracleWithin(q, a, b, d);
        if (d === distance && want) attained++;
        if (within(q, 0, d) !== want) return `within ${d}: ${!want}, at distance ${distance}`;
      }
      return null;
    });
    expect(wrong).toEqual([]);
    expect(attained).toBeGreaterThan(100);
  });

  it('counts a distance that is reached exactly', () => {
    // Two parallel features 5 apart, shifted by (3, 4, 0) from each other.
    const foot = (i: number): number[] => [0, 0, i];
    const other = (i: number): number[] => [3, 4, i];
    const q = Float64Array.from(
      [...Array.from({ length: m }, (_, i) => foot(i)), ...Array.from({ length: n }, (_, i) => other(i))].flat(),
    );
    expect(within(q, 0, 5)).toBe(true);
    expect(within(q, 0, neighbour(5, -1))).toBe(false);
  });
});
