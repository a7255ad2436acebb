// The two compressions of a crate: blocks of LZ4, and integers as differences within such a block.
// Nothing is allocated from a count of the file before the ratio of LZ4 and the size of the file
// bear it out.
import { MAX_LZ4_RATIO } from '../usd-limits.ts';
import { type CrateBytes, i64In } from './crate-bytes.ts';
import { inflateLz4 } from './lz4-block.ts';

/**
 * Inflates the block at [at, at + length) to at most `maxSize` bytes and returns what it held.
 * The first byte is the number of chunks; 0 stands for one chunk without a length of its own.
 */
export function inflateBlock(file: CrateBytes, at: number, length: number, maxSize: number, what: string): Uint8Array {
  const input = file.bytes(at, length, what);
  const out = new Uint8Array(Math.min(maxSize, MAX_LZ4_RATIO * length));
  const damaged = (): never => file.fail(at, `${what}, an LZ4 block of at most ${maxSize} bytes`, 'a damaged block');
  if (length < 1) return damaged();
  const chunks = input[0];
  if (chunks === 0) {
    const end = inflateLz4(input, 1, length, out, 0);
    return end < 0 ? damaged() : out.subarray(0, end);
  }
  let [from, to] = [1, 0];
  for (let i = 0; i < chunks; i++) {
    if (length - from < 4) return damaged();
    const size = input[from] | (input[from + 1] << 8) | (input[from + 2] << 16) | (input[from + 3] << 24);
    from += 4;
    if (size < 0 || size > length - from) return damaged();
    to = inflateLz4(input, from, from + size, out, to);
    if (to < 0) return damaged();
    from += size;
  }
  return out.subarray(0, to);
}

/** Integers and the position behind them. */
export interface Integers {
  /** The integers, signed. */
  readonly values: Float64Array;
  /** The position behind their block. */
  readonly end: number;
}

/**
 * Reads `count` compressed integers of 32 or 64 bits at a position: the length of the block, then
 * the block. `count` must be bounded by the caller; here the block bears it out at 2 bits each.
 */
export function readIntegers(file: CrateBytes, at: number, count: number, bits: 32 | 64, what: string): Integers {
  const length = file.u64(at, what);
  const wide = bits / 8;
  const codeBytes = Math.ceil(count / 4);
  const damaged = (): never => file.fail(at, `${count} compressed integers (${what})`, 'a damaged block');
  file.bytes(at + 8, length, what);
  if (wide + codeBytes > MAX_LZ4_RATIO * length) return damaged();
  const bytes = inflateBlock(file, at + 8, length, wide * (count + 1) + codeBytes, what);
  if (bytes.length < wide + codeBytes) return damaged();
  const values = new Float64Array(count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const decoded = bits === 32 ? decode32(view, codeBytes, values) : decode64(view, codeBytes, values);
  return decoded ? { values, end: at + 8 + length } : damaged();
}

/** Sums differences of 32 bits, wrapping; false if the bytes end too early. */
function decode32(view: DataView, codeBytes: number, out: Float64Array): boolean {
  const common = view.getInt32(0, true);
  const size = view.byteLength;
  let at = 4 + codeBytes;
  let sum = 0;
  for (let i = 0; i < out.length; i++) {
    const code = (view.getUint8(4 + (i >> 2)) >> (2 * (i & 3))) & 3;
    if (code === 0) sum = (sum + common) | 0;
    else {
      const bytes = code === 3 ? 4 : code;
      if (at + bytes > size) return false;
      const difference = code === 1 ? view.getInt8(at) : code === 2 ? view.getInt16(at, true) : view.getInt32(at, true);
      sum = (sum + difference) | 0;
      at += bytes;
    }
    out[i] = sum;
  }
  return true;
}

/** Sums differences of 64 bits; false if the bytes end too early. */
function decode64(view: DataView, codeBytes: number, out: Float64Array): boolean {
  const common = i64In(view, 0);
  let at = 8 + codeBytes;
  let sum = 0;
  for (let i = 0; i < out.length; i++) {
    const code = (view.getUint8(8 + (i >> 2)) >> (2 * (i & 3))) & 3;
    const bytes = code === 0 ? 0 : 1 << code;
    if (at + bytes > view.byteLength) return false;
    if (code === 0) sum += common;
    else if (code === 1) sum += view.getInt16(at, true);
    else sum += code === 2 ? view.getInt32(at, true) : i64In(view, at);
    at += bytes;
    out[i] = sum;
  }
  return true;
}
