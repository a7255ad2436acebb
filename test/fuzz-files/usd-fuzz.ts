// The fuzzers of USD: crates, whose tables are decoded, damaged and encoded again; text, damaged
// word by word; and packages of both.
import type { Random } from '../../src/core/math/random.ts';
import { CrateBytes } from '../../src/io/usd/crate/crate-bytes.ts';
import { inflateBlock, readIntegers } from '../../src/io/usd/crate/crate-compression.ts';
import { readUsd } from '../../src/io.ts';
import { ByteSink, compressed, compressedInChunks, compressedIntegers } from '../io/usd/crate-encoding.ts';
import { u64s } from '../io/usd/crate-writer.ts';
import { storedPackage, WHOLE_TEXT, wholeCrate } from '../io/usd/usd-samples.ts';
import type { FileFuzz } from './file-fuzz.ts';

/** How many positions `read` asks for: a damaged file may list thousands of objects and times. */
const MAX_READS = 2000;

function readAll(file: Uint8Array): void {
  const { objects, times } = readUsd(file);
  let reads = 0;
  for (const time of times) {
    for (const object of objects) {
      if (++reads > MAX_READS) return;
      object.isShown(time);
      object.positions(time, new Float64Array(3 * object.faces(time).vertexCount));
    }
  }
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)];
}

const HOSTILE = [0, 1, 2, 3, 7, 15, 16, 255, 65_535, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 47, 2 ** 62];

/** Changes bytes without knowledge of the format. */
function damageBytes(file: Uint8Array, random: Random): Uint8Array {
  const damaged = file.slice();
  const at = random.below(file.length);
  switch (random.below(6)) {
    case 0:
      return file.slice(0, at);
    case 1: {
      const length = random.below(64);
      return Uint8Array.from([...file.subarray(0, at), ...file.subarray(at, at + length), ...file.subarray(at)]);
    }
    case 2: {
      const value = BigInt(pick([...HOSTILE, file.length, random.below(file.length)], random));
      if (at + 8 <= file.length)
        new DataView(damaged.buffer).setBigUint64(at, random.below(4) === 0 ? -value : value, true);
      return damaged;
    }
    case 3:
      damaged.copyWithin(at, random.below(file.length), random.below(file.length));
      return damaged;
    default:
      for (let i = 1 + random.below(4); i > 0; i--) damaged[random.below(file.length)] = random.below(256);
      return damaged;
  }
}

/** Changes one to three integers of a list: to hostile values, to each other, or by little. */
function damageIntegers(values: Iterable<number>, random: Random): number[] {
  const damaged = [...values];
  for (let i = 1 + random.below(3); i > 0 && damaged.length > 0; i--) {
    const at = random.below(damaged.length);
    const near = damaged[at] + random.below(5) - 2;
    damaged[at] = pick([-1, -2, 0, damaged.length, near, near, pick(damaged, random), 2 ** 31 - 1, -(2 ** 31)], random);
  }
  if (random.below(8) === 0) damaged.splice(random.below(damaged.length), 1 + random.below(3));
  return damaged;
}

interface Section {
  readonly name: string;
  readonly start: number;
  /** Where the table of contents has its position. */
  readonly entry: number;
}

function sectionsOf(file: Uint8Array): Section[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const contents = Number(view.getBigUint64(16, true));
  return Array.from({ length: Number(view.getBigUint64(contents, true)) }, (_, i) => {
    const entry = contents + 8 + 32 * i;
    const name = String.fromCharCode(...file.subarray(entry, entry + 16)).replace(/\0.*/s, '');
    return { name, start: Number(view.getBigUint64(entry + 16, true)), entry: entry + 16 };
  });
}

/** Puts a table at the end of the file, where it may have another size. */
function withSection(file: Uint8Array, { entry }: Section, table: Uint8Array): Uint8Array {
  const out = new ByteSink();
  out.append(file);
  out.append(table);
  out.patch64(entry, file.length);
  out.patch64(entry + 8, table.length);
  return out.toBytes();
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new ByteSink();
  for (const part of parts) out.append(part);
  return out.toBytes();
}

/** Returns a table of columns of integers with one of them damaged. */
function damageColumns(
  bytes: CrateBytes,
  start: number,
  head: readonly number[],
  columns: number,
  random: Random,
): Uint8Array {
  let at = start + 8 * head.length;
  const all = Array.from({ length: columns }, () => {
    const { values, end } = readIntegers(bytes, at, head[0], 32, 'a column');
    at = end;
    return [...values];
  });
  const which = random.below(columns);
  all[which] = damageIntegers(all[which], random);
  const counts = head.map((count) =>
    random.below(8) === 0 ? pick([...HOSTILE, count + 1, count - 1], random) : count,
  );
  return joined(u64s(...counts), ...all.map((column) => compressedIntegers(column)));
}

/** Returns the table of fields with value representations damaged: types, flags and positions. */
function damageFields(bytes: CrateBytes, start: number, random: Random): Uint8Array {
  const count = bytes.u64(start, 'fields');
  const names = readIntegers(bytes, start + 8, count, 32, 'names');
  const reps = inflateBlock(bytes, names.end + 8, bytes.u64(names.end, 'size'), 8 * count, 'values').slice();
  const view = new DataView(reps.buffer);
  for (let i = 1 + random.below(3); i > 0; i--) {
    const at = 8 * random.below(count);
    const other = 8 * random.below(count);
    switch (random.below(6)) {
      case 0:
        view.setUint8(at + 6, random.below(62));
        break;
      case 1:
        view.setUint8(at + 7, random.below(8) << 5);
        break;
      case 2:
        view.setUint32(at, pick([...HOSTILE, bytes.size, random.below(bytes.size)], random), true);
        break;
      case 3:
        view.setUint32(at, view.getUint32(at, true) + random.below(33) - 16, true);
        break;
      case 4:
        view.setBigUint64(at, view.getBigUint64(other, true), true);
        break;
      default:
        view.setUint32(at, view.getUint32(other, true), true);
    }
  }
  const block = random.below(4) === 0 ? compressedInChunks(reps, 64) : compressed(reps);
  const list = random.below(4) === 0 ? damageIntegers(names.values, random) : [...names.values];
  return joined(u64s(count), compressedIntegers(list), u64s(block.length), block);
}

function damageTokens(bytes: CrateBytes, start: number, random: Random): Uint8Array {
  const [count, size, length] = [0, 8, 16].map((at) => bytes.u64(start + at, 'names'));
  const text = inflateBlock(bytes, start + 24, length, size, 'names').slice();
  for (let i = 1 + random.below(4); i > 0; i--)
    text[random.below(text.length)] = pick([0, 47, 58, 123, 255, random.below(256)], random);
  const block = compressed(text);
  const head = [count, text.length, block.length].map((value) =>
    random.below(8) === 0 ? pick(HOSTILE, random) : value,
  );
  return joined(u64s(...head), block);
}

function damageCrate(file: Uint8Array, random: Random): Uint8Array {
  const bytes = new CrateBytes(
    { size: file.length, read: (at, length) => file.subarray(at, at + length) },
    0,
    file.length,
  );
  const section = pick(sectionsOf(file), random);
  const { name, start } = section;
  const count = bytes.u64(start, 'rows');
  if (random.below(4) === 0) return damageBytes(file, random);
  switch (name) {
    case 'TOKENS':
      return withSection(file, section, damageTokens(bytes, start, random));
    case 'FIELDS':
      return withSection(file, section, damageFields(bytes, start, random));
    case 'FIELDSETS':
      return withSection(file, section, damageColumns(bytes, start, [count], 1, random));
    case 'PATHS':
      return withSection(file, section, damageColumns(bytes, start, [count, count], 3, random));
    case 'SPECS':
      return withSection(file, section, damageColumns(bytes, start, [count], 3, random));
    default: {
      // The values before the tables: time samples, arrays and lists of edits.
      const damaged = file.slice();
      const at = 88 + random.below(start - 96);
      const value = pick([...HOSTILE, random.below(file.length), random.below(64)], random);
      new DataView(damaged.buffer).setBigUint64(at, BigInt(value), true);
      return damaged;
    }
  }
}

const WORDS = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '"',
  "'",
  '"""',
  '@',
  '@@@',
  '=',
  ',',
  ';',
  ':',
  '#',
  '//',
  '/*',
  '\\',
  '.',
  '\0',
  '\n',
  'None',
  'def',
  'over',
  'class',
  'variantSet',
  'reorder',
  'prepend',
  'delete',
  'rel',
  'custom',
  'uniform',
  'timeSamples',
  'def Mesh "m" {',
  'nan',
  '-inf',
  '1e999',
  '-1',
  '4294967295',
  '0.5',
  '99999999999999999999',
  'references = </moving>',
  '</moving>',
  '</base>',
  '</figure/skin>',
  '</>',
  '<../..>',
  '"growing"',
  '"Mesh"',
  '"PointInstancer"',
  'point3f[]',
  'token',
  'token[]',
  'quatf',
  'string[]',
  'matrix4d',
]; // prettier-ignore

/** Replaces numbers by numbers and names by names, so that the layer can still be parsed. */
function withOtherValues(words: readonly string[], random: Random): string[] {
  const changed = [...words];
  const isName = random.below(2) === 0;
  const places = words.flatMap((word, i) => ((isName ? /^[a-zA-Z:/!]+$/ : /^[-.\d]+$/).test(word) ? [i] : []));
  for (let i = 1 + random.below(4); i > 0; i--) {
    const other = isName
      ? words[pick(places, random)]
      : pick(['0', '-1', '2', '1e30', '9', '0.5', '4294967296', 'nan'], random);
    changed[pick(places, random)] = other;
  }
  return changed;
}

/** Replaces, removes, repeats or inserts words. */
function damageText(file: Uint8Array, random: Random): Uint8Array {
  if (random.below(4) === 0) return damageBytes(file, random);
  const words = new TextDecoder()
    .decode(file)
    .split(/(\s+|[()[\]{}<>",:;=])/)
    .filter((word) => word !== '');
  if (random.below(3) === 0) return new TextEncoder().encode(withOtherValues(words, random).join(''));
  for (let i = 1 + random.below(4); i > 0; i--) {
    const at = random.below(words.length);
    switch (random.below(5)) {
      case 0:
        words[at] = pick(WORDS, random);
        break;
      case 1:
        words.splice(at, 1 + random.below(5));
        break;
      case 2:
        words.splice(at, 0, pick(WORDS, random).repeat(random.below(8) === 0 ? 1 + random.below(600) : 1));
        break;
      case 3:
        words.splice(at, 0, ...words.slice(random.below(words.length)).slice(0, random.below(40)));
        break;
      default:
        words[at] = pick(words, random);
    }
  }
  return new TextEncoder().encode(words.join(''));
}

const text = new TextEncoder().encode(WHOLE_TEXT);

/** Crates of several versions. */
export const usdCrateFuzz: FileFuzz = {
  name: 'usdc',
  files: () => [wholeCrate(9), wholeCrate(4), wholeCrate(6), wholeCrate(13)],
  damage: damageCrate,
  read: readAll,
};

/** Text layers. */
export const usdTextFuzz: FileFuzz = { name: 'usda', files: () => [text], damage: damageText, read: readAll };

/** Packages. Damage within the layer is the matter of the other two; here it is that of the zip file. */
export const usdPackageFuzz: FileFuzz = {
  name: 'usdz',
  files: () => [
    storedPackage([['scene.usda', new TextEncoder().encode('#usda 1.0\ndef Mesh "m" { point3f[] points = [] }')]]),
    storedPackage([['scene.usdc', wholeCrate(8)]]),
  ],
  damage: damageBytes,
  read: readAll,
};
