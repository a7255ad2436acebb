// The oracle on all published queries with ground truth: nothing wrong.
import { describe, expect, it } from 'vitest';
import { havePublishedQueries, loadPublishedQueries } from '../generate/published-queries.ts';
import { oracleHit } from './hit.ts';

describe.skipIf(!havePublishedQueries)('published queries', () => {
  const sets = loadPublishedQueries();

  it('are there', () => {
    expect(new Set(sets.map(({ kind }) => kind))).toEqual(new Set(['vf', 'ee']));
  });

  it.each(sets.map((queries) => [queries.set, queries] as const))('%s', (_, { kind, q, truth }) => {
    const wrong: number[] = [];
    for (let i = 0; i < truth.length; i++) if (oracleHit(kind, q, 24 * i).hit !== (truth[i] === 1)) wrong.push(i);
    expect(truth.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});
