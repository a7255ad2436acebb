// Pairs of objects: by the sets and by boxes, and the bits that faces take over from them.
import { expect, it } from 'vitest';
import { objectRanks, PotentialPairs, rankStarts } from '../../../src/papers/quick-cullide/potential-pairs.ts';
import { FIRST, PRUNED, SECOND } from '../../../src/papers/quick-cullide/visibility-device.ts';

/** Boxes of these intervals along x, equal along y and z. */
const row = (...intervals: readonly [number, number][]) =>
  Float64Array.from(intervals.flatMap(([low, high]) => [low, 0, 0, high, 1, 1]));

it('boxes that overlap or touch are pairs, the earlier object first', () => {
  const pairs = new PotentialPairs(new Uint8Array(4), row([5, 6], [2, 5], [0, 2], [7, 8]));
  expect([...pairs.ranks]).toEqual([0, 1, 1, 2]);
  expect(pairs.overlapping).toBe(2);
  expect([...pairs.bits]).toEqual([FIRST, 0, SECOND, PRUNED]);
  expect([pairs.has(0, 1), pairs.has(1, 2), pairs.has(0, 2), pairs.has(1, 3)]).toEqual([true, true, false, false]);
});

it('the sets exclude pairs: within FFV, within SFV, and pruned objects [lemma 2]', () => {
  const all = row([0, 9], [0, 9], [0, 9], [0, 9], [0, 9]);
  const pairs = new PotentialPairs(Uint8Array.of(FIRST, FIRST, SECOND, SECOND, PRUNED), all);
  // An object of FFV may collide with later ones of SFV only, since that one may with earlier ones.
  expect([...pairs.ranks]).toEqual([0, 2, 0, 3, 1, 2, 1, 3]);
  expect(pairs.overlapping).toBe(6);
  const turned = new PotentialPairs(Uint8Array.of(SECOND, FIRST, 0), all.slice(0, 18));
  expect([...turned.ranks]).toEqual([1, 2]);
  expect([...turned.bits]).toEqual([PRUNED, FIRST, SECOND]);
});

it('ranks follow the rendering order of faces', () => {
  const ranks = objectRanks(Uint32Array.of(4, 2, 0, 3, 1), [7, 5, 9, 7, 9]);
  expect([...ranks]).toEqual([0, 0, 1, 1, 2]);
  expect([...rankStarts(ranks, 3)]).toEqual([0, 2, 4, 5]);
});
