// The licence notices of packages that a bundle includes, from the modules that the bundler put in
// it: no list that somebody has to keep. A package without a licence text ends the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => TEXT.test(file)) : [];
  if (files.length === 0) throw new Error(`${name} ${version} is in a bundle, but has no text of its licence.`);
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version}`, `${name} ${version} (${license})\n\n${texts.join('\n\n')}`];
}
