// Makes few files of the many of the library: its entry points, and chunks for the modules that
// several of them use. Node takes half a millisecond to load a module, however small, and most of
// the time until a first answer went into loading a hundred of them. An entry point still loads
// only the modules that it needs: a chunk holds modules that the same entry points use.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './compile-kernels.mjs';

/**
 * Files that are loaded by name and share modules with the library: the papers' tables, the cloth
 * scenes, the script of worker threads.
 */
const PARTS = ['bench/tables', 'scenes/cloth', 'thread-worker'];
/** Bundles of their own. */
const BUNDLED = /^(?:cli|viewer)[\\/]/;

/** @param {string} dist what tsc has built; modules are replaced, declarations stay */
export async function bundleLibrary(dist) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {string[]} */
  const files = Object.values(exports).flatMap(({ default: file }) => file ?? []);
  const names = [...files.map((file) => file.replace(/^\.\/dist\/|\.js$/g, '')), ...PARTS];
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
    platform: 'neutral',
    // Packages are installed beside the library, the command line is not part of it.
    external: /^(?![./]|[A-Z]:)/,
  });
  const { output } = await build.generate({ format: 'esm', chunkFileNames: 'chunks/[name].js' });
  await build.close();
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js') && !BUNDLED.test(name)) rmSync(join(dist, name));
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    mkdirSync(dirname(join(dist, file.fileName)), { recursive: true });
    writeFileSync(join(dist, file.fileName), file.code);
  }
}
