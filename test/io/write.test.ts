import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { type PlyOptions, readObj, readPly, writeObj, writePly } from '../../src/io.ts';

const EXTREMES = [
  0,
  -0,
  5e-324,
  -1.7976931348623157e308,
  2.2250738585072014e-308,
  0.1,
  1 / 3,
  1e21,
  123456789.12345679,
];

function randomMesh(seed: number, vertexCount: number) {
  const random = seededRandom(seed);
  const anyDouble = () => random.between(-1, 1) * 10 ** random.between(-12, 12);
  const positions = Float64Array.from([...EXTREMES, ...Array.from({ length: 3 * vertexCount }, anyDouble)]);
  const triangles = Uint32Array.from({ length: 6 * vertexCount }, () => random.below(positions.length / 3));
  return { positions, triangles };
}

const mesh = randomMesh(3, 2000);
const encodings = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;

/** Bit for bit: −0 is not 0. */
function expectSame(read: { positions: Float64Array; triangles: Uint32Array }, positions: Float64Array): void {
  expect(Buffer.from(read.positions.buffer).equals(Buffer.from(positions.buffer))).toBe(true);
  expect(Buffer.from(read.triangles.buffer).equals(Buffer.from(mesh.triangles.buffer))).toBe(true);
}

describe('what is written reads back bit for bit', () => {
  it('obj', () => {
    expectSame(readObj(writeObj(mesh)), mesh.positions);
  });

  it.each(encodings)('ply, %s', (encoding) => {
    expectSame(readPly(writePly(mesh, { encoding })), mesh.positions);
  });

  it.each(encodings)('ply, %s, rounded to float', (encoding) => {
    const positions = mesh.positions.map((x) => (Math.abs(x) > 3e38 ? 1 : x));
    const file = writePly({ ...mesh, positions }, { encoding, scalar: 'float' });
    expectSame(readPly(file), positions.map(Math.fround));
  });

  it('plain and single-precision arrays', () => {
    const small = { positions: [0, 0, 0, 1, 0, 0, 0, 0.5, 0], triangles: [0, 1, 2] };
    expect(writeObj(small)).toBe('v 0 0 0\nv 1 0 0\nv 0 0.5 0\nf 1 2 3\n');
    expect(readPly(writePly({ ...small, positions: new Float32Array(small.positions) })).positions).toEqual(
      Float64Array.from(small.positions),
    );
  });

  it('an empty mesh', () => {
    expect(readPly(writePly({ positions: [], triangles: [] })).vertexCount).toBe(0);
  });
});

it('writes little-endian doubles unless told otherwise', () => {
  const text = new TextDecoder().decode(writePly({ positions: [1, 2, 3], triangles: [] }).subarray(0, 90));
  expect(text).toMatch(/^ply\nformat binary_little_endian 1\.0\nelement vertex 1\nproperty double x\n/);
});

it.each<[string, { positions: number[]; triangles: number[] }, PlyOptions, string]>([
  [
    'NaN',
    { positions: [0, 0, 0, 0, Number.NaN, 0], triangles: [] },
    {},
    'vertex 1: expected finite coordinates, found NaN',
  ],
  [
    'overflow',
    { positions: [0, 0, 1e300], triangles: [] },
    { scalar: 'float' },
    'vertex 0: expected finite coordinates, found Infinity',
  ],
  ['an index', { positions: [0, 0, 0], triangles: [0, 0, 1] }, {}, 'triangle 0: expected indices below 1, found 1'],
  [
    'a fraction',
    { positions: [0, 0, 0], triangles: [0, 0.5, 0] },
    {},
    'triangle 0: expected indices below 1, found 0.5',
  ],
  ['two coordinates', { positions: [0, 0], triangles: [] }, {}, 'expected 3 coordinates a vertex, found 2 in all'],
  ['two indices', { positions: [0, 0, 0], triangles: [0, 0] }, {}, 'expected 3 indices a triangle, found 2 in all'],
  [
    'an encoding',
    { positions: [], triangles: [] },
    { encoding: 'binary' as never },
    'expected a PLY encoding, found "binary"',
  ],
])('refuses to write %s', (_, bad, options, message) => {
  expect(() => writePly(bad, options)).toThrow(new RangeError(message));
});
