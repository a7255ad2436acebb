// Ways to damage a file that know nothing of its format, but that text has numbers and words.
import type { Random } from '../../src/core/math/random.ts';
import { utf8 } from '../io/samples.ts';

/** Numbers that readers should not trust. */
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

/** Returns a damaged copy. */
export type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

/** The bytes with [start, end) replaced. */
export function spliced(bytes: Uint8Array, start: number, end: number, insert: ArrayLike<number>): Uint8Array {
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

/** Kinds of damage for files of any format, text formats most of all. */
export const MUTATIONS: readonly Mutation[] = [
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

/** One to three damages, of the given kinds. */
export function mutated(original: Uint8Array, random: Random, kinds: readonly Mutation[] = MUTATIONS): Uint8Array {
  let bytes = original;
  for (let left = 1 + random.below(3); left > 0; left--) bytes = kinds[random.below(kinds.length)](bytes, random);
  return bytes;
}
