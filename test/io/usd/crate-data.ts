// Values of crates for tests: each writes itself and returns its representation of 64 bits.
import { type ByteSink, compressedIntegers } from './crate-encoding.ts';
import type { CrateWriter } from './crate-writer.ts';

/** A value: how it is written, given the writer. Returns the low and the high half of its representation. */
export type CrateData = (writer: CrateWriter) => readonly [low: number, high: number];

const ARRAY = 0x8000_0000;
/** The flag of values that are within their representation. */
export const INLINED = 0x4000_0000;
const COMPRESSED = 0x2000_0000;

/** The types of numbers: number of the type, components, and how one is written. */
const NUMBERS = {
  bool: [1, 1, 'u8'],
  int: [3, 1, 'u32'],
  uint: [4, 1, 'u32'],
  int64: [5, 1, 'u64'],
  half: [7, 1, 'half'],
  float: [8, 1, 'f32'],
  double: [9, 1, 'f64'],
  matrix4d: [15, 16, 'f64'],
  quatd: [16, 4, 'f64'],
  quatf: [17, 4, 'f32'],
  quath: [18, 4, 'half'],
  double2: [19, 2, 'f64'],
  double3: [23, 3, 'f64'],
  float3: [24, 3, 'f32'],
  half3: [25, 3, 'half'],
  int3: [26, 3, 'u32'],
  timecode: [56, 1, 'f64'],
} as const;

/** The name of a type of numbers. */
export type NumberTypeName = keyof typeof NUMBERS;

/** Returns the halves of a representation; `low` is the payload, or `at` a position. */
export function represent(type: number, flags: number, low: number, at = 0): readonly [number, number] {
  return [(low + at) >>> 0, (flags | (type << 16) | Math.floor((low + at) / 2 ** 32)) >>> 0];
}

function putNumber(sink: ByteSink, kind: string, value: number): void {
  if (kind === 'u8') sink.u8(value);
  else if (kind === 'u32') sink.u32(value);
  else if (kind === 'u64') sink.u64(value);
  else if (kind === 'f32') sink.f32(value);
  else if (kind === 'f64') sink.f64(value);
  else sink.u16(halfBits(value));
}

/** Returns a number that half precision holds exactly as its bits. */
function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.abs(value) / 2 ** exponent - 1;
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | (fraction * 1024);
}

/** One value of a type of numbers, stored outside of its representation. */
export function single(name: NumberTypeName, ...values: readonly number[]): CrateData {
  const [type, , kind] = NUMBERS[name];
  return (writer) => {
    const at = writer.values.size;
    for (const value of values) putNumber(writer.values, kind, value);
    return represent(type, 0, at);
  };
}

/** One value of a type of numbers within its representation; vectors as one byte per component. */
export function inlined(name: NumberTypeName, ...values: readonly number[]): CrateData {
  const [type, width, kind] = NUMBERS[name];
  return () => {
    const bytes = new DataView(new ArrayBuffer(8));
    if (width === 16) for (let i = 0; i < 4; i++) bytes.setInt8(i, values[5 * i]);
    else if (width > 1) for (const [i, value] of values.entries()) bytes.setInt8(i, value);
    else if (kind === 'f32' || kind === 'f64') bytes.setFloat32(0, values[0], true);
    else if (kind === 'half') bytes.setUint16(0, halfBits(values[0]), true);
    else bytes.setInt32(0, values[0], true);
    return represent(type, INLINED, bytes.getUint32(0, true));
  };
}

/** An array of a type of numbers, plain. */
export function array(name: NumberTypeName, values: ArrayLike<number>): CrateData {
  const [type, width, kind] = NUMBERS[name];
  return (writer) => {
    if (values.length === 0) return represent(type, ARRAY, 0);
    const at = writer.values.size;
    writer.putCount(values.length / width);
    for (let i = 0; i < values.length; i++) putNumber(writer.values, kind, values[i]);
    return represent(type, ARRAY, at);
  };
}

/** A compressed array of integers. */
export function packedIntegers(name: 'int' | 'uint' | 'int64', values: readonly number[]): CrateData {
  return (writer) => {
    const at = writer.values.size;
    writer.putCount(values.length);
    writer.values.append(compressedIntegers(values, name === 'int64' ? 64 : 32));
    return represent(NUMBERS[name][0], ARRAY | COMPRESSED, at);
  };
}

/** A compressed array of floats: integers ('i'), or a table ('t'). */
export function packedFloats(name: 'float' | 'double' | 'half', values: readonly number[], code: 'i' | 't'): CrateData {
  const [type, , kind] = NUMBERS[name];
  return (writer) => {
    const at = writer.values.size;
    writer.putCount(values.length);
    writer.values.u8(code.charCodeAt(0));
    if (code === 'i') writer.values.append(compressedIntegers(values));
    else {
      const table = [...new Set(values)];
      writer.values.u32(table.length);
      for (const value of table) putNumber(writer.values, kind, value);
      writer.values.append(compressedIntegers(values.map((value) => table.indexOf(value))));
    }
    return represent(type, ARRAY | COMPRESSED, at);
  };
}

/** A token, a string or the name of a file. */
export function token(text: string): CrateData {
  return (writer) => represent(11, INLINED, writer.token(text));
}

/** A string. */
export function string(text: string): CrateData {
  return (writer) => represent(10, INLINED, writer.string(text));
}

/** An array of tokens. */
export function tokens(texts: readonly string[]): CrateData {
  return (writer) => {
    const indices = texts.map((text) => writer.token(text));
    const at = writer.values.size;
    writer.putCount(indices.length);
    for (const index of indices) writer.values.u32(index);
    return represent(11, ARRAY, at);
  };
}

/** A list of tokens as fields have it, or of strings. */
export function nameList(texts: readonly string[], kind: 'token' | 'string' = 'token'): CrateData {
  return (writer) => {
    const indices = texts.map((text) => (kind === 'token' ? writer.token(text) : writer.string(text)));
    const at = writer.values.size;
    writer.values.u64(indices.length);
    for (const index of indices) writer.values.u32(index);
    return represent(kind === 'token' ? 41 : 50, 0, at);
  };
}

/** No value. */
export const BLOCKED: CrateData = () => represent(51, INLINED, 0);

/** A value of any type and flags, for what no program writes. */
export function raw(low: number, high: number): CrateData {
  return () => [low >>> 0, high >>> 0];
}

type ListOp = 'explicit' | 'prepended' | 'appended' | 'deleted';
const LIST_BITS: Readonly<Record<ListOp, number>> = { explicit: 3, prepended: 32, appended: 64, deleted: 8 };

function listOp<T>(
  type: number,
  op: ListOp,
  items: readonly T[],
  put: (writer: CrateWriter, item: T) => void,
): CrateData {
  return (writer) => {
    const at = writer.values.size;
    writer.values.u8(LIST_BITS[op]);
    writer.values.u64(items.length);
    for (const item of items) put(writer, item);
    return represent(type, 0, at);
  };
}

/** A list of edits of paths. */
export function pathList(paths: readonly string[], op: ListOp = 'explicit'): CrateData {
  return listOp(34, op, paths, (writer, path) => writer.values.u32(writer.path(path)));
}

/** A list of edits of strings. */
export function stringList(texts: readonly string[], op: ListOp = 'prepended'): CrateData {
  return listOp(33, op, texts, (writer, text) => writer.values.u32(writer.string(text)));
}

/** A list of edits of integers. */
export function integerList(values: readonly number[], op: ListOp = 'explicit'): CrateData {
  return listOp(37, op, values, (writer, value) => writer.values.u64(value));
}

/** A reference or a payload. */
export interface CrateReference {
  readonly path: string;
  readonly asset?: string;
  readonly offset?: number;
  readonly scale?: number;
}

function putReference(writer: CrateWriter, { path, asset = '', offset = 0, scale = 1 }: CrateReference): void {
  writer.values.u32(writer.string(asset));
  writer.values.u32(writer.path(path === '' ? '/' : path));
  writer.values.f64(offset);
  writer.values.f64(scale);
}

/** The field `references`. */
export function references(items: readonly CrateReference[], op: ListOp = 'prepended'): CrateData {
  return listOp(35, op, items, (writer, item) => {
    putReference(writer, item);
    // Data of the user: a dictionary of one string, a jump to its representation before the value.
    writer.values.u64(1);
    writer.values.u32(writer.string('note'));
    writer.values.u64(8);
    const [low, high] = string('by the test')(writer);
    writer.values.u32(low);
    writer.values.u32(high);
  });
}

/** The field `payload` of version 0.8 and later. */
export function payloads(items: readonly CrateReference[], op: ListOp = 'prepended'): CrateData {
  return listOp(55, op, items, putReference);
}

/** The field `variantSelection`. */
export function selections(choices: Readonly<Record<string, string>>): CrateData {
  return (writer) => {
    const pairs = Object.entries(choices).map((pair) => pair.map((text) => writer.string(text)));
    const at = writer.values.size;
    writer.values.u64(pairs.length);
    for (const pair of pairs) for (const index of pair) writer.values.u32(index);
    return represent(45, 0, at);
  };
}

/** The field `timeSamples`. */
export function timeSamples(samples: readonly (readonly [number, CrateData])[]): CrateData {
  return (writer) => {
    const reps = samples.map(([, value]) => value(writer));
    const { values } = writer;
    const timesAt = values.size;
    values.u64(samples.length);
    for (const [time] of samples) values.f64(time);
    const at = values.size;
    values.u64(8);
    for (const half of represent(48, 0, timesAt)) values.u32(half);
    values.u64(8);
    values.u64(reps.length);
    for (const rep of reps) for (const half of rep) values.u32(half);
    return represent(46, 0, at);
  };
}
