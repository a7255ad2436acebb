// The same bits as recorded in every result column: the quick cases. `npm run golden` runs all of
// them, on larger inputs.
import { describe, expect, it } from 'vitest';
import { changedColumns, goldenCases, hashesOf, haveData, recordedHashes } from './golden-cases.ts';

const recorded = recordedHashes();

describe('the same bits as recorded', () => {
  for (const golden of goldenCases.filter(({ isQuick }) => isQuick)) {
    it.skipIf(golden.needsData && !haveData)(golden.name, async () => {
      expect(recorded[golden.name], 'recorded').toBeDefined();
      expect(changedColumns(recorded[golden.name], await hashesOf(golden)), 'columns that changed').toEqual([]);
    });
  }
});

it('has a hash of every case, and of nothing else', () => {
  expect(Object.keys(recorded)).toEqual(goldenCases.map(({ name }) => name));
});

describe('a change', () => {
  it('is named by its column', () => {
    expect(changedColumns('a=1 b=2 c=3', 'a=1 b=4 d=3')).toEqual(['b', 'c', 'd']);
    expect(changedColumns('a=1 b=2', 'a=1 b=2')).toEqual([]);
  });
});
