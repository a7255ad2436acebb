// Checks who imports whom in src: core (ordered) → papers → engine → entry points → applications.
// docs/architecture.md says why. A folder named `kernels` holds AssemblyScript. It is subject to
// the same rule as the folder around it, and the two languages never import each other: TypeScript
// calls kernels through the generated modules of core/wasm.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of core in order: a folder may import itself and those before it. */
const CORE = [
  'math',
  'kernels',
  'mesh',
  'wasm',
  'memory',
  'motion',
  'pairs',
  'contacts',
  'elementary',
  'bounds',
  'tree',
  'boxes',
  'recipe',
];

/**
 * Rows of patterns: files below src, which files of src they may import, and which packages. The
 * first row that matches a file decides; $1 is what its pattern captured.
 */
const RULES = [
  ...CORE.map((folder, i) => [`core/${folder}/`, `core/(${CORE.slice(0, i + 1).join('|')})/`, 'robust-predicates']),
  ['papers/([^/]+)/', 'core/|papers/$1/', 'robust-predicates'],
  ['engine/', 'core/|papers/|engine/', 'robust-predicates'],
  ['([^/]+)\\.ts$', 'core/|papers/|engine/|$1/', 'robust-predicates'],
  ['(io|three)/', '[^/]+\\.ts$|$1/', '.*'],
  // Only checks read many PLY files of one layout: no entry point exports their reader.
  ['check/', '[^/]+\\.ts$|check/|io/(ply/)?ply-frames\\.ts$', 'nothing'],
  ['display/', '[^/]+\\.ts$|check/|display/', 'three.*'],
  ['cli/', '[^/]+\\.ts$|check/|display/|cli/', '.*'],
  ['viewer/', '[^/]+\\.ts$|check/|display/|viewer/|\\.\\./scenes/', '.*'],
];

// Matches imports as biome formats them: a list of names over several lines closes with a brace at
// the margin.
const IMPORT = /^(?:import|export|\})[^'"\n]*\bfrom ['"](.+?)['"]|\bimport ?\(?['"](.+?)['"]/gm;

/** @param {string} path */
const isKernel = (path) => /(^|\/)kernels\//.test(path);

/**
 * @param {string} file below src @param {string} text @returns {string[]} one line per violation
 */
export function importViolations(file, text) {
  const rule = RULES.find(([files]) => new RegExp(`^${files}`).test(file));
  if (rule === undefined) return [`src/${file}: no import rule for this folder in scripts/import-rule.mjs`];
  const inside = rule[1].replace('$1', new RegExp(rule[0]).exec(file)?.[1] ?? '');
  const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2]);
  return imports.flatMap((name) => {
    const isInside = name.startsWith('.');
    const path = isInside ? posix.join(dirname(file), name) : name;
    if (isInside && isKernel(file) !== isKernel(path))
      return [`src/${file} imports '${name}': kernels and TypeScript do not import each other`];
    const allowed = isInside ? inside : isKernel(file) ? 'nothing' : rule[2];
    if (new RegExp(isInside ? `^(?:${allowed})` : `^${allowed}$`).test(path)) return [];
    return [`src/${file} imports '${name}': from ${isInside ? 'src' : 'outside'} it may import only ${allowed}`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = join(dirname(fileURLToPath(import.meta.url)), '../src');
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => name.endsWith('.ts')).sort();
  const violations = files.flatMap((file) => importViolations(file, readFileSync(join(src, file), 'utf8')));
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`import rule: ${files.length} files`);
}
