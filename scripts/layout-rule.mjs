// Checks the layout of src: files have at most 400 lines, folders at most 30 files, and no two
// files or classes have one name, unless one is the kernel of the other or the module that an entry
// point is named after.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAX_LINES = 400;
const MAX_FILES = 30;
const CLASS = /^(?:export )?(?:abstract )?class (\w+)/gm;

/** @param {string} path */
const isKernel = (path) => /(^|\/)kernels\//.test(path);

/**
 * Whether files of one name are a kernel and its caller, which is allowed.
 * @param {readonly string[]} paths
 */
function isKernelAndCaller(paths) {
  return paths.length === 2 && isKernel(paths[0]) !== isKernel(paths[1]);
}

/**
 * @param {ReadonlyMap<string, string>} files texts by path below src
 * @returns {string[]} one line per violation
 */
export function layoutViolations(files) {
  const violations = [];
  const folders = new Map();
  const byName = new Map();
  const byClass = new Map();
  /** @param {Map<string, string[]>} map @param {string} key @param {string} path */
  const add = (map, key, path) => map.set(key, [...(map.get(key) ?? []), path]);
  for (const [path, text] of files) {
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES) violations.push(`src/${path}: ${lines} lines, more than ${MAX_LINES}`);
    add(folders, dirname(path), path);
    add(byName, basename(path), path);
    for (const [, name] of text.matchAll(CLASS)) add(byClass, name, path);
  }
  for (const [folder, paths] of folders)
    if (paths.length > MAX_FILES) violations.push(`src/${folder}: ${paths.length} files, more than ${MAX_FILES}`);
  for (const [kind, map] of [
    ['file', byName],
    ['class', byClass],
  ])
    for (const [name, paths] of map)
      if (paths.length > 1 && !isKernelAndCaller(paths))
        violations.push(`one ${kind} name, ${name}: ${paths.join(', ')}`);
  return violations;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = join(dirname(fileURLToPath(import.meta.url)), '../src');
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const paths = names.filter((name) => name.endsWith('.ts') && !/\.(generated|d)\.ts$/.test(name)).sort();
  const violations = layoutViolations(new Map(paths.map((path) => [path, readFileSync(join(src, path), 'utf8')])));
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`layout rule: ${paths.length} files`);
}
