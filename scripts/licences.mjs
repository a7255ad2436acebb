// The licence notices of packages that a bundle includes, from the modules that the bundler put in
// it: no list that somebody has to keep. Some packages name a licence without its text; that of the
// licences in `scripts/licences` is known. Any other package without a text ends the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of a package in the path of one of its modules. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** The files that hold the text of a licence, or notices that go with it. */
const TEXT = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i;

/**
 * The folders of the packages that modules belong to, each once, in order of their paths.
 * @param {Iterable<string>} modules paths, possibly with a query or the prefix of virtual modules
 */
export function packagesOf(modules) {
  const folders = new Set();
  for (const module of modules) {
    const folder = PACKAGE.exec(module.replace(/^\0/, ''))?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].sort();
}

/**
 * The notice of all packages whose modules these are: name, version and the text of the licence.
 * @param {Iterable<string>} modules
 */
export function licencesOf(modules) {
  const notices = new Map(packagesOf(modules).map(noticeOf));
  return [...notices.keys()]
    .sort()
    .map((name) => notices.get(name))
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder @returns {[string, string]} */
function noticeOf(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => TEXT.test(file)) : [];
  const paths = files.sort().map((file) => join(folder, file));
  const known = fileURLToPath(new URL(`licences/${license}.txt`, import.meta.url));
  if (paths.length === 0 && !existsSync(known))
    throw new Error(`${name} ${version} is in a bundle, but has no text of its licence.`);
  const texts = (paths.length === 0 ? [known] : paths).map(textOf);
  // The text alone does not tell whose work it is.
  if (paths.length === 0) texts.unshift(`From ${repository?.url ?? repository ?? name}`);
  return [`${name} ${version}`, `${name} ${version} (${license})\n\n${texts.join('\n\n')}`];
}

/** @param {string} path */
function textOf(path) {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
}
