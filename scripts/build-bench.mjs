// Bundles the tables of the papers with their scenes into dist/bench/tables.js. The library is not part of it: it is imported from dist, so that
// what is measured is what is installed.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');

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

export async function buildBench() {
  const input = join(root, 'bench/papers/tables.ts');
  const build = await rolldown({ input, platform: 'node', plugins: [libraryFromDist] });
  await build.write({ file: join(root, 'dist/bench/tables.js'), format: 'es' });
  await build.close();
}
