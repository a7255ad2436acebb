// Bundles the modules of the command line into a few files: loading them one by one takes longer
// than a step of a check, in every thread.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const ENTRIES = ['main', 'thread/command-thread', 'check-worker', 'queue/job-thread'];

/** Modules that every run and every worker needs: one common file. */
const COMMON = new RegExp(
  `[\\\\/](${[
    'disk-files',
    'file-fault',
    'frame-patterns',
    'input-label',
    'is-part-of',
    'natural-order',
    'nearest-name',
    'open-input',
    'output-file',
    'progress',
    'refine-frame',
    'sequence',
    'space',
    'work-queue',
    'step-text',
    'table',
    'task-counter',
    'usage-error',
    'weld-refuted',
  ].join('|')})\\.js$`,
);

/**
 * Modules of a check, for its workers and for the thread that starts them: a second common file.
 */
const CHECKING = new RegExp(
  `[\\\\/](${[
    'stepper',
    'check-sequence',
    'find-welds',
    'frame-files',
    'input-sequence',
    'name-parts',
    'part-pairs',
    'shared-mesh',
    'triangle-places',
    'weld-frames',
    'with-parts',
  ].join('|')})\\.js$`,
);

/**
 * Replaces the modules of the command line and of checks, which are no entry points, by bundles.
 * @param {string} dist the folder that tsc has written
 */
export async function bundleCommandLine(dist) {
  const folder = join(dist, 'cli');
  const bundled = join(dist, 'bundled');
  mkdirSync(bundled);
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((path) => [basename(path), join(folder, `${path}.js`)])),
    platform: 'node',
    // Packages that npm installs stay outside, except robust-predicates, which is in the public
    // domain and of which one predicate is used. The cloth solver stays outside too, because the
    // scenes use that of the library, and so do threads, whose script lies beside them.
    external: /^(?![./]|[A-Z]:|robust-predicates)|^\.\.\/cloth\.js$|^\.\.\/threads\.js$/,
  });
  // Names are kept for the stack traces of our own faults.
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
