import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import {
  type ByteSource,
  FileError,
  type PointCache,
  type PointCacheSource,
  pointCacheFrom,
  readMdd,
  readPc2,
  writeMdd,
  writePc2,
} from '../../src/io.ts';
import { failure, utf8 } from './samples.ts';

const POINTS = 7;
const random = seededRandom(5);
const FRAMES = Array.from({ length: 4 }, () =>
  Float64Array.from({ length: 3 * POINTS }, () => Math.fround(random.between(-10, 10))),
);

interface Format {
  readonly name: string;
  readonly read: (source: PointCacheSource) => PointCache;
  readonly bytes: Uint8Array;
  readonly framesAt: number;
  readonly littleEndian: boolean;
  readonly times: readonly number[];
}

const PC2: Format = {
  name: 'PC2',
  read: readPc2,
  bytes: writePc2(FRAMES, { startFrame: 10, sampleRate: 0.5 }),
  framesAt: 32,
  littleEndian: true,
  times: [10, 10.5, 11, 11.5],
};
const MDD: Format = {
  name: 'MDD',
  read: readMdd,
  bytes: writeMdd(FRAMES, { times: [0, 0.25, 0.5, 1] }),
  framesAt: 8 + 4 * FRAMES.length,
  littleEndian: false,
  times: [0, 0.25, 0.5, 1],
};
const FORMATS = [PC2, MDD];

function framesIn(cache: PointCache): Float64Array[] {
  return Array.from({ length: cache.frameCount }, (_, frame) => {
    const out = new Float64Array(3 * cache.pointCount);
    cache.positions(frame, out);
    return out;
  });
}

const timesIn = (cache: PointCache): number[] =>
  Array.from({ length: cache.frameCount }, (_, frame) => cache.time(frame));

/** A file as a disk would give it: every read overwrites the last. */
function onDisk(bytes: Uint8Array): ByteSource & { readonly reads: number[] } {
  const memory = new Uint8Array(bytes.length);
  const reads: number[] = [];
  const read = (offset: number, length: number): Uint8Array => {
    reads.push(length);
    memory.set(bytes.subarray(offset, offset + length));
    return memory.subarray(0, length);
  };
  return { size: bytes.length, read, reads };
}

/** A copy with one 32-bit value replaced. */
function patched({ bytes, littleEndian }: Format, at: number, value: number, isFloat = false): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  if (isFloat) view.setFloat32(at, value, littleEndian);
  else view.setInt32(at, value, littleEndian);
  return copy;
}

describe.each(FORMATS)('$name', (format) => {
  const { name, read, bytes, framesAt, times } = format;

  it('gives back what was written', () => {
    const cache = read(bytes);
    expect(cache.pointCount).toBe(POINTS);
    expect(timesIn(cache)).toEqual(times);
    expect(framesIn(cache)).toEqual(FRAMES);
  });

  it('reads no more of a file than the frame asked for', () => {
    const file = onDisk(bytes);
    const cache = pointCacheFrom(file);
    expect(framesIn(cache)).toEqual(FRAMES);
    expect(timesIn(cache)).toEqual(times);
    expect(Math.max(...file.reads)).toBe(12 * POINTS);
  });

  it('is told by its name and by its content', () => {
    for (const fileName of ['', 'cloth', `a.b/cloth.${name}`]) {
      expect(framesIn(pointCacheFrom(bytes, fileName))).toEqual(FRAMES);
    }
  });

  it('reads bytes at any offset of their memory', () => {
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(framesIn(read(shifted.subarray(1)))).toEqual(FRAMES);
  });

  it('every truncation is an error, and so is a byte too many', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(failure(() => read(bytes.slice(0, length)))).toMatchObject({ format: name });
    }
    const end = framesAt + 4 * 12 * POINTS;
    const expected = `4 frames of 7 points, which end at byte ${end}`;
    expect(failure(() => read(bytes.slice(0, -1))).message).toBe(
      `${name} byte ${end - 1}: expected ${expected}, found a file of ${end - 1} bytes`,
    );
    const longer = new Uint8Array([...bytes, 0]);
    expect(failure(() => read(longer)).message).toBe(
      `${name} byte ${end}: expected ${expected}, found a file of ${end + 1} bytes`,
    );
  });

  it.each([Number.NaN, Infinity, -Infinity])('names the byte of a coordinate that is %s', (value) => {
    const at = framesAt + 2 * 12 * POINTS + 4 * 5;
    const cache = read(patched(format, at, value, true));
    const out = new Float64Array(3 * POINTS);
    cache.positions(1, out);
    const error = failure(() => cache.positions(2, out));
    expect(error.message).toBe(`${name} byte ${at}: expected a finite number, found ${value}`);
    expect(error).toMatchObject({ byte: at, line: undefined, element: undefined });
  });

  it('names the place where a file shrinks under its reader', () => {
    let left = bytes.length;
    const cache = read({ size: left, read: (offset, length) => bytes.slice(offset, Math.min(offset + length, left)) });
    left = framesAt + 12 * POINTS + 10;
    const error = failure(() => cache.positions(1, new Float64Array(3 * POINTS)));
    expect(error.message).toBe(`${name} byte ${left}: expected frame 1, found the end of the file`);
  });

  it('refuses frames that there are not, and arrays of another size', () => {
    const cache = read(bytes);
    const out = new Float64Array(3 * POINTS);
    for (const frame of [-1, 4, 0.5, Number.NaN]) {
      expect(() => cache.positions(frame, out)).toThrow(`expected a frame between 0 and 3, found ${frame}`);
      expect(() => cache.time(frame)).toThrow(RangeError);
    }
    expect(() => cache.positions(0, new Float64Array(20))).toThrow('expected room for 21 numbers, found 20');
  });
});

it.each([
  [PC2, 16, -1, 'the number of points, at least 1, found -1'],
  [PC2, 16, 0, 'the number of points, at least 1, found 0'],
  [PC2, 28, -5, 'the number of samples, at least 1, found -5'],
  [MDD, 0, 0, 'the number of frames, at least 1, found 0'],
  [MDD, 4, -(2 ** 31), 'the number of points, at least 1, found -2147483648'],
])('counts that make no sense: %#', (format, at, value, message) => {
  const error = failure(() => format.read(patched(format, at, value)));
  expect(error.message).toBe(`${format.name} byte ${at}: expected ${message}`);
});

it.each([
  [PC2, 16],
  [PC2, 28],
  [MDD, 0],
  [MDD, 4],
])('absurd counts take no memory: %#', (format, at) => {
  const error = failure(() => format.read(patched(format, at, 2 ** 31 - 1)));
  expect(error.message).toMatch(/points, which end at byte \d+, found a file of \d+ bytes$/);
});

describe('PC2', () => {
  it('refuses another start', () => {
    const expected = '"POINTCACHE2" and a zero byte';
    expect(failure(() => readPc2(utf8('POINTCACHE1\0....'))).message).toBe(
      `PC2 byte 0: expected ${expected}, found "POINTCACHE1\\x00"`,
    );
    expect(failure(() => readPc2(new Uint8Array(0))).message).toBe(
      `PC2 byte 0: expected ${expected}, found an empty file`,
    );
  });

  it('refuses times that are not finite', () => {
    const error = failure(() => readPc2(patched(PC2, 24, Number.NaN, true)));
    expect(error.message).toBe('PC2 byte 24: expected the frames per sample, a finite number, found NaN');
  });
});

describe('MDD', () => {
  it('passes over the first frame that Blender writes twice', () => {
    const { framesAt, bytes } = MDD;
    const first = bytes.subarray(framesAt, framesAt + 12 * POINTS);
    const file = new Uint8Array([...bytes.subarray(0, framesAt), ...first, ...bytes.subarray(framesAt)]);
    expect(framesIn(readMdd(file))).toEqual(FRAMES);
  });

  it('names the byte of a time that is not finite', () => {
    const cache = readMdd(patched(MDD, 12, Infinity, true));
    expect(cache.time(0)).toBe(0);
    expect(failure(() => cache.time(1)).message).toBe('MDD byte 12: expected a time, a finite number, found Infinity');
  });

  it('refuses what is no point cache', () => {
    expect(failure(() => pointCacheFrom(utf8('hello, world'))).message).toMatch(
      /^MDD byte 12: expected 1751477356 frames of 1865162871 points/,
    );
    expect(failure(() => pointCacheFrom(new Uint8Array(0))).message).toBe(
      'MDD byte 0: expected the number of frames, found an empty file',
    );
  });
});

describe('writers refuse', () => {
  it.each([writePc2, writeMdd])('what cannot be read again: %#', (write) => {
    expect(() => write([])).toThrow('expected 3 coordinates a point, found 0 in all');
    expect(() => write([[1, 2, 3, 4]])).toThrow('expected 3 coordinates a point, found 4 in all');
    expect(() => write([[1, 2, 3], [1]])).toThrow('frame 1: expected 1 points');
    expect(() => write([[1, 2, 1e39]])).toThrow('frame 0: expected finite coordinates, found 1e+39');
  });

  it('another number of times than frames', () => {
    expect(() => writeMdd(FRAMES, { times: [0] })).toThrow('expected 4 times, found 1');
  });
});

it('damaged files end in frames or in a FileError', () => {
  for (const { name, read, bytes } of FORMATS) {
    for (let seed = 0; seed < 300; seed++) {
      const { below } = seededRandom(seed);
      const file = bytes
        .map((byte) => (below(40) === 0 ? below(256) : byte))
        .slice(0, bytes.length - below(2) * below(9));
      try {
        for (const frame of framesIn(read(file))) expect(frame.every(Number.isFinite)).toBe(true);
      } catch (error) {
        if (!(error instanceof FileError)) expect.fail(`${name}, seed ${seed}: ${error}`);
      }
    }
  }
});
