// Checks that every name an entry point exports, and every public member of it, has a doc comment
// that an editor can show. It reads the declarations that the build has written to dist/, as users
// get them: tsc prints one declaration or member per line, members indented by four spaces.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const DECLARATION = /^export (?:declare )?(?:abstract )?(interface|class|type|enum|function|const|let) ([\w$]+)/;
/** `export { a, type b as c } from './x.ts'`, and the same with `import`. */
const LIST = /^(?:export|import) (?:type )?\{([^}]*)\}(?: from '(\.[^']*)')?/;
/**
 * A member of an interface, a class or an object type: a name, or a call, construct or index
 * signature.
 */
const MEMBER = /^ {4}(?:static |abstract |readonly |get |set |async )*(#?[\w$]+|'[^']*'|\[[^\]]*\]|(?=[(<]))/;
const HIDDEN = /^ {4}(?:private |protected |#private|constructor\(\);|private constructor)/;

/**
 * @typedef {{ name: string, from: string }} Origin a name and the file that it comes from
 * @typedef {object} Declarations the exports of one file
 * @property {Map<string, Map<string, boolean>>} own members of each declaration, and whether each
 *   has a comment; '' is the declaration itself
 * @property {Map<string, string[]>} bases what a class or an interface extends
 * @property {Map<string, Origin>} names where imported and re-exported names come from
 */

/** @type {Map<string, Declarations>} */
const cache = new Map();

/** @param {string} file @returns {Declarations} */
function declarations(file) {
  const known = cache.get(file);
  if (known) return known;
  /** @type {Declarations} */
  const found = { own: new Map(), bases: new Map(), names: new Map() };
  cache.set(file, found);
  const lines = readFileSync(file, 'utf8').split('\n');
  /** @type {Map<string, boolean> | undefined} */
  let members;
  lines.forEach((line, i) => {
    const [, kind, name] = DECLARATION.exec(line) ?? [];
    if (name !== undefined) {
      const named = found.own.get(name) ?? new Map();
      note(named, '', isDocumented(lines, i));
      found.own.set(name, named);
      // Lines that are indented below a function or a constant belong to an inline type.
      members = /function|const|let/.test(kind) ? undefined : named;
      const bases = / (?:extends|implements) (.*) \{$/.exec(line)?.[1] ?? '';
      found.bases.set(name, bases.match(/[\w$]+/g) ?? []);
    } else if (/^[\w/}]/.test(line) && !line.startsWith('} ')) {
      const [, list, from] = LIST.exec(line) ?? [];
      for (const item of list?.split(',') ?? []) addName(found, file, item, from);
      members = undefined;
    } else if (members && !HIDDEN.test(line)) {
      const member = MEMBER.exec(line)?.[1];
      if (member !== undefined) note(members, member || '()', isDocumented(lines, i));
    }
  });
  return found;
}

/**
 * Whether a doc comment ends on the line before line i.
 * @param {string[]} lines @param {number} i
 */
function isDocumented(lines, i) {
  if (i === 0 || !lines[i - 1].endsWith('*/')) return false;
  let first = i - 1;
  while (!lines[first].includes('/*')) first--;
  return lines[first].includes('/**');
}

/**
 * One comment serves all overloads, and a getter with its setter.
 * @param {Map<string, boolean>} members @param {string} name @param {boolean} documented
 */
function note(members, name, documented) {
  members.set(name, documented || members.get(name) === true);
}

/**
 * @param {Declarations} found @param {string} file @param {string} item such as `type a as b`
 * @param {string | undefined} from
 */
function addName({ names }, file, item, from) {
  const [, name, alias] = /^\s*(?:type )?([\w$]+)(?: as ([\w$]+))?/.exec(item) ?? [];
  if (name === undefined || from === undefined) return;
  names.set(alias ?? name, { name, from: join(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')) });
}

/** @type {Set<string>} */
const checked = new Set();
let nameCount = 0;
/** @type {string[]} */
const missing = [];

/**
 * Checks a name and what it extends, where that is declared in this package.
 * @param {string} file @param {string} name
 */
function check(file, name) {
  if (checked.has(`${file}:${name}`)) return;
  checked.add(`${file}:${name}`);
  const { own, bases, names } = declarations(file);
  const members = own.get(name);
  const origin = names.get(name);
  if (members) {
    nameCount++;
    for (const [member, documented] of members)
      if (!documented) missing.push(`${relative(root, file)}: ${member === '' ? name : `${name}.${member}`}`);
    for (const base of bases.get(name) ?? []) check(file, base);
  } else if (origin) check(origin.from, origin.name);
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const entry of Object.values(exports)) {
  if (entry.types === undefined) continue;
  const file = join(root, entry.types);
  if (/^export \*/m.test(readFileSync(file, 'utf8'))) throw new Error(`${entry.types}: names its exports one by one`);
  const { own, names } = declarations(file);
  for (const name of [...own.keys(), ...names.keys()]) check(file, name);
}
for (const line of missing.sort()) console.error(line);
if (missing.length > 0) process.exitCode = 1;
console.log(`doc comments: ${nameCount} names, ${missing.length} of them or of their members have none`);
