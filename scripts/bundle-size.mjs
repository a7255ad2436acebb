// Bundles, minifies and gzips every entry point of the package, as a user's bundler would, and
// compares the size with the recorded table scripts/bundle-sizes.json. Growth of more than 5 %
// fails until `--record` updates the table: a size is a trend to watch, not a fixed limit. It also
// checks which packages a bundle imports. It reads dist, so build before.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** The maximum size of the entry point `graze`, gzipped, in bytes. */
const LIMITS = { index: 130_000 };
/** The maximum ratio of a size to the recorded one. */
const MAX_GROWTH = 1.05;
/** Packages that are part of a bundle: every user of the entry point installs them. */
const BUNDLED = ['robust-predicates'];
/**
 * Packages that stay outside, by entry point: three is a peer dependency, and a decoder is
 * loaded only when a glTF file needs it.
 */
const EXTERNAL = { io: ['meshoptimizer/decoder'], three: ['three'] };

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
  else if (!(size <= MAX_GROWTH * before))
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
