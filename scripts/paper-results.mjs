// Runs the tables of all five papers (`graze bench NAME --json`) and writes docs/papers/results.md
// from their JSON, with commit, date and machine. Run it on a clean checkout, for hours.
// Options: --only NAMES of papers, separated by commas; --quick for a try, which writes no page;
// --from FOLDER writes the page from JSON that is there; --keep FOLDER keeps the JSON.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resultsPage } from './results-page.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'iccd,r-triangles,c2a,mezger,quick-cullide' },
    quick: { type: 'boolean', default: false },
    from: { type: 'string' },
    keep: { type: 'string' },
  },
});

/** Returns the commit of the checkout; a checkout with changes says so. */
function commitOf() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
}

const folder = values.from ?? values.keep ?? mkdtempSync(join(tmpdir(), 'graze-papers-'));
if (values.from === undefined) {
  // Asked before the first run, because the runs draw figures into the checkout.
  const commit = commitOf();
  mkdirSync(folder, { recursive: true });
  for (const name of values.only.split(',')) {
    const file = join(folder, `${name}.json`);
    const quick = values.quick ? ['--quick'] : [];
    const figures = values.quick ? [] : ['--figures', join(root, 'docs/images')];
    execFileSync(
      process.execPath,
      [join(root, 'dist/cli/main.js'), 'bench', name, ...quick, ...figures, '--json', file],
      { stdio: 'inherit' },
    );
    const result = { commit, ...JSON.parse(readFileSync(file, 'utf8')) };
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  }
}
if (!values.quick) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const page = resultsPage(files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  writeFileSync(join(root, 'docs/papers/results.md'), page);
}
