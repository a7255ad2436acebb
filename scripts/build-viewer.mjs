// Builds the viewer (src/viewer) into dist/viewer: static files that `graze view` serves.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { licencesOf } from './licences.mjs';
import { withFragments } from './page-fragments.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outDir = join(root, 'dist/viewer');

/** The decoder of Draco. Outside of Node it would fetch its WebAssembly from beside the page. */
const DRACO = 'draco3dgltf/draco_decoder_gltf_nodejs.js';

/**
 * Puts the decoder of Draco and its WebAssembly into one script, which is loaded when a file needs
 * it.
 */
const dracoInOneScript = () => ({
  name: 'draco-in-one-script',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} id @param {string} [importer] */
  resolveId: (id, importer) => (id === DRACO && importer !== `\0${DRACO}` ? `\0${DRACO}` : undefined),
  /** @param {string} id */
  load(id) {
    if (id !== `\0${DRACO}`) return undefined;
    const script = createRequire(import.meta.url).resolve(DRACO);
    const wasm = readFileSync(join(dirname(script), 'draco_decoder_gltf.wasm')).toString('base64');
    return `import create from ${JSON.stringify(script)};
      const wasmBinary = Uint8Array.from(atob('${wasm}'), (letter) => letter.charCodeAt(0));
      export default () => create({ wasmBinary });`;
  },
});

/** @param {string} path @returns {number} when anything in it changed last */
function newest(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds the viewer if anything it is made of has changed. */
export async function buildViewer() {
  const page = join(outDir, 'index.html');
  const inputs = [
    'src',
    'scenes',
    'scripts/page-fragments.mjs',
    'scripts/licences.mjs',
    'scripts/build-viewer.mjs',
    'package.json',
  ];
  if (existsSync(page) && statSync(page).mtimeMs > Math.max(...inputs.map((name) => newest(join(root, name))))) return;
  rmSync(outDir, { recursive: true, force: true });
  /** @type {Set<string>} */
  const modules = new Set();
  /** Notes the modules of every chunk, those of the workers included. @type {import('vite').Plugin} */
  const noteModules = {
    name: 'note-modules',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') for (const id of part.moduleIds) modules.add(id);
    },
  };
  await build({
    configFile: false,
    // Warnings are off: vite would warn of modules that the decoder of Draco imports only in Node.
    logLevel: 'error',
    root: join(root, 'src/viewer'),
    base: './',
    worker: { format: 'es', plugins: () => [dracoInOneScript(), noteModules] },
    plugins: [
      dracoInOneScript(),
      noteModules,
      { name: 'fragments', transformIndexHtml: { order: 'pre', handler: withFragments } },
    ],
    // The limit for warnings is raised: both chunks are under a megabyte and come from this
    // computer.
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1000 },
  });
  writeFileSync(join(outDir, 'licences.txt'), `The viewer includes:\n\n${licencesOf(modules)}\n`);
  const bytes = readdirSync(outDir, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
  console.log(`viewer: ${bytes} bytes`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildViewer();
