// The exact stage on paths of degree 2 and 3: against the second oracle, and on straight motion
// that is written with more control points.
import { describe, expect, it } from 'vitest';
import { decideExactly } from '../../../../src/core/elementary/decide-exactly.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { type CurveDegree, curvedQueries, raise } from '../../../generate/curved-queries.ts';
import { queryClasses } from '../../../generate/queries.ts';
import { oracleHit } from '../../../oracle/hit.ts';

const SEED = 24;
const KINDS = ['vf', 'ee'] as const;
const DEGREES: readonly CurveDegree[] = [2, 3];

/** Whether the new control values of a coordinate from a to b, both of single precision, are exact. */
const isRaisedExactly = (a: number, b: number) =>
  isExactSum(a, b) && isExactSum(2 * a, b) && isExactSum(a, 2 * b) && Number.isFinite(3 * a + 3 * b);
const isExactSum = (a: number, b: number) => a + b - a === b && a + b - b === a;

describe.each(DEGREES)(`the exact stage for degree %d, seed ${SEED}`, (degree) => {
  it('agrees with the oracle on every class', () => {
    const random = seededRandom(SEED);
    const q = new Float64Array(12 * (degree + 1));
    let hits = 0;
    for (const { name, fill } of curvedQueries(degree)) {
      // Their oracle takes seconds; long fuzz runs have them.
      if (/extreme/.test(name)) continue;
      for (let i = 0; i < 2; i++) {
        const kind = KINDS[i % 2];
        fill(kind, random, q, 0);
        const time = decideExactly(q, 0, kind === 'ee', degree);
        const { hit, lower, isLate } = oracleHit(kind, q, 0, degree);
        const message = `${name}, query ${i}, time ${time}: ${q.join(', ')}`;
        expect(time <= 1, message).toBe(hit);
        if (!hit) continue;
        hits++;
        expect(isLate(time), message).toBe(false);
        expect(time, message).toBeGreaterThanOrEqual(lower);
      }
    }
    expect(hits).toBeGreaterThan(70);
  });

  it('gives straight motion with more control points the time of straight motion', () => {
    const random = seededRandom(SEED);
    const straight = new Float64Array(24);
    const q = new Float64Array(12 * (degree + 1));
    let hits = 0;
    for (const { fill } of queryClasses) {
      for (let i = 0; i < 16; i++) {
        const kind = KINDS[i % 2];
        fill(kind, random, straight, 0);
        for (let k = 0; k < 24; k++) straight[k] = Math.fround(straight[k]);
        if (!straight.subarray(0, 12).every((x, k) => isRaisedExactly(x, straight[12 + k]))) continue;
        raise(degree, straight, q, 0);
        const time = decideExactly(straight, 0, kind === 'ee');
        expect(decideExactly(q, 0, kind === 'ee', degree), `${straight.join(', ')}`).toBe(time);
        if (time <= 1) hits++;
      }
    }
    expect(hits).toBeGreaterThan(70);
  });
});
