// The inputs of `graze check` from its arguments.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/check/usage-error.ts';
import { parseInputs } from '../../src/cli/frame-patterns.ts';
import { tetrahedron } from '../check/memory-files.ts';
import { Folder, fault, graze } from './command.ts';

const folder = new Folder();
for (const i of [1, 2, 10]) folder.put(`dress${i}.obj`, tetrahedron(i));
for (const i of [1, 2, 10]) folder.put(`body${i}.obj`, tetrahedron(20 - i));
mkdirSync(folder.at('seed=1'));
for (const i of [1, 2]) folder.put(join('seed=1', `f${i}.obj`), tetrahedron(i));
const at = (...names: string[]) => names.map((name) => folder.at(name));
const dress = at('dress1.obj', 'dress2.obj', 'dress10.obj');

/** Runs in the folder, where names are relative. */
function inFolder<T>(action: () => T): T {
  const before = process.cwd();
  process.chdir(folder.path);
  try {
    return action();
  } finally {
    process.chdir(before);
  }
}

describe('parseInputs', () => {
  it('takes arguments without names as one input', () => {
    expect(parseInputs(at('dress1.obj', 'body1.obj'))).toEqual([
      { name: undefined, files: at('dress1.obj', 'body1.obj') },
    ]);
    expect(parseInputs(at('dress*.obj'))).toEqual([{ name: undefined, files: dress }]);
  });

  it('expands the patterns of named inputs', () => {
    expect(parseInputs([`dress=${folder.at('dress*.obj')}`, `my body=${folder.at('body?.obj')}`])).toEqual([
      { name: 'dress', files: dress },
      { name: 'my body', files: at('body1.obj', 'body2.obj') },
    ]);
  });

  it('adds what a shell has expanded to the input before', () => {
    const args = [...at('body1.obj'), `dress=${dress[0]}`, dress[1], dress[2], `body=${folder.at('body2.obj')}`];
    expect(parseInputs(args)).toEqual([
      { name: undefined, files: at('body1.obj') },
      { name: 'dress', files: dress },
      { name: 'body', files: at('body2.obj') },
    ]);
    expect(parseInputs(dress.map((file) => `dress=${file}`))).toEqual([{ name: 'dress', files: dress }]);
  });

  it('takes names with "=" in them for what they are', () => {
    expect(inFolder(() => parseInputs(['seed=1/f1.obj', 'seed=1/f*.obj']))).toEqual([
      { name: undefined, files: ['seed=1/f1.obj', 'seed=1/f1.obj', 'seed=1/f2.obj'].map((file) => join(file)) },
    ]);
    expect(parseInputs([folder.at('a=b.obj')])).toEqual([{ name: undefined, files: at('a=b.obj') }]);
  });

  it('takes a name that is also a folder', () => {
    mkdirSync(folder.at('shoe'));
    folder.put(join('shoe', '1.obj'), tetrahedron(0));
    expect(inFolder(() => parseInputs(['shoe=shoe/*.obj']))).toEqual([
      { name: 'shoe', files: [join('shoe', '1.obj')] },
    ]);
  });

  it('refuses a name without files and files without a name', () => {
    const refused = (arg: string) => {
      expect(() => parseInputs([arg])).toThrow(UsageError);
      return fault('check', arg);
    };
    expect(refused('dress=')).toBe('dress=: there are no files behind "="; write them, such as dress=dress*.obj.');
    expect(refused('=a.obj')).toBe('=a.obj: there is no name before "="; write NAME=FILES, or FILES alone.');
    const missing = folder.at('none*.obj');
    expect(refused(`dress=${missing}`)).toBe(`${missing}: no file has such a name; check the pattern.`);
  });
});

describe('graze check', () => {
  it('checks several inputs, with the same result on several threads', () => {
    for (let i = 0; i < 9; i++) folder.put(`left${i}.obj`, tetrahedron(i));
    for (let i = 0; i < 9; i++) folder.put(`right${i}.obj`, tetrahedron(11.3 - i, { y: 0.1 }));
    const args = [`left=${folder.at('left*.obj')}`, `right=${folder.at('right*.obj')}`];
    const [one, four] = ['1', '4'].map((threads) => {
      const { status, stdout, stderr } = graze('check', ...args, '--threads', threads);
      expect([status, stderr]).toEqual([1, '']);
      return stdout;
    });
    expect(one).toMatch(
      /^1 clash: left goes through right in frame 6.*\n\n9 frames of 8 vertices and 8 triangles in 2 parts; every vertex moves in a straight line/,
    );
    expect(four).toBe(one);
  });
});
