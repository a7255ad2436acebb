// Finds the layer in a package (.usdz): a zip file whose first entry is the layer. Entries are
// stored, not compressed, so the layer is read in place.
import type { ByteSource } from '../byte-source.ts';
import { FileError } from '../file-error.ts';
import { viewOf } from '../mesh-data.ts';

/** The size of the header of an entry before its name. */
const HEADER_BYTES = 30;
const LAYER_NAME = /\.usd[ac]?$/i;
/** Longer names would be read into memory for nothing. */
const MAX_FLAG_SIZE = 0xffffffff;

/** Where an entry lies in its package. */
export interface PackageEntry {
  /** The first byte. */
  readonly start: number;
  /** The size in bytes. */
  readonly size: number;
}

/** Whether a file begins with the header of a zip entry. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** Returns the first entry of a package, which is its layer. */
export function firstEntry(file: ByteSource): PackageEntry {
  const fail = (byte: number, expected: string, found: string): never => {
    throw new FileError('USD', { byte }, expected, found);
  };
  if (file.size < HEADER_BYTES) return fail(file.size, 'the header of a zip entry', 'the end of the file');
  const head = viewOf(file.read(0, HEADER_BYTES).slice());
  const [flags, method, size] = [head.getUint16(6, true), head.getUint16(8, true), head.getUint32(18, true)];
  const [nameLength, extraLength] = [head.getUint16(26, true), head.getUint16(28, true)];
  if (method !== 0) return fail(8, 'a stored entry, as packages have (usdzip makes one)', `compression ${method}`);
  if (flags & 1) return fail(6, 'an entry that is not encrypted', `flags ${flags}`);
  if (flags & 8 || size === MAX_FLAG_SIZE) return fail(18, 'the size of the entry in its header', 'no size');
  const start = HEADER_BYTES + nameLength + extraLength;
  if (start + size > file.size) return fail(18, `an entry of at most ${file.size - start} bytes`, String(size));
  const name = new TextDecoder().decode(file.read(HEADER_BYTES, nameLength).slice());
  if (!LAYER_NAME.test(name))
    return fail(HEADER_BYTES, 'a layer (.usd, .usda, .usdc) as the first entry', JSON.stringify(name));
  return { start, size };
}
