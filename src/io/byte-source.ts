// A file whose bytes may stay on disk, and numbers from anywhere in it.
import { FileError, type FileFormat } from './file-error.ts';
import { bytesOf } from './mesh-data.ts';

/** Random access to a file. The bytes given may be overwritten by the next call. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `offset`, `length` of them; both lie within the size. */
  read(offset: number, length: number): Uint8Array;
}

export function sourceOf(source: Uint8Array | ArrayBuffer | ByteSource): ByteSource {
  if ('read' in source) return source;
  const bytes = bytesOf(source);
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

export class ByteReader {
  readonly source: ByteSource;
  readonly format: FileFormat;
  private readonly littleEndian: boolean;

  constructor(source: ByteSource, format: FileFormat, littleEndian: boolean) {
    this.source = source;
    this.format = format;
    this.littleEndian = littleEndian;
  }

  /** A whole number of at least 1. */
  count(at: number, what: string): number {
    const count = this.view(at, 4, what).getInt32(0, this.littleEndian);
    if (count < 1) this.fail(at, `${what}, at least 1`, String(count));
    return count;
  }

  float(at: number, what: string): number {
    const value = this.view(at, 4, what).getFloat32(0, this.littleEndian);
    if (!Number.isFinite(value)) this.fail(at, `${what}, a finite number`, String(value));
    return value;
  }

  /** Fills `out` with single-precision numbers, all finite. */
  floats(at: number, out: Float64Array, what: string): void {
    const { littleEndian } = this;
    const view = this.view(at, 4 * out.length, what);
    for (let i = 0; i < out.length; i++) {
      const value = view.getFloat32(4 * i, littleEndian);
      if (!Number.isFinite(value)) this.fail(at + 4 * i, 'a finite number', String(value));
      out[i] = value;
    }
  }

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
