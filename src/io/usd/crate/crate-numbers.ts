// Decodes the numbers of a value in a crate: inlined in the value representation, stored plainly,
// or compressed.
import { maxCompressedCount } from '../usd-limits.ts';
import { type CrateBytes, i64In, u64In } from './crate-bytes.ts';
import { readIntegers } from './crate-compression.ts';
import { type CrateNumber, halfFrom, NUMBER_BYTES, type NumberType } from './crate-types.ts';

/** The parts of a value representation, 64 bits that stand for a value. */
export interface ValueRep {
  /** One of the types of the format. */
  readonly type: number;
  /** Whether the value is an array. */
  readonly isArray: boolean;
  /** Whether the payload is the value itself. */
  readonly isInlined: boolean;
  /** Whether the array is compressed. */
  readonly isCompressed: boolean;
  /** The low 32 bits of the payload. */
  readonly low: number;
  /** The payload as a position in the file. */
  readonly at: number;
}

/** Takes a value representation apart. */
export function repFrom(low: number, high: number): ValueRep {
  return {
    type: (high >>> 16) & 0xff,
    isArray: high >>> 31 === 1,
    isInlined: ((high >>> 30) & 1) === 1,
    isCompressed: ((high >>> 29) & 1) === 1,
    low: low >>> 0,
    at: (high & 0xffff) * 4294967296 + (low >>> 0),
  };
}

/** The length from which arrays are compressed. */
const MIN_COMPRESSED = 16;

/** Where the elements of an array begin and how many there are. */
export interface CrateArray {
  /** The number of elements. */
  readonly count: number;
  /** The position of the first one. */
  readonly at: number;
}

/**
 * Reads the number of elements of an array, which is stored in front of them, and checks that the
 * file has so many: `bytesEach` bytes for each, or a block that may hold them.
 */
export function readArrayHead(file: CrateBytes, minor: number, rep: ValueRep, bytesEach: number): CrateArray {
  if (rep.at === 0) return { count: 0, at: 0 };
  // Version 0.4 stores a rank first, which is always 1.
  const start = minor < 5 ? rep.at + 4 : rep.at;
  const what = 'the length of an array';
  const count = minor < 7 ? file.u32(start, what) : file.u64(start, what);
  const at = start + (minor < 7 ? 4 : 8);
  const isPacked = isPackedArray(rep, count);
  const most = isPacked ? maxCompressedCount(file.size) : Math.floor((file.size - at) / bytesEach);
  if (count > most) file.fail(start, `at most ${most} elements of an array`, String(count));
  return { count, at };
}

/** Short arrays are stored plainly even where the representation says compressed. */
function isPackedArray({ isCompressed }: ValueRep, count: number): boolean {
  return isCompressed && count >= MIN_COMPRESSED;
}

/** Returns all numbers of a value, flat. */
export function readNumbers(file: CrateBytes, minor: number, rep: ValueRep, type: NumberType): Float64Array {
  if (rep.isInlined) return inlinedNumbers(rep, type);
  if (!rep.isArray) return plainNumbers(file, rep.at, type.width, type.number);
  const { count, at } = readArrayHead(file, minor, rep, type.width * NUMBER_BYTES[type.number]);
  if (count === 0) return new Float64Array();
  if (!isPackedArray(rep, count)) return plainNumbers(file, at, count * type.width, type.number);
  if (type.width !== 1) file.fail(rep.at, 'an array of vectors that is not compressed', 'a compressed one');
  return compressedNumbers(file, at, count, type.number);
}

function compressedNumbers(file: CrateBytes, at: number, count: number, number: CrateNumber): Float64Array {
  switch (number) {
    case 'i64':
    case 'u64':
      return readIntegers(file, at, count, 64, 'an array').values;
    case 'i32':
      return readIntegers(file, at, count, 32, 'an array').values;
    case 'u32':
      return readIntegers(file, at, count, 32, 'an array').values.map((value) => value >>> 0);
    case 'u8':
      return file.fail(at, 'an array that is not compressed', 'a compressed array of bytes');
    default:
      return compressedFloats(file, at, count, number);
  }
}

/** Floats are compressed only if all are integers ('i') or few are distinct ('t', a table of them). */
function compressedFloats(file: CrateBytes, at: number, count: number, number: CrateNumber): Float64Array {
  const code = String.fromCharCode(file.bytes(at, 1, 'the compression of an array')[0]);
  if (code === 'i') return readIntegers(file, at + 1, count, 32, 'an array').values;
  if (code !== 't') return file.fail(at, 'the compression "i" or "t"', JSON.stringify(code));
  const size = file.u32(at + 1, 'the size of a table');
  const table = plainNumbers(file, at + 5, size, number);
  const places = readIntegers(file, at + 5 + size * NUMBER_BYTES[number], count, 32, 'an array').values;
  return places.map((place) => table[place >>> 0] ?? file.fail(at, `an index below ${size}`, String(place)));
}

function plainNumbers(file: CrateBytes, at: number, count: number, number: CrateNumber): Float64Array {
  const view = file.view(at, count * NUMBER_BYTES[number], 'the numbers of a value');
  const out = new Float64Array(count);
  fillNumbers(view, number, out);
  return out;
}

function fillNumbers(view: DataView, number: CrateNumber, out: Float64Array): void {
  const count = out.length;
  switch (number) {
    case 'f32':
      for (let i = 0; i < count; i++) out[i] = view.getFloat32(4 * i, true);
      return;
    case 'f64':
      for (let i = 0; i < count; i++) out[i] = view.getFloat64(8 * i, true);
      return;
    case 'f16':
      for (let i = 0; i < count; i++) out[i] = halfFrom(view.getUint16(2 * i, true));
      return;
    case 'i32':
      for (let i = 0; i < count; i++) out[i] = view.getInt32(4 * i, true);
      return;
    case 'u32':
      for (let i = 0; i < count; i++) out[i] = view.getUint32(4 * i, true);
      return;
    case 'i64':
      for (let i = 0; i < count; i++) out[i] = i64In(view, 8 * i);
      return;
    case 'u64':
      for (let i = 0; i < count; i++) out[i] = u64In(view, 8 * i);
      return;
    default:
      for (let i = 0; i < count; i++) out[i] = view.getUint8(i);
  }
}

/**
 * Inlined vectors hold a signed byte per component, inlined matrices one per diagonal element, and
 * inlined doubles are in single precision.
 */
function inlinedNumbers({ low, isArray }: ValueRep, { shape, width, number }: NumberType): Float64Array {
  if (isArray) return new Float64Array();
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, low, true);
  if (width === 1) return Float64Array.of(inlinedScalar(view, number));
  if (shape !== 'matrix') return Float64Array.from({ length: width }, (_, i) => view.getInt8(i));
  return Float64Array.from({ length: width }, (_, i) => (i % 5 === 0 ? view.getInt8(i / 5) : 0));
}

function inlinedScalar(view: DataView, number: CrateNumber): number {
  switch (number) {
    case 'f16':
      return halfFrom(view.getUint16(0, true));
    case 'f32':
    case 'f64':
      return view.getFloat32(0, true);
    case 'u8':
      return view.getUint8(0);
    case 'u32':
    case 'u64':
      return view.getUint32(0, true);
    default:
      return view.getInt32(0, true);
  }
}
