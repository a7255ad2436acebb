// The sieve drops no pair that touches, and most of those that do not. `mutation.test.ts` shows that it
// needs its rounding bounds for that.
import { describe, expect, it } from 'vitest';
import { queryClasses } from '../../generate/queries.ts';
import { SievedQueries, sieved } from '../../generate/sieved-queries.ts';

const SEED = 23;

describe(`queries that the sieve drops never touch, seed ${SEED}`, () => {
  const sieve = new SievedQueries();
  for (const { name, fill } of queryClasses) it(name, () => expect(sieved(sieve, fill, SEED, 300).lost).toBe(0));
  for (const power of [-1000, -130, -60, 60, 90])
    it(`random motions scaled by 2^${power}`, () => {
      const { fill } = queryClasses.filter(({ name }) => /random/.test(name))[0];
      expect(sieved(sieve, fill, SEED, 1000, 2 ** power).lost).toBe(0);
    });
});

describe('the scale of the scene does not matter', () => {
  const { fill } = queryClasses.filter(({ name }) => /random/.test(name))[0];
  const dropped = (scale: number): number => sieved(new SievedQueries(), fill, SEED, 1000, scale).dropped;
  const most = dropped(1);
  it('most random motions are dropped', () => expect(most).toBeGreaterThan(500));
  for (const power of [-900, -60, 60, 90]) it(`as many at 2^${power}`, () => expect(dropped(2 ** power)).toBe(most));
});
