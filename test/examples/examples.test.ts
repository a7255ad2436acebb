// The examples run unchanged against the built package, and print what they should.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['cloth', /step 7: 0 contacts\nstep 8: \d+ contacts, the first at 0\.5/],
  ['sweep', /turning on the way down: hit at 0\.\d+, \d+ contacts\nturning first: separated, never nearer than 0\.100/],
  ['tearing', /whole: 0 contacts\ntorn: [1-9]\d* contacts between the pieces/],
  ['three', /step 4: arm meets ball at 0\.9/],
  ['worker', /[1-9]\d* contacts, the first at 0\.500/],
])('%s', (name, expected) => {
  const run = spawnSync(process.execPath, ['--import', './scripts/typescript.mjs', `examples/${name}.ts`], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(expected);
  expect(run.status).toBe(0);
});
