import { describe, expect, it } from 'vitest';
import { readOff } from '../../src/io.ts';
import { failure, sample } from './samples.ts';

const TRIANGLE = '0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';

describe('readOff reads', () => {
  it('comments, blank lines, polygons, colours of faces', () => {
    const mesh = readOff(sample('off').bytes);
    expect(Array.from(mesh.positions)).toEqual([0, 0, 0, 1.5, 0, 0, 1.5, 1.5, 0, 0, 1.5, 0, 0.75, 0.75, -1.25]);
    expect(Array.from(mesh.triangles)).toEqual([3, 2, 1, 3, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
  });

  it('counts on the line of the header, on the next, behind comments, without edges', () => {
    for (const head of ['OFF 3 1 0', 'OFF\n3 1 0', '# a\nOFF\n# b\n\n3 1 0', 'OFF\r\n3 1 0\r', 'OFF\n3 1']) {
      expect(Array.from(readOff(`${head}\n${TRIANGLE}`).triangles)).toEqual([0, 1, 2]);
    }
  });

  it('colours, normals and texture coordinates of vertices', () => {
    for (const head of ['COFF', 'NOFF', 'CNOFF', 'STOFF', 'STCNOFF', 'OFF']) {
      const text = `${head}\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n0 1 0 0 0 0 0\n3 0 1 2 7\n`;
      expect(readOff(text)).toMatchObject({ vertexCount: 3 });
    }
  });

  it('an empty mesh', () => {
    expect(readOff('OFF 0 0 0').vertexCount).toBe(0);
  });
});

it.each([
  ['', 1, 'OFF, COFF, NOFF or STOFF in three dimensions, found the end of the file'],
  [`4OFF\n3 1 0\n${TRIANGLE}`, 1, 'OFF, COFF, NOFF or STOFF in three dimensions, found "4OFF"'],
  ['OFF BINARY\n\0\0\0\x03', 1, 'a vertex count, found "BINARY"'],
  ['OFF\n', 2, 'a vertex count, found the end of the file'],
  ['OFF\n3\n', 2, 'a face count, found the end of the line'],
  [`OFF\n4000000000 1 0\n${TRIANGLE}`, 2, 'at most 5 vertices in the bytes that follow, found 4000000000'],
  [`OFF\n3 4000000000 0\n${TRIANGLE}`, 2, 'at most 3 faces in the bytes that follow, found 4000000000'],
  [`OFF\n3 2 0\n${TRIANGLE}`, 7, 'another face, found the end of the file'],
  [`OFF\n3 1 0\n${TRIANGLE}3 0 1 2`, 7, 'the end of the file, found "3"'],
  ['OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n', 4, 'a finite number, found the end of the line'],
  ['OFF\n3 1 0\n0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n', 4, 'a finite number, found "nan"'],
  ['OFF\n3 0 0\n0 0 0\n1 0 0 0000000', 4, 'another vertex, found the end of the file'],
  [`OFF\n3 1 0\n${TRIANGLE.replace('3 0 1 2', '3 0 1 3')}`, 6, 'a vertex index between 0 and 2, found "3"'],
  [`OFF\n3 1 0\n${TRIANGLE.replace('3 0 1 2', '3 0 1 -1')}`, 6, 'a vertex index between 0 and 2, found "-1"'],
  [
    `OFF\n3 1 0\n${TRIANGLE.replace('3 0 1 2', '4 0 1 2')}`,
    6,
    'a vertex index between 0 and 2, found the end of the line',
  ],
  [`OFF\n3 1 0\n${TRIANGLE.replace('3 0 1 2', '2 0 1 2')}`, 6, 'a face of at least 3 vertices, found "2"'],
  [`OFF\n3 1 0\n${TRIANGLE.replace('3 0 1 2', 'x 0 1 2')}`, 6, 'the number of vertices of a face, found "x"'],
])('readOff refuses %j', (text, line, message) => {
  const error = failure(() => readOff(text));
  expect(error).toMatchObject({ format: 'OFF', line, byte: undefined });
  expect(error.message).toBe(`OFF line ${line}: expected ${message}`);
});
