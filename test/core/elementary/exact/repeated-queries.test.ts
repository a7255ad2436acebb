import { describe, expect, it } from 'vitest';
import { exactTime } from '../../../../src/core/elementary/exact/exact-time.ts';
import { RepeatedQueries } from '../../../../src/core/elementary/exact/repeated-queries.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';

describe('RepeatedQueries', () => {
  it('answers as without memory, and computes what comes again once', () => {
    let computed = 0;
    const repeated = new RepeatedQueries((q, edges) => {
      computed++;
      return exactTime(q, edges);
    });
    const random = seededRandom(1);
    const queries = Array.from({ length: 1500 }, () => Float64Array.from({ length: 24 }, () => random.below(3) - 1));
    for (const q of queries)
      for (const edges of [false, true]) {
        const expected = exactTime(q, edges);
        expect(repeated.time(q, edges)).toBe(expected);
        const before = computed;
        expect(repeated.time(q.slice(), edges)).toBe(expected);
        expect(computed).toBe(before);
      }
    expect(computed).toBeGreaterThan(2500);
  });
});
