// Bundles what the command line needs from outside src: the tables of the papers with their scenes
// into dist/bench/tables.js, the cloth scenes into dist/scenes/cloth.js. The library is not part of
// the bundles: they import it from dist, so that the installed code is measured.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const CLOTH = join(root, 'scenes/cloth/index.ts');

/** The tables share the cloth scenes with the command line. @type {import('rolldown').Plugin} */
const clothFromDist = {
  name: 'cloth-from-dist',
  resolveId(name, importer) {
    if (importer === undefined || resolve(dirname(importer), name) !== CLOTH) return null;
    return { id: '../scenes/cloth.js', external: true };
  },
};

/** @type {import('rolldown').Plugin} */
const libraryFromDist = {
  name: 'library-from-dist',
  resolveId(name, importer) {
    if (importer === undefined || !name.startsWith('.')) return null;
    const path = relative(src, resolve(dirname(importer), name));
    if (path.startsWith('..')) return null;
    return { id: `../${path.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`, external: true };
  },
};

/** Writes both bundles. */
export async function buildBench() {
  await bundle('bench/papers/tables.ts', 'dist/bench/tables.js');
  await bundle('scenes/cloth/index.ts', 'dist/scenes/cloth.js');
}

/** @param {string} input @param {string} output one folder below dist */
async function bundle(input, output) {
  const build = await rolldown({
    input: join(root, input),
    platform: 'node',
    plugins: [libraryFromDist, clothFromDist],
  });
  // Names are kept for the stack traces of our own faults.
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  await build.write({ file: join(root, output), format: 'es', minify });
  await build.close();
}
