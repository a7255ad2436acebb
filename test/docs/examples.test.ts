// The examples of the README and of docs/guide run as they stand against the built package, print
// what their comments say, and have types that fit. All TypeScript blocks of one document are one
// module; `// → text` is a line that the module prints.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = realpathSync(mkdtempSync(join(tmpdir(), 'graze-docs-')));
const documents = ['README.md', ...readdirSync(join(root, 'docs/guide')).map((name) => `docs/guide/${name}`)];
const modules = documents.flatMap((path) => {
  const blocks = [...readFileSync(join(root, path), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  return blocks.length === 0 ? [] : [{ path, name: `${basename(path, '.md')}.ts`, code: blocks.join('\n') }];
});

/**
 * Compiler options of a strict project of today, without a check of the declarations of
 * dependencies.
 */
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'nodenext',
  skipLibCheck: true,
  types: ['node'],
};

beforeAll(() => {
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/graze'));
  for (const name of ['three', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const { name, code } of modules) writeFileSync(join(project, name), code);
});

afterAll(() => rmSync(project, { recursive: true }));

describe('examples of the documents', () => {
  test.each(modules)('$path prints what it says', ({ name, code }) => {
    const loader = pathToFileURL(join(root, 'scripts/typescript.mjs')).href;
    const run = spawnSync(process.execPath, ['--import', loader, name], { cwd: project, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.stdout.trimEnd().split('\n')).toEqual([...code.matchAll(/^\s*\/\/ → (.*)$/gm)].map(([, line]) => line));
    expect(run.status).toBe(0);
  });

  test('have types that fit', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [tsc, '-p', project], { cwd: project, encoding: 'utf8' });
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });
});
