// Checks who imports whom in src: core (ordered) → papers → engine → doors → shells. docs/architecture.md says why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder imports itself and those before it. */
const CORE = [
  'math',
  'mesh',
  'kernels',
  'memory',
  'motion',
  'pairs',
  'contacts',
  'elementary',
  'bounds',
  'tree',
  'recipe',
];

/** Files below src, what of src they import, and what from outside; the first line that fits counts, $1 is what it caught. */
const RULES = [
  ['assembly/', 'assembly/', 'nothing'],
  ...CORE.map((folder, i) => [`core/${folder}/`, `core/(${CORE.slice(0, i + 1).join('|')})/`, 'robust-predicates']),
  ['papers/([^/]+)/', 'core/|papers/$1/', 'robust-predicates'],
  ['engine/', 'core/|papers/|engine/', 'robust-predicates'],
  ['([^/]+)\\.ts$', 'core/|papers/|engine/|$1/', 'robust-predicates'],
  ['(io|three)/', '[^/]+\\.ts$|$1/', '.*'],
  // Frames that are alike are the business of checks alone: no door has their reader.
  ['check/', '[^/]+\\.ts$|check/|io/ply-frames\\.ts$', 'nothing'],
  ['display/', '[^/]+\\.ts$|check/|display/', 'three.*'],
  ['cli/', '[^/]+\\.ts$|check/|display/|cli/', '.*'],
  ['viewer/', '[^/]+\\.ts$|check/|display/|viewer/|\\.\\./scenes/', '.*'],
];

// As biome formats them: a list of names over several lines closes with a brace at the margin.
const IMPORT = /^(?:import|export|\})[^'"\n]*\bfrom ['"](.+?)['"]|\bimport ?\(?['"](.+?)['"]/gm;
const src = join(dirname(fileURLToPath(import.meta.url)), '../src');

/** AssemblyScript lives among the kernels and yet apart. @param {string} path */
const placed = (path) => path.replace('core/kernels/assembly/', 'assembly/');

/** @param {string} file @param {string} text @returns {string[]} one line per violation */
function check(file, text) {
  const rule = RULES.find(([files]) => new RegExp(`^${files}`).test(placed(file)));
  if (rule === undefined) return [`src/${file}: no import rule for this folder in scripts/import-rule.mjs`];
  const inside = rule[1].replace('$1', new RegExp(rule[0]).exec(file)?.[1] ?? '');
  const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2]);
  return imports.flatMap((name) => {
    const isInside = name.startsWith('.');
    const path = isInside ? placed(posix.join(dirname(file), name)) : name;
    const allowed = isInside ? inside : rule[2];
    if (new RegExp(isInside ? `^(?:${allowed})` : `^${allowed}$`).test(path)) return [];
    return [`src/${file} imports '${name}': from ${isInside ? 'src' : 'outside'} it may import only ${allowed}`];
  });
}

const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const files = names.filter((name) => name.endsWith('.ts')).sort();
const violations = files.flatMap((file) => check(file, readFileSync(join(src, file), 'utf8')));
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
else console.log(`import rule: ${files.length} files`);
