// The oracle against a plain floating-point judge, on random queries and on degenerate ones with
// small integer coordinates.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { queryClasses } from '../generate/queries.ts';
import { type Kind, oracleHit, oracleMeetsAt } from './hit.ts';
import { advance, distanceAt } from './sampler.ts';

/**
 * Features of the classes below that come within this but do not touch are as good as never drawn.
 */
const near = 1e-7;
const queries = 400;
const seed = 20260101;
const classes = [
  'random',
  'lattice',
  'contact-at-1/3',
  'coplanar-flat',
  'coplanar-lattice',
  'collinear',
  'parallel',
  'degenerate-point',
  'degenerate-sliver',
];

describe.each(['vf', 'ee'] as Kind[])(`%s, ${queries} queries each, seed ${seed}`, (kind) => {
  it.each(queryClasses.filter(({ name }) => classes.includes(name)).map(({ name, fill }) => [name, fill] as const))(
    '%s',
    (_, fill) => {
      const random = seededRandom(seed);
      const q = new Float64Array(24);
      for (let i = 0; i < queries; i++) {
        fill(kind, random, q, 0);
        const { hit, lower, upper } = oracleHit(kind, q);
        const time = advance(kind, q, near);
        expect(hit, `query ${i}: ${q}`).toBe(time <= 1);
        if (!hit) continue;
        // The judge stops at distance `near`, so no later than the contact; and at the contact the
        // features do meet.
        expect(time, `query ${i}: ${q}`).toBeLessThanOrEqual(upper + 1e-12);
        expect(distanceAt(kind, q, lower), `query ${i}: ${q}`).toBeLessThan(1e-9);
      }
    },
  );

  it('standing still on a lattice', () => {
    const random = seededRandom(seed);
    for (let i = 0; i < 4 * queries; i++) {
      const pose = Array.from({ length: 12 }, () => random.below(4));
      const q = [...pose, ...pose];
      expect(oracleMeetsAt(kind, q, 0, { num: 1n, den: 3n }), `${pose}`).toBe(distanceAt(kind, q, 0) < 1e-9);
    }
  });
});
