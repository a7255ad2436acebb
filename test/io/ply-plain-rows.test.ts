// The fast path of binary PLY and the general reader give the same meshes and report the same
// faults.
import { describe, expect, it } from 'vitest';
import { type MeshData, readPly } from '../../src/io.ts';
import { failure, utf8 } from './samples.ts';

interface Layout {
  readonly littleEndian: boolean;
  /** Of coordinates, in bytes. */
  readonly size: 4 | 8;
  /** Of lengths of lists: those of one byte are the usual ones. */
  readonly lengthSize: 1 | 2;
  /** Rows of x, y, z and nothing else; otherwise of z, colour, x, y, to be found by their names. */
  readonly isBare: boolean;
}

function ply(
  { littleEndian, size, lengthSize, isBare }: Layout,
  xyz: readonly number[],
  faces: readonly number[][],
): Uint8Array {
  const type = size === 4 ? 'float' : 'double';
  const names = isBare ? ['x', 'y', 'z'] : ['z', 'red', 'x', 'y'];
  const coordinates = names.map((name) => `property ${name === 'red' ? 'uchar' : type} ${name}\n`).join('');
  const list = `property list ${lengthSize === 1 ? 'uchar' : 'ushort'} int vertex_indices\n`;
  const header = utf8(
    `ply\nformat binary_${littleEndian ? 'little' : 'big'}_endian 1.0\nelement vertex ${xyz.length / 3}\n${coordinates}element face ${faces.length}\n${list}end_header\n`,
  );
  const rows = xyz.length / 3;
  const bytes =
    rows * (3 * size + (isBare ? 0 : 1)) + faces.reduce((sum, face) => sum + lengthSize + 4 * face.length, 0);
  const out = new Uint8Array(header.length + bytes);
  out.set(header);
  const view = new DataView(out.buffer);
  let at = header.length;
  const coordinate = (value: number) => {
    if (size === 4) view.setFloat32(at, value, littleEndian);
    else view.setFloat64(at, value, littleEndian);
    at += size;
  };
  for (let row = 0; row < rows; row++)
    for (const name of names)
      if (name === 'red') view.setUint8(at++, 255);
      else coordinate(xyz[3 * row + 'xyz'.indexOf(name)]);
  for (const face of faces) {
    if (lengthSize === 1) view.setUint8(at, face.length);
    else view.setUint16(at, face.length, littleEndian);
    at += lengthSize;
    for (const vertex of face) {
      view.setInt32(at, vertex, littleEndian);
      at += 4;
    }
  }
  return out;
}

const LAYOUTS = [true, false].flatMap((littleEndian) =>
  ([4, 8] as const).flatMap((size) =>
    [true, false].map((isBare) => ({ littleEndian, size, isBare, lengthSize: 1 as const })),
  ),
);
const XYZ = Array.from({ length: 15 }, (_, i) => Math.fround(Math.sin(i)));
const FACES = [
  [0, 1, 2],
  [2, 3, 4, 0],
  [4, 2, 1],
  [0, 1, 2, 3, 4],
];

const parts = ({ positions, triangles }: MeshData) => [[...positions], [...triangles]];

describe.each(LAYOUTS)('%j', (layout) => {
  it('gives triangles and polygons', () => {
    const [positions, triangles] = parts(readPly(ply(layout, XYZ, FACES)));
    expect(positions).toEqual(XYZ);
    expect(triangles).toEqual([0, 1, 2, 2, 3, 4, 2, 4, 0, 4, 2, 1, 0, 1, 2, 0, 2, 3, 0, 3, 4]);
    expect(parts(readPly(ply({ ...layout, lengthSize: 2 }, XYZ, FACES)))).toEqual([positions, triangles]);
  });

  it.each([
    ['a coordinate that is none', XYZ.with(7, Number.NaN), FACES],
    ['one that is infinite', XYZ.with(12, -Infinity), FACES],
    ['a vertex that is not there', XYZ, FACES.with(2, [4, 5, 1])],
    ['one below 0', XYZ, FACES.with(1, [2, 3, -1, 0])],
    ['a face of two', XYZ, FACES.with(2, [0, 1])],
  ])('tells of %s as reading value by value does', (_, xyz, faces) => {
    const fault = (lengthSize: 1 | 2) => failure(() => readPly(ply({ ...layout, lengthSize }, xyz, faces))).message;
    const withoutPlace = (text: string) => text.replace(/byte \d+/, 'byte').replace(/between 0 and \d+/, '');
    expect(withoutPlace(fault(1))).toBe(withoutPlace(fault(2)));
    expect(fault(1)).toMatch(/^PLY byte \d+: /);
  });

  it('tells of a list that is longer than the file', () => {
    const bytes = ply(layout, XYZ, FACES);
    bytes[bytes.length - 21] = 200;
    expect(failure(() => readPly(bytes)).message).toMatch(/^PLY byte \d+: expected a list length between 0 and \d+/);
  });
});
