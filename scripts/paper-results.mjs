// Runs the tables of the papers (`graze bench NAME --json`), keeps them as JSON in
// docs/papers/results, each with its commit, date and machine, and writes docs/papers/results.md
// from all that are there. Run it on a clean checkout of an idle machine; all five take hours.
// Options: --only NAMES of papers, separated by commas, which leaves those of the others as they
// are; --page writes the page alone; --quick for a try, which keeps nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    page: { type: 'boolean', default: false },
  },
});

/** Returns the commit of the checkout; a checkout with changes says so. */
function commitOf() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
}

const kept = join(root, 'docs/papers/results');

/** Runs the tables of one paper and keeps them; a quick run keeps nothing. */
function run(/** @type {string} */ name, /** @type {string} */ commit) {
  const folder = mkdtempSync(join(tmpdir(), 'graze-papers-'));
  try {
    const file = join(folder, `${name}.json`);
    const extent = values.quick ? ['--quick'] : ['--figures', join(root, 'docs/images')];
    const program = join(root, 'dist/cli/main.js');
    execFileSync(process.execPath, [program, 'bench', name, ...extent, '--json', file], { stdio: 'inherit' });
    if (values.quick) return;
    const { numbers: _, ...result } = JSON.parse(readFileSync(file, 'utf8'));
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, `${name}.json`), `${JSON.stringify({ commit, ...result }, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Asked before the first run, because the runs draw figures into the checkout.
const commit = commitOf();
if (!values.page) for (const name of values.only.split(',')) run(name, commit);
if (!values.quick) {
  const files = readdirSync(kept).filter((name) => name.endsWith('.json'));
  const page = resultsPage(files.map((name) => JSON.parse(readFileSync(join(kept, name), 'utf8'))));
  writeFileSync(join(root, 'docs/papers/results.md'), page);
}
