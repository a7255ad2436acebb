// Walks through the headers that an Alembic block holds one after the other: integers of several
// widths and texts with their lengths.
import { viewOf } from '../mesh-data.ts';
import type { OgawaBlock, OgawaFile } from './ogawa-file.ts';

const UTF8 = new TextDecoder();

/** Reads a block of headers from its start on; all methods throw `FileError` at its end. */
export class HeaderScanner {
  private readonly file: OgawaFile;
  private readonly start: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  /** `trailing` bytes at the end of the block are no headers. */
  constructor(file: OgawaFile, block: OgawaBlock, trailing = 0) {
    const bytes = file.header(block);
    this.file = file;
    this.start = block.at;
    this.bytes = bytes.subarray(0, Math.max(0, bytes.length - trailing));
    this.view = viewOf(this.bytes);
  }

  /** Whether another header follows. */
  get hasMore(): boolean {
    return this.at < this.bytes.length;
  }

  /** The byte of the file at which the next value begins. */
  get place(): number {
    return this.start + this.at;
  }

  /** The number of bytes that are left. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Reads an unsigned integer of 1, 2 or 4 bytes. */
  uint(width: number, what: string): number {
    const at = this.advance(width, what);
    if (width === 1) return this.view.getUint8(at);
    return width === 2 ? this.view.getUint16(at, true) : this.view.getUint32(at, true);
  }

  /** Reads a number in double precision. */
  double(what: string): number {
    return this.view.getFloat64(this.advance(8, what), true);
  }

  /** Reads a text of this many bytes. */
  text(length: number, what: string): string {
    const at = this.advance(length, what);
    return UTF8.decode(this.bytes.subarray(at, at + length));
  }

  private advance(length: number, what: string): number {
    const { at, left } = this;
    if (length > left)
      this.file.fail(this.place, `${what} of ${length} bytes`, `the end of the block ${left} bytes on`);
    this.at += length;
    return at;
  }
}
