// Damaged files of every format end in a valid mesh or a FileError, and take no more memory than
// their size permits.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { FileError, type MeshData, readMesh } from '../../src/io.ts';
import { faultOf, SAMPLES, utf8 } from './samples.ts';

/** How many seeds per sample; raise it for a long run. */
const SEEDS = Number(process.env.GRAZE_MUTATIONS ?? 200);

/** Array bytes that reading may leave behind per byte of the file, and in all cases. */
const BYTES_PER_BYTE = 200;
const BYTES_AT_LEAST = 1 << 16;

const HOSTILE = [
  '4294967295',
  '4000000000',
  '99999999999999999999',
  '-1',
  '0',
  '1e999',
  'nan',
  '2147483648',
  '3.5',
  '',
  '\0',
  '65535',
  '-99999999999',
];
const HEADER_WORDS = [
  'ascii',
  'binary_little_endian',
  'binary_big_endian',
  'list',
  'uchar',
  'double',
  'char',
  'vertex',
  'face',
  'solid',
  'OFF',
  'end_header\n',
  'f',
  'v',
  '\\\n',
  '#',
  '\r',
  'int',
  'property',
  'element',
];

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

/** The bytes with [start, end) replaced. */
function spliced(bytes: Uint8Array, start: number, end: number, insert: ArrayLike<number>): Uint8Array {
  const result = new Uint8Array(bytes.length - (end - start) + insert.length);
  result.set(bytes.subarray(0, start));
  result.set(insert, start);
  result.set(bytes.subarray(end), start + insert.length);
  return result;
}

function slice(bytes: Uint8Array, random: Random): [start: number, end: number] {
  const start = random.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + 1 + random.below(40))];
}

/** Replaces one of the runs of bytes that `pattern` finds in the first `within` bytes. */
function replaceRun(pattern: RegExp, within: number, texts: readonly string[]): Mutation {
  return (bytes, random) => {
    const runs = [...Buffer.from(bytes.subarray(0, within)).toString('latin1').matchAll(pattern)];
    if (runs.length === 0) return bytes;
    const run = runs[random.below(runs.length)];
    return spliced(bytes, run.index, run.index + run[0].length, utf8(texts[random.below(texts.length)]));
  };
}

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => bytes.map((byte) => (random.below(bytes.length) < 3 ? byte ^ (1 << random.below(8)) : byte)),
  (bytes, random) => bytes.map((byte) => (random.below(bytes.length) < 1 ? random.below(256) : byte)),
  (bytes, random) => bytes.slice(0, random.below(bytes.length + 1)),
  (bytes, random) => spliced(bytes, ...slice(bytes, random), []),
  (bytes, random) => {
    const [start] = slice(bytes, random);
    return spliced(
      bytes,
      start,
      start,
      Array.from({ length: 1 + random.below(20) }, () => random.below(256)),
    );
  },
  (bytes, random) => {
    const [start, end] = slice(bytes, random);
    const [at] = slice(bytes, random);
    return spliced(bytes, at, at, bytes.slice(start, end));
  },
  (bytes, random) => {
    const [start, end] = slice(bytes, random);
    return spliced(
      bytes,
      start,
      end,
      Array.from({ length: end - start }, () => 0xff),
    );
  },
  replaceRun(/\d+/g, Infinity, HOSTILE),
  replaceRun(/\d+/g, 300, HOSTILE),
  replaceRun(/[\w.]+/g, 300, HEADER_WORDS),
];

function mutated(original: Uint8Array, random: Random): Uint8Array {
  let bytes = original;
  for (let left = 1 + random.below(3); left > 0; left--)
    bytes = MUTATIONS[random.below(MUTATIONS.length)](bytes, random);
  return bytes;
}

/** 'mesh' or 'error', or what went wrong. */
function outcomeOf(read: (bytes: Uint8Array) => MeshData, bytes: Uint8Array): string {
  const before = process.memoryUsage().arrayBuffers;
  let outcome = 'mesh';
  try {
    const fault = faultOf(read(bytes), bytes.length);
    if (fault) return fault;
  } catch (error) {
    if (!(error instanceof FileError)) return String(error);
    outcome = 'error';
  }
  // A collection in between can only make the figure smaller.
  const taken = process.memoryUsage().arrayBuffers - before;
  return taken > BYTES_AT_LEAST + BYTES_PER_BYTE * bytes.length ? `${taken} bytes for ${bytes.length}` : outcome;
}

describe('mutations', () => {
  it.each(SAMPLES)('of $name', ({ name, read, bytes }) => {
    expect(outcomeOf(read, bytes)).toBe('mesh');
    const counts = { mesh: 0, error: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const file = mutated(bytes, seededRandom(seed));
      for (const reader of [read, (source: Uint8Array) => readMesh(source)]) {
        const outcome = outcomeOf(reader, file);
        if (outcome !== 'mesh' && outcome !== 'error') expect.fail(`${name}, seed ${seed}: ${outcome}`);
        counts[outcome]++;
      }
    }
    // Neither harmless nor all fatal: otherwise the mutations would test nothing.
    expect(Math.min(counts.mesh, counts.error)).toBeGreaterThan(0);
  });

  it.each(SAMPLES)('every truncation of $name', ({ read, bytes }) => {
    for (let length = 0; length < bytes.length; length++) {
      expect(outcomeOf(read, bytes.slice(0, length))).toMatch(/^(mesh|error)$/);
    }
  });
});
