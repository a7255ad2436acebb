// The tables of a crate: names, strings, fields, sets of fields, and the specs that tie paths to
// sets of fields. They are read once; everything else is read when it is asked for.
import { viewOf } from '../../mesh-data.ts';
import { maxTableRows, maxTokenBytes } from '../usd-limits.ts';
import type { CrateBytes } from './crate-bytes.ts';
import { inflateBlock, readIntegers } from './crate-compression.ts';

/** Where a table begins and how many bytes it has. */
export interface CrateSection {
  /** The position of its first byte. */
  readonly start: number;
  /** Its size in bytes. */
  readonly size: number;
}

/** The oldest version whose tables are compressed; older ones are laid out differently. */
const OLDEST_MINOR = 4;

/** Files name 6 sections; a later version may add some. */
const MAX_SECTIONS = 64;

/** A crate whose tables can be read. */
export interface CrateHeader {
  /** The minor version, such as 9 of 0.9.0, which decides how arrays are stored. */
  readonly minor: number;
  /** Returns a table by its name. */
  section(name: string): CrateSection;
}

/** Reads the version and the table of contents. */
export function readCrateHeader(file: CrateBytes): CrateHeader {
  const head = file.view(0, 24, 'the header of a crate');
  const [major, minor] = [head.getUint8(8), head.getUint8(9)];
  if (major !== 0 || minor < OLDEST_MINOR) {
    const way = 'USD 0.8 and later write it: usdcat in.usd -o out.usdc';
    file.fail(8, `crate version 0.${OLDEST_MINOR} or later (${way})`, `${major}.${minor}.${head.getUint8(10)}`);
  }
  const at = file.u64(16, 'the position of the table of contents');
  const count = file.count(at, 32, 'sections');
  if (count > MAX_SECTIONS) file.fail(at, `at most ${MAX_SECTIONS} sections`, String(count));
  const sections = new Map<string, CrateSection>();
  for (let i = 0; i < count; i++) {
    const entry = at + 8 + 32 * i;
    const name = textOf(file.bytes(entry, 16, 'a section'));
    const section = { start: file.u64(entry + 16, 'a section'), size: file.u64(entry + 24, 'a section') };
    file.bytes(section.start, 0, `section ${name}`);
    sections.set(name, section);
  }
  const section = (name: string): CrateSection =>
    sections.get(name) ?? file.fail(at, `a section ${name}`, [...sections.keys()].join(', ') || 'none');
  return { minor, section };
}

/** The names of a crate, decoded when they are used. */
export class CrateTokens {
  /** How many names there are. */
  readonly count: number;
  private readonly bytes: Uint8Array;
  private readonly ends: Uint32Array;
  private readonly cache: Map<number, string> = new Map();

  /** The names are ended by zeros. */
  constructor(file: CrateBytes, { start }: CrateSection) {
    const count = file.u64(start, 'the number of names');
    const size = file.u64(start + 8, 'the size of the names');
    const length = file.u64(start + 16, 'the size of the compressed names');
    const most = maxTokenBytes(file.size);
    if (size > most) file.fail(start + 8, `at most ${most} bytes of names`, String(size));
    if (count > size) file.fail(start, `at most ${size} names`, String(count));
    this.count = count;
    this.bytes = count === 0 ? new Uint8Array() : inflateBlock(file, start + 24, length, size, 'the names');
    this.ends = new Uint32Array(Math.min(count, this.bytes.length));
    let at = 0;
    for (let i = 0; i < count; i++) {
      const end = this.bytes.indexOf(0, at);
      if (end < 0) file.fail(start, `${count} names`, String(i));
      this.ends[i] = end;
      at = end + 1;
    }
  }

  /** Returns a name; '' for an index outside of the table. */
  at(index: number): string {
    if (!(index >= 0 && index < this.count)) return '';
    const known = this.cache.get(index);
    if (known !== undefined) return known;
    const start = index === 0 ? 0 : this.ends[index - 1] + 1;
    const name = new TextDecoder().decode(this.bytes.subarray(start, this.ends[index]));
    this.cache.set(index, name);
    return name;
  }
}

/** The fields of a crate: names and value representations, and the sets that specs refer to. */
export class CrateFields {
  /** The index of the name of each field. */
  readonly nameOf: Float64Array;
  /** The low and the high half of the value representation of each field. */
  readonly reps: Uint32Array;
  private readonly sets: Float64Array;

  /** `fields` and `sets` are the tables of these names. */
  constructor(file: CrateBytes, fields: CrateSection, sets: CrateSection) {
    const count = tableRows(file, fields, 'fields');
    const names = readIntegers(file, fields.start + 8, count, 32, 'names of fields');
    const length = file.u64(names.end, 'the size of the values of fields');
    const bytes = inflateBlock(file, names.end + 8, length, 8 * count, 'values of fields');
    if (bytes.length !== 8 * count) file.fail(names.end, `${8 * count} bytes of values`, String(bytes.length));
    const view = viewOf(bytes);
    this.nameOf = names.values;
    this.reps = Uint32Array.from({ length: 2 * count }, (_, i) => view.getUint32(4 * i, true));
    const setCount = tableRows(file, sets, 'sets of fields');
    this.sets = readIntegers(file, sets.start + 8, setCount, 32, 'sets of fields').values;
  }

  /** Returns the indices of the fields of the set that begins at `start`. */
  of(start: number): number[] {
    const { sets, nameOf } = this;
    const fields: number[] = [];
    for (let i = start; i >= 0 && i < sets.length && sets[i] >= 0; i++)
      if (sets[i] < nameOf.length) fields.push(sets[i]);
    return fields;
  }
}

/** The specs of a crate, by path. */
export interface CrateSpecs {
  /** The kind of the spec of each path; 0 for a path without one. */
  readonly typeOf: Uint8Array;
  /** Where the set of fields of each path begins. */
  readonly fieldsOf: Int32Array;
}

/** Reads the specs of `pathCount` paths. */
export function readCrateSpecs(file: CrateBytes, section: CrateSection, pathCount: number): CrateSpecs {
  const count = tableRows(file, section, 'specs');
  const paths = readIntegers(file, section.start + 8, count, 32, 'paths of specs');
  const sets = readIntegers(file, paths.end, count, 32, 'fields of specs');
  const types = readIntegers(file, sets.end, count, 32, 'types of specs').values;
  const specs = { typeOf: new Uint8Array(pathCount), fieldsOf: new Int32Array(pathCount).fill(-1) };
  for (let i = 0; i < count; i++) {
    const path = paths.values[i];
    if (path < 0 || path >= pathCount) file.fail(section.start, `a path below ${pathCount}`, String(path));
    specs.typeOf[path] = types[i];
    specs.fieldsOf[path] = sets.values[i];
  }
  return specs;
}

/** Reads the index of a name for each string; names and strings are numbered separately. */
export function readCrateStrings(file: CrateBytes, { start }: CrateSection): Uint32Array {
  const count = file.count(start, 4, 'strings');
  const view = file.view(start + 8, 4 * count, 'strings');
  return Uint32Array.from({ length: count }, (_, i) => view.getUint32(4 * i, true));
}

/** Reads the number of rows of a table and compares it with the size of the file. */
export function tableRows(file: CrateBytes, { start }: CrateSection, what: string): number {
  const count = file.u64(start, `the number of ${what}`);
  const most = maxTableRows(file.size);
  if (count > most) file.fail(start, `at most ${most} ${what} in a file of ${file.size} bytes`, String(count));
  return count;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(bytes.slice(0, end < 0 ? bytes.length : end));
}
