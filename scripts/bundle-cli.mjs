// Makes few files of the many of the command line: loading them one by one takes longer than a step of a check, in every thread.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ENTRIES = ['main', 'check-worker'];

/** @param {string} dist what tsc has built; the modules of the command line, and of checks, which are no door, are replaced */
export async function bundleCommandLine(dist) {
  const folder = join(dist, 'cli');
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(folder, `${name}.js`)])),
    platform: 'node',
    // What npm installs stays outside, and so do kernels, which the library has as well, and the solver, whose scenes use that of the library.
    external: /^(?![./]|[A-Z]:)|-bytes\.generated\.js$|^\.\.\/cloth\.js$/,
  });
  // Names stay, for the traces of our own faults.
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  const { output } = await build.generate({ format: 'esm', chunkFileNames: '[name].js', minify });
  await build.close();
  for (const name of ['cli', 'check']) rmSync(join(dist, name), { recursive: true });
  mkdirSync(folder);
  for (const file of output) if (file.type === 'chunk') writeFileSync(join(folder, file.fileName), file.code);
}
