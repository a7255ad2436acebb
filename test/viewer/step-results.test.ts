import { expect, test } from 'vitest';
import { noTally } from '../../src/index.ts';
import { DEFAULTS, type Settings } from '../../src/viewer/settings.ts';
import { StepResults } from '../../src/viewer/step-results.ts';

const tally = { ...noTally(), nodePairs: 1, boxPairs: 1, slabPairs: 1, tests: 1 };
const basic: Settings = { ...DEFAULTS, recipe: 'basic', stages: 'all' };

function known(counts: Readonly<Record<number, number>>, isCold = false): StepResults {
  const results = new StepResults(['a', 'b', 'c', 'd', 'e']);
  for (const [step, count] of Object.entries(counts)) {
    const firstTime = count > 0 ? 0.5 : null;
    const numbers = { count, vf: 0, firstTime, truncated: count > 5, ms: 2, tally, faceCount: 1, isCold };
    results.add({ step: Number(step), settings: DEFAULTS, numbers, shown: null });
  }
  return results;
}

test('steps that are not known come one after the other, around the end, without those that cannot be read', () => {
  const results = known({ 2: 1 });
  expect([0, 2, 3].map((from) => results.nextUnknown(from, DEFAULTS))).toEqual([0, 3, 3]);
  results.fail(3);
  expect(results.nextUnknown(2, DEFAULTS)).toBe(0);
  expect(known({ 0: 0, 1: 0, 2: 0, 3: 0 }).nextUnknown(2, DEFAULTS)).toBeNull();
  expect(known({ 0: 0, 1: 0, 2: 0, 3: 0 }, true).nextUnknown(2, DEFAULTS)).toBe(2);
});

test('other settings know nothing of each other', () => {
  const results = known({ 1: 7, 3: 0 });
  expect(results.summary(DEFAULTS)).toEqual({ known: 2, touching: 1 });
  expect(results.summary(basic)).toEqual({ known: 0, touching: 0 });
  expect(results.timeline(DEFAULTS)).toEqual({
    from: ['a', 'b', 'c', 'd'],
    to: ['b', 'c', 'd', 'e'],
    count: [null, 7, null, 0],
    firstTime: [null, 0.5, null, null],
    truncated: [1],
  });
  expect(results.curves(({ ms }) => ms)).toEqual([
    { name: 'iccd, cones when they pay', values: [null, 2, null, 2] },
    { name: 'basic, all tests of two faces', values: [null, null, null, null] },
  ]);
});

test('the next step with contacts, in both directions', () => {
  const results = known({ 0: 4, 1: 0, 3: 2 });
  expect(results.nextTouching(0, 1, DEFAULTS)).toBe(3);
  expect(results.nextTouching(3, -1, DEFAULTS)).toBe(0);
  expect(results.nextTouching(3, 1, DEFAULTS)).toBeNull();
});
