// docs/papers/results.md from the JSON of runs: papers in order, each with its commit, date and
// machine; quick runs are refused.
import { expect, it } from 'vitest';
import { resultsPage } from '../../scripts/results-page.mjs';

const run = (paper: string, quick = false) => ({
  paper,
  quick,
  version: '1.2.3',
  commit: 'abc1234',
  date: '2026-01-31',
  machine: '2 × a processor',
  tables: [
    {
      title: `Table of ${paper}`,
      head: ['', 'ours', 'a|b'],
      rows: [
        ['scene', '1', '2'],
        ['  paper, Model', '3'],
      ],
      remark: 'They differ because of this.',
    },
  ],
});

it('has all papers in order, with the circumstances of each run', () => {
  const page = resultsPage([run('c2a'), run('iccd')]);
  expect(page.indexOf('Table of iccd')).toBeLessThan(page.indexOf('Table of c2a'));
  expect(page).toContain('graze 1.2.3, commit abc1234, 2026-01-31; 2 × a processor.');
  expect(page).toContain(
    '|  | ours | a\\|b |\n|---|---:|---:|\n| scene | 1 | 2 |\n| paper, Model | 3 |  |\n\nThey differ because of this.',
  );
});

it('refuses quick runs', () => {
  expect(() => resultsPage([run('iccd', true)])).toThrow('iccd is a quick run');
});
