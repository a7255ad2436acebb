// Every class of generated queries: finite, both hits and misses, and the same answer under all
// invariances.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { invariances } from '../generate/invariances.ts';
import { queryClasses } from '../generate/queries.ts';
import { type Kind, oracleHit } from './hit.ts';

const seed = 7;
const queries = 60;
/** Of these the invariances are tried. */
const transformed = 10;
const kinds: Kind[] = ['vf', 'ee'];

describe.each(kinds)(`%s, seed ${seed}`, (kind) => {
  it.each(queryClasses.map(({ name, fill }) => [name, fill] as const))('%s', (name, fill) => {
    const random = seededRandom(seed);
    // Guards at both sides: a generator writes its 24 numbers and no others.
    const q = new Float64Array(72).fill(Number.NaN);
    let hits = 0;
    for (let i = 0; i < queries; i++) {
      fill(kind, random, q, 24);
      expect(q.findIndex(Number.isFinite)).toBe(24);
      expect(q.findLastIndex(Number.isFinite)).toBe(47);
      expect(q.subarray(24, 48).every(Number.isFinite)).toBe(true);
      const verdict = oracleHit(kind, q, 24);
      if (verdict.hit) hits++;
      if (i >= transformed) continue;
      const target = new Float64Array(24);
      for (const { name: change, keepsTime, apply } of invariances) {
        if (!apply(kind, random, q, 24, target)) continue;
        const { hit, lower, upper } = oracleHit(kind, target);
        const [was, is] = keepsTime
          ? [
              [verdict.lower, verdict.upper],
              [lower, upper],
            ]
          : [verdict.hit, hit];
        expect(is, `${name} ${i} under ${change}: ${q.subarray(24, 48)}`).toEqual(was);
      }
    }
    expect(hits).toBeGreaterThan(queries / 50);
    expect(hits).toBeLessThan(queries);
  });
});
