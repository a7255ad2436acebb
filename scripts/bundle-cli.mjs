// Makes few files of the many of the command line: loading them one by one takes longer than a step of a check, in every thread.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ENTRIES = ['main', 'check-worker'];

/** What every run needs, and every worker: one file, not one for each. */
const COMMON = new RegExp(
  `[\\\\/](${[
    'disk-files',
    'file-fault',
    'frame-patterns',
    'natural-order',
    'output-file',
    'progress',
    'sequence',
    'work-queue',
    'step-text',
    'table',
    'usage-error',
  ].join('|')})\\.js$`,
);

/** Of a check, for its workers and for the thread that starts them. */
const CHECKING = /[\\/](stepper|frame-files|shared-mesh)\.js$/;

/** @param {string} dist what tsc has built; the modules of the command line, and of checks, which are no door, are replaced */
export async function bundleCommandLine(dist) {
  const folder = join(dist, 'cli');
  const bundled = join(dist, 'bundled');
  mkdirSync(bundled);
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(folder, `${name}.js`)])),
    platform: 'node',
    // What npm installs stays outside, but for predicates, which are in the public domain and of which one is used; and so does the solver, whose
    // scenes use that of the library.
    external: /^(?![./]|[A-Z]:|robust-predicates)|^\.\.\/cloth\.js$/,
  });
  // Names stay, for the traces of our own faults.
  const minify = {
    compress: { keepNames: { function: true, class: true } },
    mangle: { keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: true },
  };
  const { output } = await build.generate({
    format: 'esm',
    chunkFileNames: '[name].js',
    minify,
    codeSplitting: {
      groups: [
        { name: 'common', test: COMMON, priority: 2 },
        { name: 'checking', test: CHECKING, priority: 1 },
      ],
    },
  });
  await build.close();
  for (const name of ['cli', 'check']) rmSync(join(dist, name), { recursive: true });
  for (const file of output) if (file.type === 'chunk') writeFileSync(join(bundled, file.fileName), file.code);
  renameSync(bundled, folder);
}
