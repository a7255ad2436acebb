// Crates against text layers that say the same, in all versions and compressions.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { CrateBytes } from '../../../src/io/usd/crate/crate-bytes.ts';
import { inflateBlock, readIntegers } from '../../../src/io/usd/crate/crate-compression.ts';
import { halfFrom } from '../../../src/io/usd/crate/crate-types.ts';
import { inflateLz4 } from '../../../src/io/usd/crate/lz4-block.ts';
import { roundToHalf } from '../../../src/io/usd/text/usda-value.ts';
import { type AnimatedScene, type ByteSource, readUsd } from '../../../src/io.ts';
import { array, type CrateData, inlined, packedFloats, packedIntegers, single, token, tokens } from './crate-data.ts';
import { compressed, compressedInChunks, compressedIntegers, lz4Block } from './crate-encoding.ts';
import { type CratePrimSpec, writeCrate } from './crate-writer.ts';
import { storedPackage, triangle, WHOLE_TEXT, wholeCrate } from './usd-samples.ts';
import { messageOf, positionsOf } from './usd-scenes.ts';

const text = new TextEncoder().encode(WHOLE_TEXT);

/** Everything that a scene tells, between samples too. */
function contentOf(scene: AnimatedScene): unknown {
  const { times, metresPerUnit, up, notes } = scene;
  const between = times.slice(1).map((time, i) => (time + times[i]) / 2);
  const objects = scene.objects.map((object) => ({
    name: object.name,
    states: [...times, ...between].map((time) => [
      object.isShown(time),
      [...object.faces(time).corners],
      positionsOf(object, time),
    ]),
  }));
  return { times, metresPerUnit, up, notes, objects };
}

/** The same content with another shape where the text sample has a triangle, not a fan. */
const comparable = (scene: AnimatedScene): unknown =>
  contentOf({ ...scene, objects: scene.objects.filter(({ name }) => !/inner|disc/.test(name)) });

describe('a crate', () => {
  it('says the same as the text layer', () => {
    expect(comparable(readUsd(wholeCrate(9)))).toEqual(comparable(readUsd(text)));
  });

  it.each([4, 5, 6, 7, 8, 10, 13])('of version 0.%i says the same as that of 0.9', (minor) => {
    const scene = readUsd(wholeCrate(minor));
    const expected = readUsd(wholeCrate(9));
    const isThere = ({ name }: { name: string }): boolean => minor >= 8 || !name.startsWith('/loaded');
    expect(contentOf(scene)).toEqual(contentOf({ ...expected, objects: expected.objects.filter(isThere) }));
  });

  it('older than 0.4 is refused with a way out', () => {
    const bytes = wholeCrate(9);
    bytes[9] = 3;
    expect(messageOf(() => readUsd(bytes))).toBe(
      'USD byte 8: expected crate version 0.4 or later (USD 0.8 and later write it: usdcat in.usd -o out.usdc), found 0.3.0',
    );
  });

  it('is read from a source that reuses its bytes, and only in parts', () => {
    const bytes = wholeCrate(9);
    const buffer = new Uint8Array(bytes.length);
    let most = 0;
    const source: ByteSource = {
      size: bytes.length,
      read: (offset, length) => {
        most = Math.max(most, length);
        buffer.fill(0xee);
        buffer.set(bytes.subarray(offset, offset + length));
        return buffer.subarray(0, length);
      },
    };
    expect(contentOf(readUsd(source))).toEqual(contentOf(readUsd(bytes)));
    expect(most).toBeLessThan(bytes.length / 2);
  });

  it('and text may come from a buffer, or from a source', () => {
    expect(contentOf(readUsd(wholeCrate(9).buffer))).toEqual(contentOf(readUsd(wholeCrate(9))));
    expect(contentOf(readUsd({ size: text.length, read: (at, length) => text.slice(at, at + length) }))).toEqual(
      contentOf(readUsd(text)),
    );
  });

  it('and text may lie in a package', () => {
    expect(contentOf(readUsd(storedPackage([['a.usdc', wholeCrate(9)]])))).toEqual(contentOf(readUsd(wholeCrate(9))));
    expect(
      contentOf(
        readUsd(
          storedPackage([
            ['a/b.usda', text],
            ['c.png', text],
          ]),
        ),
      ),
    ).toEqual(contentOf(readUsd(text)));
  });
});

describe('values', () => {
  const mesh = (attributes: Readonly<Record<string, CrateData>>): CratePrimSpec => ({
    name: 'm',
    type: 'Mesh',
    attributes,
  });
  const first = (attributes: Readonly<Record<string, CrateData>>, minor = 9): number[] => {
    const [object] = readUsd(writeCrate({ minor, prims: [mesh({ ...triangle, ...attributes })] })).objects;
    return positionsOf(object, 0);
  };
  const placed = (kind: string, data: CrateData): number[] =>
    first({ [`xformOp:${kind}`]: data, xformOpOrder: tokens([`xformOp:${kind}`]) });

  it.each(['double3', 'float3', 'half3', 'int3'] as const)('%s, stored and inlined', (name) => {
    expect(placed('translate', single(name, 1, -2, 3)).slice(0, 3)).toEqual([1, -2, 3]);
    expect(placed('translate', inlined(name, 1, -128, 127)).slice(0, 3)).toEqual([1, -128, 127]);
    expect(placed('translate', inlined(name, 0, 0, 0)).slice(0, 3)).toEqual([0, 0, 0]);
  });

  it.each(['double', 'float', 'half', 'int'] as const)('%s, stored and inlined', (name) => {
    expect(placed('translateY', single(name, 2)).slice(0, 3)).toEqual([0, 2, 0]);
    expect(placed('translateY', inlined(name, -2)).slice(0, 3)).toEqual([0, -2, 0]);
  });

  it('matrices: one byte per diagonal element', () => {
    const diagonal = Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? [2, -3, 4, 1][i / 5] : 0));
    expect(placed('transform', inlined('matrix4d', ...diagonal))).toEqual(
      [0, 0, 0, 2, 0, 0, 0, -3, 0].map((x) => expect.closeTo(x, 15)),
    );
  });

  it('compressed integers of every width', () => {
    const counts = new Array(20).fill(3);
    const random = seededRandom(7);
    const vertexCount = 70_000;
    const corners = Array.from({ length: 60 }, () => random.below(vertexCount));
    const [object] = readUsd(
      writeCrate({
        prims: [
          mesh({
            points: array('float3', new Float64Array(3 * vertexCount)),
            faceVertexCounts: packedIntegers('uint', counts),
            faceVertexIndices: packedIntegers('int64', corners),
          }),
        ],
      }),
    ).objects;
    expect([...object.faces(0).corners]).toEqual(corners);
  });

  it.each(['i', 't'] as const)('compressed floats, form %s', (code) => {
    const weights = Array.from({ length: 32 }, (_, i) => (i % 2) + (code === 't' ? 0.25 : 0));
    const prims: CratePrimSpec[] = [
      {
        name: 'r',
        type: 'SkelRoot',
        relationships: { 'skel:skeleton': ['/r/s'] },
        children: [
          {
            name: 's',
            type: 'Skeleton',
            relationships: { 'skel:animationSource': ['/r/s/a'] },
            children: [
              {
                name: 'a',
                type: 'SkelAnimation',
                attributes: {
                  blendShapes: tokens(weights.map((_, i) => `s${i}`)),
                  blendShapeWeights: packedFloats('float', weights, code),
                },
              },
            ],
          },
          {
            name: 'm',
            type: 'Mesh',
            attributes: { ...triangle, 'skel:blendShapes': tokens(['s0', 's1']) },
            relationships: { 'skel:blendShapeTargets': ['/r/m/x', '/r/m/y'] },
            children: ['x', 'y'].map((name) => ({
              name,
              type: 'BlendShape',
              attributes: {
                offsets: array('float3', name === 'x' ? [8, 0, 0] : [0, 8, 0]),
                pointIndices: array('int', [0]),
              },
            })),
          },
        ],
      },
    ];
    const [object] = readUsd(writeCrate({ prims })).objects;
    expect(positionsOf(object, 0).slice(0, 3)).toEqual([8 * weights[0], 8 * weights[1], 0]);
  });

  it('of another type than expected are refused', () => {
    expect(messageOf(() => first({ points: array('double2', [0, 0]) }))).toMatch(
      /^USD byte \d+: expected vectors of 3 numbers, found a value of type 19$/,
    );
    expect(messageOf(() => first({ xformOpOrder: inlined('int', 3) }))).toMatch(
      /expected a token or a string, found a value of type 3$/,
    );
    expect(messageOf(() => first({ faceVertexCounts: token('x') }))).toMatch(
      /expected numbers, found a value of type 11$/,
    );
  });
});

describe('compression', () => {
  const fileOf = (bytes: Uint8Array): CrateBytes =>
    new CrateBytes({ size: bytes.length, read: (at, n) => bytes.subarray(at, at + n) }, 0, bytes.length);
  const random = seededRandom(22);

  it('LZ4 blocks with literals and matches of all lengths', () => {
    for (let size = 0; size < 700; size += 13) {
      for (const variety of [1, 2, 256]) {
        const data = Uint8Array.from({ length: size }, () => random.below(variety));
        const block = lz4Block(data);
        const out = new Uint8Array(size);
        expect(inflateLz4(block, 0, block.length, out, 0)).toBe(size);
        expect(out).toEqual(data);
      }
    }
  });

  it('a block in chunks', () => {
    const data = Uint8Array.from({ length: 1000 }, () => random.below(3));
    const bytes = compressedInChunks(data, 300);
    expect(inflateBlock(fileOf(bytes), 0, bytes.length, 1000, 'data')).toEqual(data);
  });

  it('damaged LZ4 blocks end without reading or writing outside', () => {
    const data = Uint8Array.from({ length: 300 }, () => random.below(4));
    const block = lz4Block(data);
    for (let i = 0; i < 20_000; i++) {
      const damaged = block.slice(0, random.below(8) === 0 ? random.below(block.length) : block.length);
      for (let k = random.below(4); k >= 0; k--) damaged[random.below(damaged.length)] = random.below(256);
      const end = inflateLz4(damaged, 0, damaged.length, new Uint8Array(300), 0);
      expect(end).toBeLessThanOrEqual(300);
    }
  });

  it.each([32, 64] as const)('integers of %i bits', (bits) => {
    for (let size = 1; size < 60; size += 7) {
      for (const range of [1, 200, 60_000, 2 ** 31]) {
        const values = Array.from({ length: size }, () => random.below(range) - Math.floor(range / 2));
        const bytes = compressedIntegers(values, bits);
        const { values: found, end } = readIntegers(fileOf(bytes), 0, size, bits, 'integers');
        expect([...found]).toEqual(values);
        expect(end).toBe(bytes.length);
      }
    }
  });

  it('more than a block can hold is refused before it is taken', () => {
    const bytes = compressedIntegers([1, 2, 3]);
    expect(messageOf(() => readIntegers(fileOf(bytes), 0, 1e9, 32, 'integers'))).toBe(
      'USD byte 0: expected 1000000000 compressed integers (integers), found a damaged block',
    );
    const block = compressed(new Uint8Array(100_000));
    expect(messageOf(() => inflateBlock(fileOf(block), 0, block.length, 99_999, 'data'))).toContain(
      'found a damaged block',
    );
  });

  it('half precision, to and from text', () => {
    expect([0x3c00, 0xc000, 0x7bff, 0x0001, 0x0400, 0x7c00, 0xfc00].map(halfFrom)).toEqual([
      1,
      -2,
      65504,
      2 ** -24,
      2 ** -14,
      Infinity,
      -Infinity,
    ]);
    expect(halfFrom(0x7e00)).toBeNaN();
    for (let bits = 0; bits < 0x7c00; bits++) expect(roundToHalf(halfFrom(bits))).toBe(halfFrom(bits));
    // Halfway between two numbers the even one is taken.
    expect([2049, 2051, 1e9, -1e9].map(roundToHalf)).toEqual([2048, 2052, Infinity, -Infinity]);
  });
});
