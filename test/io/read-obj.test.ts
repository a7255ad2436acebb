import { describe, expect, it } from 'vitest';
import { readObj } from '../../src/io.ts';
import { failure, sample } from './samples.ts';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const PENTAGON = `${SQUARE}v -1 0.5 0\n`;

const trianglesOf = (text: string): number[] => Array.from(readObj(text).triangles);
const positionsOf = (text: string): number[] => Array.from(readObj(text).positions);

describe('readObj reads', () => {
  it('a file with everything in it', () => {
    const mesh = readObj(sample('obj').bytes);
    expect(mesh.vertexCount).toBe(5);
    expect(Array.from(mesh.positions)).toEqual([0, 0, 0, 1.5, 0, 0, 1.5, 1.5, 0, 0, 1.5, 0, 0.75, 0.75, -1.25]);
    expect(Array.from(mesh.triangles)).toEqual([3, 2, 1, 3, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
  });

  it('every form of a corner', () => {
    for (const face of [
      '1 2 3',
      '1/7 2/8 3/9',
      '1//7 2//8 3//9',
      '1/1/1 2/1/1 3/1/1',
      '1/ 2/ 3/',
      '1// 2// 3//',
      '1/-1/-2 2 3//-1',
    ]) {
      expect(trianglesOf(`${SQUARE}f ${face}\n`)).toEqual([0, 1, 2]);
    }
  });

  it('negative indices, relative to the vertices so far', () => {
    expect(trianglesOf(`v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -1 -2\n`)).toEqual([0, 1, 2, 0, 3, 2]);
  });

  it('a face before its vertices', () => {
    expect(trianglesOf(`f 1 2 3\n${SQUARE}`)).toEqual([0, 1, 2]);
  });

  it('polygons as fans around their first corner', () => {
    expect(trianglesOf(`${PENTAGON}f 2 3 4 5 1\n`)).toEqual([1, 2, 3, 1, 3, 4, 1, 4, 0]);
  });

  it('faces that repeat a vertex as they are', () => {
    expect(trianglesOf(`${SQUARE}f 1 1 2\n`)).toEqual([0, 0, 1]);
  });

  it('LF, CRLF and CR, with or without a last line break, behind a byte order mark', () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const text = `\ufeff${SQUARE}\n# end\n\nf 1 2 3`.replaceAll('\n', lineBreak);
      expect(trianglesOf(text)).toEqual([0, 1, 2]);
    }
  });

  it('lines continued by a backslash, in statements it ignores too', () => {
    expect(trianglesOf(`${SQUARE}g a \\\nf 9 9 9\nf 1\\\r\n 2 \\\n\\\n 3\n`)).toEqual([0, 1, 2]);
  });

  it('a comment that ends in a backslash as ending with its line', () => {
    expect(trianglesOf(`${SQUARE}# C:\\models\\\nf 1 2 3 # C:\\\nf 1 3 4\n`)).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('tabs, spaces before the statement, numbers in all notations', () => {
    expect(positionsOf('\t v\t+1. \t.5 -1e-2   \n')).toEqual([1, 0.5, -0.01]);
  });

  it('bytes, buffers and views into larger buffers', () => {
    const bytes = new TextEncoder().encode(`xxx${SQUARE}f 1 2 3yyy`);
    expect(readObj(bytes.subarray(3, bytes.length - 3)).triangles).toHaveLength(3);
    expect(readObj(bytes.slice(3, -3).buffer).triangles).toHaveLength(3);
    expect(readObj(Buffer.from(SQUARE)).vertexCount).toBe(4);
  });

  it('points without faces', () => {
    expect(trianglesOf(SQUARE)).toEqual([]);
  });
});

/** The name of each triangle; null if the file has none. */
const namesOf = (text: string, of: 'parts' | 'materials' = 'parts'): string[] | null => {
  const found = readObj(text)[of];
  return found ? Array.from(found.partOfTriangle, (id) => found.names[id]) : null;
};

describe('readObj names', () => {
  it('all triangles of an object, those of a polygon included', () => {
    expect(namesOf(`${PENTAGON}o one\nf 1 2 3 4 5\no two\nf 1 2 3\n`)).toEqual(['one', 'one', 'one', 'two']);
  });

  it('equal names once, in the order of their first triangles', () => {
    const text = `${SQUARE}o unused\no b\nf 1 2 3\no a\nf 1 2 3\no b\nf 2 3 4\n`;
    expect(readObj(text).parts?.names).toEqual(['b', 'a']);
    expect(namesOf(text)).toEqual(['b', 'a', 'b']);
  });

  it('groups only where no object has a name', () => {
    const faces = (statement: string) => `${SQUARE}${statement}\ng left\nf 1 2 3\ng right\nf 2 3 4\n`;
    expect(namesOf(faces('o square'))).toEqual(['square', 'square']);
    expect(namesOf(faces('o'))).toEqual(['left', 'right']);
    expect(namesOf(faces(''))).toEqual(['left', 'right']);
  });

  it('nothing before the first name and behind a statement without one', () => {
    expect(namesOf(`${SQUARE}f 1 2 3\no a\nf 1 2 3\no\nf 1 2 3\no  # none\nf 2 3 4\n`)).toEqual(['', 'a', '', '']);
  });

  it('nothing in a file without names', () => {
    for (const text of [`${SQUARE}f 1 2 3\n`, `${SQUARE}o\ng\nusemtl\nf 1 2 3\n`, `${SQUARE}f 1 2 3\no late\n`])
      for (const of of ['parts', 'materials'] as const) expect(namesOf(text, of)).toBe(null);
  });

  it('with spaces, signs and letters of any language', () => {
    const name = (line: string) => namesOf(`${SQUARE}${line}\nf 1 2 3\n`)?.[0];
    expect(name('o  left  arm ')).toBe('left arm');
    expect(name('o Ärmel#2 # the left one')).toBe('Ärmel#2');
    expect(name('g arm \\\n left\r')).toBe('arm left');
  });

  it('materials likewise', () => {
    const text = `${SQUARE}usemtl red silk\nf 1 2 3 4\nusemtl wool\nf 1 2 3\n`;
    expect(namesOf(text, 'materials')).toEqual(['red silk', 'red silk', 'wool']);
    expect(namesOf(text)).toBe(null);
  });
});

it.each([
  [`${SQUARE}f 1 2 5\n`, 5, 'a vertex index between 1 and 4, found "5"'],
  [`${SQUARE}f 1 2 3\nf 1 99999999999 3\nf 1 6 2`, 6, 'a vertex index between 1 and 4, found "99999999999"'],
  [`${SQUARE}f 1 0 2\n`, 5, 'a vertex index of 1 or more, or a negative one, found "0"'],
  [`${SQUARE}f 1 -5 2\n`, 5, 'a vertex index between -4 and -1, found "-5"'],
  ['f -1 -2 -3\nv 0 0 0', 1, 'no vertex index, for there is no vertex, found "-1"'],
  [`${SQUARE}f 1 2\n`, 5, 'a face of at least 3 vertices, found the end of the line'],
  [`${SQUARE}f`, 5, 'a face of at least 3 vertices, found the end of the file'],
  [`${SQUARE}f 1 2 3.0\n`, 5, 'a face corner v, v/vt, v//vn or v/vt/vn, found "3.0"'],
  [`${SQUARE}f 1/1/1/1 2 3\n`, 5, 'a face corner v, v/vt, v//vn or v/vt/vn, found "1/1/1/1"'],
  [`${SQUARE}f 1/x 2 3\n`, 5, 'a face corner v, v/vt, v//vn or v/vt/vn, found "1/x"'],
  [`${SQUARE}f /1 2 3\n`, 5, 'a face corner v, v/vt, v//vn or v/vt/vn, found "/1"'],
  [`${SQUARE}f 1 2 \\ 3\n`, 5, 'a face corner v, v/vt, v//vn or v/vt/vn, found "\\"'],
  ['v 0 0 0\r\n\r\n# two\\\r\nv 1 2\r\n', 4, 'a finite number, found the end of the line'],
  ['v 0 0 \\\n0x10', 2, 'a finite number, found "0x10"'],
  ['v 0 0 nan', 1, 'a finite number, found "nan"'],
  ['v 0 0 1e999', 1, 'a finite number, found "1e999"'],
  ['v 0 0 1.5abc', 1, 'a finite number, found "1.5abc"'],
  ['v 0 0 0 red', 1, 'a finite number, found "red"'],
  ['v 0 0 0\nvv 1 1 1', 2, 'an OBJ statement such as v, vn or f, found "vv"'],
  [`v 0 0 0\n${'é'.repeat(40)}`, 2, `an OBJ statement such as v, vn or f, found "${'\\xc3\\xa9'.repeat(12)}…"`],
  ['# nothing\n', 2, 'a vertex (v x y z), found the end of the file'],
])('readObj refuses %j', (text, line, message) => {
  const error = failure(() => readObj(text));
  expect(error).toMatchObject({ name: 'FileError', format: 'OBJ', line, byte: undefined });
  expect(error.message).toBe(`OBJ line ${line}: expected ${message}`);
});

it('refuses what is no file', () => {
  for (const source of [null, undefined, 4e9, {}]) expect(() => readObj(source as never)).toThrow(TypeError);
});
