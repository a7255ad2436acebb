// Reads numbers from anywhere in a file whose bytes may stay on disk. The point caches are read
// through it, so that a file of many frames needs the memory of one.
import { FileError, type FileFormat } from './file-error.ts';
import { bytesOf } from './mesh-data.ts';

/**
 * Random access to a file. The next call of `read` may overwrite the bytes that the last one
 * returned.
 */
export interface ByteSource {
  /** The size of the file in bytes. */
  readonly size: number;
  /** Returns `length` bytes from `offset` on; the range lies within the file. */
  read(offset: number, length: number): Uint8Array;
}

/** Wraps bytes in memory as a source; returns a source as it is. */
export function sourceOf(source: Uint8Array | ArrayBuffer | ByteSource): ByteSource {
  if ('read' in source) return source;
  const bytes = bytesOf(source);
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** Reads checked numbers from a source; all methods throw `FileError` at the end of the file. */
export class ByteReader {
  /** The file. */
  readonly source: ByteSource;
  /** The format that errors name. */
  readonly format: FileFormat;
  private readonly littleEndian: boolean;

  /** `littleEndian` applies to all numbers. */
  constructor(source: ByteSource, format: FileFormat, littleEndian: boolean) {
    this.source = source;
    this.format = format;
    this.littleEndian = littleEndian;
  }

  /** Reads an integer of 32 bits that must be at least 1. */
  count(at: number, what: string): number {
    const count = this.view(at, 4, what).getInt32(0, this.littleEndian);
    if (count < 1) this.fail(at, `${what}, at least 1`, String(count));
    return count;
  }

  /** Reads a finite number in single precision. */
  float(at: number, what: string): number {
    const value = this.view(at, 4, what).getFloat32(0, this.littleEndian);
    if (!Number.isFinite(value)) this.fail(at, `${what}, a finite number`, String(value));
    return value;
  }

  /** Fills `out` with numbers in single precision, all of which must be finite. */
  floats(at: number, out: Float64Array, what: string): void {
    const { littleEndian } = this;
    const view = this.view(at, 4 * out.length, what);
    for (let i = 0; i < out.length; i++) {
      const value = view.getFloat32(4 * i, littleEndian);
      if (!Number.isFinite(value)) this.fail(at + 4 * i, 'a finite number', String(value));
      out[i] = value;
    }
  }

  /** Throws a `FileError` at this byte. */
  fail(byte: number, expected: string, found: string): never {
    throw new FileError(this.format, { byte }, expected, found);
  }

  private view(at: number, length: number, what: string): DataView {
    const bytes = this.source.read(at, Math.max(0, Math.min(length, this.source.size - at)));
    if (bytes.length < length) {
      this.fail(at + bytes.length, what, this.source.size === 0 ? 'an empty file' : 'the end of the file');
    }
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }
}
