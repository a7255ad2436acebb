// Bundles and minifies every door of the package, as a user's bundler would, and checks what it comes to over the wire and what it needs from
// outside. Works on dist: build before.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Bytes, gzipped, a KB being a thousand: 60 KB for the library; the adapter of three.js and the cloth have its collider in them and may have more, the culler has not. */
const LARGEST = 60_000;
const LARGEST_OF = { three: 66_000, cloth: 85_000, gpu: 24_000 };
/** What doors take from outside. Bundled, because a user who has the door has it too: */
const BUNDLED = ['robust-predicates'];
/** Not bundled: three is a peer, and gltf-transform is loaded when a glTF file is read. */
const EXTERNAL = { io: ['@gltf-transform/core'], three: ['three'] };

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {string[]} */
const doors = Object.values(exports).flatMap(({ default: file }) => file ?? []);

/** @param {string} file @returns {Promise<string[]>} what is wrong with it */
async function check(file) {
  const door = file.replace(/^\.\/dist\/|\.js$/g, '');
  const external = EXTERNAL[/** @type {keyof typeof EXTERNAL} */ (door)] ?? [];
  const build = await rolldown({ input: join(root, file), platform: 'browser', external, logLevel: 'silent' });
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  const text = output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
  const size = gzipSync(text).length;
  const largest = LARGEST_OF[/** @type {keyof typeof LARGEST_OF} */ (door)] ?? LARGEST;
  console.log(`bundle of ${door}: ${Buffer.byteLength(text)} bytes, gzipped ${size} of at most ${largest}`);
  const chunks = output.flatMap((chunk) => ('modules' in chunk ? chunk : []));
  const packages = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => id.match(/node_modules\/(.+?)\//)?.[1] ?? []),
  );
  const foreign = new Set(packages.filter((name) => !BUNDLED.includes(name)));
  for (const name of chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]))
    if (!external.includes(name) && !output.some(({ fileName }) => fileName === name)) foreign.add(name);
  return [
    ...(size > largest ? [`${file}: ${size} bytes gzipped, more than ${largest}`] : []),
    ...[...foreign].map(
      (name) => `${file} reaches '${name}': from outside it may have only ${[...BUNDLED, ...external].join(', ')}`,
    ),
  ];
}

const faults = [];
for (const door of doors) faults.push(...(await check(door)));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
