// Bundles and minifies every entry point of the package, as a user's bundler would, and compares what it comes to over the wire with the
// recorded table, scripts/bundle-sizes.json. Growth of more than 5 % fails until `--record` writes it down: a size is a trend to watch, not a
// wall. Also checks what a bundle needs from outside. Works on dist: build before.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** The largest that `graze` itself may become, gzipped, a KB being a thousand bytes. */
const LIMITS = { index: 80_000 };
const GROWTH = 1.05;
/** Packages that are part of a bundle, because a user who has the entry point has them too: */
const BUNDLED = ['robust-predicates'];
/** Packages that are not: three is a peer, and gltf-transform is loaded when a glTF file is read. */
const EXTERNAL = { io: ['@gltf-transform/core'], three: ['three'] };

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const table = join(root, 'scripts/bundle-sizes.json');
const isRecording = process.argv.includes('--record');
/** @type {Record<string, number>} */
const recorded = JSON.parse(readFileSync(table, 'utf8'));
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {string[]} */
const files = Object.values(exports).flatMap(({ default: file }) => file ?? []);

/** @param {string} file @param {string[]} external */
async function bundle(file, external) {
  const build = await rolldown({ input: join(root, file), platform: 'browser', external, logLevel: 'silent' });
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  return output;
}

/** @param {string} name @param {number} size @returns {string[]} what is wrong with it */
function sizeFaults(name, size) {
  const before = recorded[name];
  const limit = LIMITS[/** @type {keyof typeof LIMITS} */ (name)] ?? Infinity;
  console.log(`bundle of ${name}: ${size} bytes gzipped, recorded ${before}`);
  if (size > limit) return [`${name}: ${size} bytes gzipped, more than ${limit}`];
  if (isRecording) recorded[name] = size;
  else if (!(size <= GROWTH * before))
    return [`${name}: ${size} bytes gzipped, recorded ${before}: see why, then run with --record`];
  return [];
}

/** @param {string} file @returns {Promise<string[]>} what is wrong with it */
async function check(file) {
  const name = file.replace(/^\.\/dist\/|\.js$/g, '');
  const external = EXTERNAL[/** @type {keyof typeof EXTERNAL} */ (name)] ?? [];
  const output = await bundle(file, external);
  const size = gzipSync(output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('')).length;
  const chunks = output.flatMap((chunk) => ('modules' in chunk ? chunk : []));
  const packages = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => id.match(/node_modules\/(.+?)\//)?.[1] ?? []),
  );
  const foreign = new Set(packages.filter((one) => !BUNDLED.includes(one)));
  for (const one of chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]))
    if (!external.includes(one) && !output.some(({ fileName }) => fileName === one)) foreign.add(one);
  const allowed = [...BUNDLED, ...external].join(', ');
  return [
    ...sizeFaults(name, size),
    ...[...foreign].map((one) => `${file} reaches '${one}': from outside it may have only ${allowed}`),
  ];
}

const faults = [];
for (const file of files) faults.push(...(await check(file)));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else if (isRecording) writeFileSync(table, `${JSON.stringify(recorded, null, 2)}\n`);
