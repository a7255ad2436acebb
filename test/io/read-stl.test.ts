import { describe, expect, it } from 'vitest';
import { readStl } from '../../src/io.ts';
import { binaryStl, CUBE, CUBE_CORNERS, failure, sample, utf8 } from './samples.ts';

const TWO_FACETS = [0, 0, 0, 1, 0, -0, 1, 1, 0, 0, 0, -0, 1, 1, 0, 0, 1, 0];

describe('readStl reads', () => {
  it('ascii, welded', () => {
    const mesh = readStl(sample('stl, ascii').bytes);
    expect(mesh.vertexCount).toBe(4);
    expect(Array.from(mesh.positions)).toEqual([0, 0, 0, 1.5, 0, -0, 1.5, 1.5, 0, 0, 1.5, 0]);
    expect(Array.from(mesh.triangles)).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('binary, welded on exact equality, −0 with 0; the first of equals stays', () => {
    const mesh = readStl(binaryStl(TWO_FACETS));
    expect(Array.from(mesh.positions)).toEqual([0, 0, 0, 1, 0, -0, 1, 1, 0, 0, 1, 0]);
    expect(Array.from(mesh.triangles)).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('a closed binary mesh whose header says solid', () => {
    const mesh = readStl(binaryStl(CUBE_CORNERS, 'solid cube\n facet normal 0 0 0'));
    expect(mesh.vertexCount).toBe(8);
    mesh.triangles.forEach((vertex, i) => {
      const original = CUBE.positions.subarray(3 * CUBE.triangles[i], 3 * CUBE.triangles[i] + 3);
      expect(mesh.positions.subarray(3 * vertex, 3 * vertex + 3)).toEqual(original.map(Math.fround));
    });
  });

  it('facets that are degenerate or become so', () => {
    expect(Array.from(readStl(binaryStl([0, 0, 0, 0, 0, -0, 1, 1, 1])).triangles)).toEqual([0, 0, 1]);
  });

  it('several solids, capitals, CRLF, names of any kind, as a string', () => {
    const text = new TextDecoder().decode(sample('stl, ascii').bytes);
    const file = `${text.toUpperCase()}${text.replace('pyramid', 'facet normal # 1 é')}`.replaceAll('\n', '\r\n');
    expect(readStl(file.replaceAll('NAN', 'nan')).triangles).toHaveLength(12);
  });

  it('solids with names as parts, whose vertices are not welded together', () => {
    const solid = (name: string) =>
      facet('vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n').replace('solid a', `solid ${name}`);
    const two = readStl(`${solid('left arm')}${solid('right arm')}`);
    expect(two.parts).toEqual({ names: ['left arm', 'right arm'], partOfTriangle: Uint32Array.of(0, 1) });
    expect([two.vertexCount, ...two.triangles]).toEqual([6, 0, 1, 2, 3, 4, 5]);
    expect(readStl(`${solid('arm')}${solid('arm')}`).vertexCount).toBe(3);
    const nameless = readStl(`${solid('')}${solid('')}`);
    expect([nameless.vertexCount, nameless.parts]).toEqual([3, undefined]);
  });

  it('files without facets', () => {
    expect(readStl('solid\nendsolid').vertexCount).toBe(0);
    expect(readStl(binaryStl([])).vertexCount).toBe(0);
  });
});

const facet = (vertices: string) => `solid a\nfacet normal 0 0 1\nouter loop\n${vertices}endloop\nendfacet\nendsolid\n`;
const V = 'vertex 0 0 0\n';

it.each([
  [facet(`${V}${V}`), 6, '"vertex", found "endloop"'],
  [facet(`${V}${V}${V}${V}`), 7, '"endloop", found "vertex"'],
  [facet(`${V}vertex 0 1e999 0\n${V}`), 5, 'a finite number, found "1e999"'],
  [facet(`${V}vertex 0 0\n${V}`), 5, 'a finite number, found the end of the line'],
  [facet(`${V}vertex 0 0 0 0\n${V}`), 5, '"vertex", found "0"'],
  ['solid a\nfacet normal 0 0\nouter', 2, 'three numbers of a normal, found the end of the line'],
  ['solid a\nface', 2, '"facet" or "endsolid", found "face"'],
  [facet(`${V}${V}${V}`).replace('endsolid\n', ''), 9, '"facet" or "endsolid", found the end of the file'],
  ['solid\nendsolid a\nsolids', 3, '"solid", found "solids"'],
])('readStl refuses %j', (text, line, message) => {
  const error = failure(() => readStl(text));
  expect(error).toMatchObject({ format: 'STL', line, byte: undefined });
  expect(error.message).toBe(`STL line ${line}: expected ${message}`);
});

describe('readStl names the byte', () => {
  const sizeRule = (size: number) => `a facet count for which 84 + 50 × count is ${size}, the size of the file`;
  it('of a count that does not fit the file', () => {
    const file = binaryStl(TWO_FACETS);
    expect(failure(() => readStl(file.subarray(0, 183))).message).toBe(
      `STL byte 80: expected ${sizeRule(183)}, found 2`,
    );
    new DataView(file.buffer).setUint32(80, 4e9, true);
    expect(failure(() => readStl(file)).message).toBe(`STL byte 80: expected ${sizeRule(184)}, found 4000000000`);
  });

  it('of a coordinate that is not finite', () => {
    const error = failure(() => readStl(binaryStl([0, 0, 0, 1, Number.NaN, 0, 1, 1, 0])));
    expect(error).toMatchObject({ byte: 84 + 12 + 16, line: undefined });
    expect(error.message).toBe('STL byte 112: expected a finite number, found NaN');
  });

  it('0 of what is neither ascii nor long enough to be binary', () => {
    const expected = '"solid" or the 84 bytes that a binary file starts with';
    expect(failure(() => readStl('')).message).toBe(`STL byte 0: expected ${expected}, found an empty file`);
    expect(failure(() => readStl(utf8('<html>'))).message).toBe(`STL byte 0: expected ${expected}, found "<html>"`);
  });
});
