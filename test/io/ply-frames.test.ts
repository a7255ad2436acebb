// Frames that differ from the first only in their coordinates give the same result as reading them
// as a whole; any other difference is noticed.
import { describe, expect, it } from 'vitest';
import { type PlyFrames, plyFramesLike } from '../../src/io/ply-frames.ts';
import { readPly, writePly } from '../../src/io.ts';
import { utf8 } from './samples.ts';

const TRIANGLES = Uint32Array.of(0, 1, 2, 2, 1, 3);
const FIRST = writePly({ positions: Float64Array.from({ length: 12 }, (_, i) => i / 7), triangles: TRIANGLES });
const SIZE = 12;

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function framesLike(bytes: Uint8Array): PlyFrames {
  const frames = plyFramesLike(bytes);
  if (!frames) throw new Error('not plain');
  return frames;
}

/** Null if the file must be read as a whole. */
function positionsIn(bytes: Uint8Array, like = FIRST): Float64Array | null {
  const out = new Float64Array(SIZE);
  return framesLike(like).read(bytes, out, isSame) ? out : null;
}

/** Of a binary file with a colour in each row. */
function coloured(littleEndian: boolean, red: number): Uint8Array {
  const format = `binary_${littleEndian ? 'little' : 'big'}_endian`;
  const rows = 'property float y\nproperty uchar red\nproperty float x\nproperty float z\n';
  const header = utf8(
    `ply\nformat ${format} 1.0\nelement vertex 4\n${rows}element face 1\nproperty list uchar int vertex_index\nend_header\n`,
  );
  const out = new Uint8Array(header.length + 4 * 13 + 13);
  const view = new DataView(out.buffer);
  out.set(header);
  for (let v = 0; v < 4; v++) {
    const at = header.length + 13 * v;
    view.setFloat32(at, v, littleEndian);
    view.setUint8(at + 4, red);
    view.setFloat32(at + 5, v * v, littleEndian);
    view.setFloat32(at + 9, -v, littleEndian);
  }
  view.setUint8(header.length + 52, 3);
  [3, 0, 1].forEach((corner, k) => {
    view.setUint32(header.length + 53 + 4 * k, corner, littleEndian);
  });
  return out;
}

describe('frames of binary PLY files', () => {
  it('have their own coordinates', () => {
    const positions = Float64Array.from({ length: SIZE }, (_, i) => Math.sin(i));
    expect(positionsIn(writePly({ positions, triangles: TRIANGLES }))).toEqual(positions);
  });

  it.each([true, false])('may have more in a row than coordinates, little endian %s', (littleEndian) => {
    const [first, other] = [coloured(littleEndian, 1), coloured(littleEndian, 2)];
    expect(positionsIn(other, first)).toEqual(readPly(other).positions);
  });

  it('differ from the first in coordinates alone: every other byte is compared', () => {
    const start = FIRST.length - 8 * SIZE - 13 * 2;
    const end = start + 8 * SIZE;
    for (let at = 0; at < FIRST.length; at++) {
      const other = FIRST.slice();
      other[at] ^= 1;
      const isCoordinate = at >= start && at < end;
      expect(positionsIn(other)).toEqual(isCoordinate ? readPly(other).positions : null);
    }
  });

  it('are as long as the first', () => {
    expect(positionsIn(FIRST.slice(0, -1))).toBeNull();
    expect(positionsIn(Uint8Array.of(...FIRST, 0))).toBeNull();
  });

  it.each([NaN, Infinity, -Infinity])('are read as a whole where a coordinate is %s', (value) => {
    const other = FIRST.slice();
    new DataView(other.buffer).setFloat64(FIRST.length - 13 * 2 - 8, value, true);
    expect(positionsIn(other)).toBeNull();
  });

  it('are not of text, nor of lists among the coordinates, nor of integers', () => {
    const tail = 'element face 0\nproperty list uchar int vertex_index\nend_header\n';
    const coordinates = (type: string): string => ['x', 'y', 'z'].map((name) => `property ${type} ${name}\n`).join('');
    const like = (text: string): PlyFrames | null => plyFramesLike(utf8(text));
    const start = 'ply\nformat binary_little_endian 1.0\nelement vertex 0\n';
    expect(like(`${start}${coordinates('float')}${tail}`)).not.toBeNull();
    expect(like(`${start}${coordinates('int')}${tail}`)).toBeNull();
    expect(like(`${start}${coordinates('float')}property list uchar int more\n${tail}`)).toBeNull();
    expect(like(`ply\nformat ascii 1.0\nelement vertex 0\n${coordinates('float')}${tail}`)).toBeNull();
    const before = 'ply\nformat binary_little_endian 1.0\nelement other 0\nproperty int i\nelement vertex 0\n';
    expect(like(`${before}${coordinates('float')}${tail}`)).toBeNull();
  });
});
