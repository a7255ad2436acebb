// Access to the bytes of a crate with every range checked: the one place where positions and counts
// of the file turn into reads.
import type { ByteSource } from '../../byte-source.ts';
import { FileError } from '../../file-error.ts';
import { viewOf } from '../../mesh-data.ts';

/** The bytes of a crate; in a package it begins at `base`. */
export class CrateBytes {
  /** The size of the crate in bytes. */
  readonly size: number;
  private readonly source: ByteSource;
  private readonly base: number;

  /** The crate is the range of `size` bytes from `base` on. */
  constructor(source: ByteSource, base: number, size: number) {
    this.source = source;
    this.base = base;
    this.size = size;
  }

  /** Returns a range of bytes, valid until the next call. */
  bytes(at: number, length: number, what: string): Uint8Array {
    if (!(at >= 0 && length >= 0 && at + length <= this.size)) {
      this.fail(
        Math.min(Math.max(at, 0), this.size),
        `${what}, ${length} bytes at ${at}`,
        `a file of ${this.size} bytes`,
      );
    }
    return this.source.read(this.base + at, length);
  }

  /** Returns a range for reading numbers, valid until the next call. */
  view(at: number, length: number, what: string): DataView {
    return viewOf(this.bytes(at, length, what));
  }

  /** Reads an unsigned integer of 64 bits, rounded beyond 2^53, which no range of a file reaches. */
  u64(at: number, what: string): number {
    return u64In(this.view(at, 8, what), 0);
  }

  /** Reads an unsigned integer of 32 bits. */
  u32(at: number, what: string): number {
    return this.view(at, 4, what).getUint32(0, true);
  }

  /** Reads a count of rows of which each takes at least `bytesEach` bytes after `at + 8`. */
  count(at: number, bytesEach: number, what: string): number {
    const count = this.u64(at, what);
    const most = Math.floor((this.size - at - 8) / bytesEach);
    if (count > most) this.fail(at, `at most ${most} ${what}`, String(count));
    return count;
  }

  /** Throws a `FileError` at this byte. */
  fail(at: number, expected: string, found: string): never {
    throw new FileError('USD', { byte: this.base + at }, expected, found);
  }
}

/** Returns an unsigned integer of 64 bits, rounded beyond 2^53. */
export function u64In(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 4294967296 + view.getUint32(at, true);
}

/** Returns a signed integer of 64 bits, rounded beyond 2^53. */
export function i64In(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * 4294967296 + view.getUint32(at, true);
}
