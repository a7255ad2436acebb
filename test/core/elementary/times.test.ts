// vfTime and eeTime against the second oracle, over every class of query, the published queries,
// past failures, and the changes of a query that must not change its answer.
import { describe, expect, it } from 'vitest';
import { QueryTimer } from '../../../src/core/elementary/query-timer.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { eeTime, MeshError, vfTime } from '../../../src/index.ts';
import { loadFixtures } from '../../generate/fixtures.ts';
import { invariances } from '../../generate/invariances.ts';
import { havePublishedQueries, loadPublishedQueries } from '../../generate/published-queries.ts';
import { queryClasses } from '../../generate/queries.ts';
import { faultOfSeparation } from '../../oracle/check-separation.ts';
import { faultOfTime } from '../../oracle/check-time.ts';
import { leastDistance } from '../../oracle/least-distance.ts';

const SEED = 20_261;
const KINDS = ['vf', 'ee'] as const;
const timeOf = { vf: vfTime, ee: eeTime };

/** A vertex that falls through the triangle in z = 0 from z = 1 to z = −1. */
const falling = [0.25, 0.25, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0];

describe('the elementary tests agree with the oracle', () => {
  const slow = new Set(['extreme-mixed', 'extreme-axes']);
  for (const { name, fill } of queryClasses) {
    it.each(KINDS)(`on ${name}, %s, seed ${SEED}`, (kind) => {
      const random = seededRandom(SEED);
      const q = new Float64Array(24);
      for (let i = 0; i < (slow.has(name) ? 25 : 150); i++) {
        fill(kind, random, q, 0);
        const time = timeOf[kind](q);
        expect(faultOfTime(kind, q, 0, time), `query ${i}, time ${time}: ${q.join(', ')}`).toBeNull();
      }
    });
  }

  it.each(loadFixtures())('on the past failure $name', ({ kind, separation, degree = 1, q }) => {
    const query = Float64Array.from(q);
    const time = timeOf[kind](query, 0, separation, degree);
    const least = leastDistance(kind, query, 0, degree);
    if (separation === 0) expect(faultOfTime(kind, query, 0, time, degree)).toBeNull();
    else expect(faultOfSeparation(kind, query, separation, least, time, degree)).toBeNull();
  });
});

describe.skipIf(!havePublishedQueries)('published queries', () => {
  it('are all answered right', () => {
    let count = 0;
    for (const { kind, set, q, truth } of loadPublishedQueries()) {
      for (let i = 0; i < truth.length; i++, count++) {
        expect(timeOf[kind](q, 24 * i) <= 1, `${set}, query ${i}`).toBe(truth[i] === 1);
      }
    }
    expect(count).toBeGreaterThan(3000);
  });
});

describe('an equivalent query has the same answer', () => {
  for (const { name, keepsTime, apply } of invariances) {
    it.each(KINDS)(`${name}, %s, seed ${SEED}`, (kind) => {
      const random = seededRandom(SEED);
      const q = new Float64Array(24);
      const changed = new Float64Array(24);
      let applied = 0;
      for (const { fill } of queryClasses) {
        for (let i = 0; i < 60; i++) {
          fill(kind, random, q, 0);
          if (!apply(kind, random, q, 0, changed)) continue;
          applied++;
          const [time, other] = [timeOf[kind](q), timeOf[kind](changed)];
          expect(other <= 1, `${q.join(', ')} became ${changed.join(', ')}`).toBe(time <= 1);
          if (keepsTime && time <= 1) expect(Math.abs(time - other)).toBeLessThanOrEqual(1e-3 * time);
        }
      }
      if (!(name === 'swapped edges' && kind === 'vf')) expect(applied).toBeGreaterThan(500);
    });
  }
});

describe('the doors', () => {
  it('read at the offset, from any array of numbers', () => {
    const time = vfTime(falling);
    expect(time).toBeGreaterThan(0.5 - 1e-12);
    expect(time).toBeLessThanOrEqual(0.5);
    expect(vfTime(Float32Array.from(falling))).toBe(time);
    expect(vfTime([9, 9, ...falling], 2)).toBe(time);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuse the coordinate %d and name the point',
    (bad) => {
      const query = falling.slice();
      query[19] = bad;
      for (const test of [vfTime, eeTime]) {
        for (const separation of [0, 0.1]) {
          const error = errorOf(() => test(query, 0, separation));
          expect(error).toBeInstanceOf(MeshError);
          expect(error).toMatchObject({ fault: 'position-not-finite', at: 2 });
        }
      }
    },
  );

  it('refuse a query that is cut short', () => {
    expect(() => vfTime(falling.slice(0, 23))).toThrow(MeshError);
    expect(() => vfTime(falling, 1)).toThrow(MeshError);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuse the separation %d', (separation) => {
    expect(() => vfTime(falling, 0, separation)).toThrow(RangeError);
    expect(() => eeTime(falling, 0, separation)).toThrow(RangeError);
  });

  it('count what reaches exact arithmetic', () => {
    const timer = new QueryTimer();
    timer.vf(falling, 0, 0);
    expect(timer.exactCount).toBe(0);
    const resting = falling.map((x, i) => (i === 2 || i === 14 ? 0 : x));
    expect(timer.vf(resting, 0, 0)).toBe(0);
    expect(timer.exactCount).toBe(1);
  });
});

function errorOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
