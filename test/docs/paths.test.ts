// Every path and every relative link that the documents mention exists, so that a reader who
// follows one arrives.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Top folders: what begins with one of them is a path from the root of the repository. */
const FOLDERS = ['src', 'test', 'bench', 'scripts', 'scenes', 'examples', 'docs'];
const FROM_ROOT = new RegExp(`^(${FOLDERS.join('|')})/`);

/** The files and folders below a top folder, and the folder. */
function pathsBelow(folder: string): string[] {
  const below = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return [folder, ...below.map((path) => `${folder}/${path.replaceAll('\\', '/')}`)];
}

const paths = FOLDERS.flatMap(pathsBelow);
const documents = ['README.md', 'CONTRIBUTING.md', ...paths.filter((path) => /^docs\/.*\.md$/.test(path))];

/** Blocks of code are left out: a layout drawn there may be one of folders alone. */
function proseOf(document: string): string {
  return readFileSync(join(root, document), 'utf8').replace(/^```.*?^```$/gms, '');
}

/**
 * A path from the root must exist; of any other, such as `kernels/cones.ts`, some path must end
 * with it. A star stands for any name.
 */
function exists(path: string): boolean {
  const escaped = path.replace(/\/$/, '').replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*');
  const pattern = new RegExp(FROM_ROOT.test(path) ? `^${escaped}$` : `(^|/)${escaped}$`);
  return paths.some((each) => pattern.test(each));
}

/** `src/a.ts`, `a.ts`, `b/a.mjs`: in backticks, without spaces. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span);
  return spans.filter((span) => FROM_ROOT.test(span) || /^[\w*./-]+\.(ts|mjs)$/.test(span));
}

/** Targets of links and pictures, without anchors and without what lies elsewhere in the world. */
function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target.replace(/#.*$/, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

describe('documents', () => {
  test.each(documents)('%s mentions no path that does not exist', (document) => {
    expect(pathsIn(proseOf(document)).filter((path) => !exists(path))).toEqual([]);
  });

  test.each(documents)('%s has no broken link', (document) => {
    const folder = posix.dirname(document);
    expect(linksIn(proseOf(document)).filter((link) => !existsSync(join(root, folder, link)))).toEqual([]);
  });

  test('the README can be skimmed in a minute', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThan(700);
  });
});
