import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { readMesh } from '../../src/io.ts';
import { failure, SAMPLES, utf8 } from './samples.ts';

describe('readMesh', () => {
  it.each(SAMPLES)('chooses by extension: $name', ({ name, read, bytes }) => {
    expect(readMesh(bytes, `folder.x/A.${name.slice(0, 3).toUpperCase()}`)).toEqual(read(bytes));
  });

  it.each(SAMPLES)('chooses by content: $name', ({ read, bytes }) => {
    for (const fileName of ['mesh', 'mesh.dat', 'folder.v2/mesh', ''])
      expect(readMesh(bytes, fileName)).toEqual(read(bytes));
    expect(readMesh(bytes)).toEqual(read(bytes));
  });

  it('lets the extension decide where the content says otherwise', () => {
    expect(failure(() => readMesh('OFF 0 0 0', 'a.ply')).message).toBe('PLY line 1: expected "ply", found "OFF"');
  });

  it('says so where it knows neither', () => {
    const error = failure(() => readMesh('<!doctype html>', 'index.html'));
    expect(error).toMatchObject({ format: 'mesh', byte: 0 });
    expect(error.message).toBe('mesh byte 0: expected an OBJ, PLY, STL or OFF file, found "<!doctype html>"');
  });
});

describe('no reader takes for a mesh', () => {
  const random = seededRandom(5);
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0];
  const files: readonly [string, Uint8Array][] = [
    ['an empty file', new Uint8Array(0)],
    ['a png', Uint8Array.from([...png, ...Array.from({ length: 300 }, () => random.below(256))])],
    ['html', utf8(`<!DOCTYPE html>\n<html>${'<p>no mesh</p>\n'.repeat(30)}</html>\n`)],
    ['prose', utf8('v is a letter, and so is f.\n'.repeat(30))],
    ['json', utf8('{ "asset": { "version": "2.0" } }\n')],
    ['zeros', new Uint8Array(1000)],
    ['white space', utf8(' \n'.repeat(500))],
    ['half a surrogate pair', utf8('\ud800')],
    ['random bytes', Uint8Array.from({ length: 5000 }, () => random.below(256))],
    ['a long word', utf8('9'.repeat(100_000))],
    ['utf-16', Uint8Array.from(Buffer.from('\ufeffv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'utf16le'))],
  ];
  it.each(files)('%s', (_, bytes) => {
    for (const { read } of SAMPLES)
      expect(failure(() => read(bytes)).message).toMatch(/ (line|byte) \d+: expected .+, found .+/);
    expect(failure(() => readMesh(bytes)).message).toMatch(/expected .+, found .+/);
  });
});
