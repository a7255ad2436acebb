// Ogawa, the container of Alembic: a graph of groups, which hold the addresses of their children,
// and of data blocks. Every position, count and length is checked against the size of the file
// before it is used.
import type { ByteSource } from '../byte-source.ts';
import { FileError, quotedFile } from '../file-error.ts';
import { viewOf } from '../mesh-data.ts';
import { maxHeaderBytes } from './alembic-limits.ts';

/** The address of a child of a group. */
export interface OgawaAddress {
  /** Whether the child is a data block; otherwise it is a group. */
  readonly isBlock: boolean;
  /** The byte at which the child begins; 0 stands for an empty one. */
  readonly at: number;
}

/** A group of children. */
export interface OgawaGroup {
  /** The byte at which the group begins; 0 for the empty group. */
  readonly at: number;
  /** The number of children; their addresses lie within the file. */
  readonly count: number;
}

/** A block of data; it lies within the file. */
export interface OgawaBlock {
  /** The first byte of the content; 0 for an empty block. */
  readonly at: number;
  /** The number of bytes. */
  readonly length: number;
}

const MAGIC = 'Ogawa';
const HDF5_MAGIC = '\x89HDF\r\n\x1a\n';
const HEADER_BYTES = 16;
// Byte offsets in the header.
const FINISHED_AT = 5;
const VERSION_AT = 6;
const ROOT_AT = 8;
const FINISHED = 0xff;
const VERSION = 1;
const ADDRESS_BYTES = 8;
const EMPTY_GROUP: OgawaGroup = { at: 0, count: 0 };
const EMPTY_BLOCK: OgawaBlock = { at: 0, length: 0 };
/**
 * The bytes that are fetched at once for a number. Addresses, lengths and values of one sample lie
 * near each other, and an access to a disk costs more than a copy of this size.
 */
const WINDOW_BYTES = 1024;

/** The groups and data blocks of a file. All methods throw `FileError`. */
export class OgawaFile {
  /** The size of the file in bytes. */
  readonly size: number;
  /** The group that holds everything. */
  readonly root: OgawaGroup;
  private readonly source: ByteSource;
  private readonly windowBytes: Uint8Array = new Uint8Array(WINDOW_BYTES);
  private readonly window: DataView = viewOf(this.windowBytes);
  private windowStart = 0;
  private windowEnd = 0;
  private headerBytes = 0;

  /** Checks the header of the file. */
  constructor(source: ByteSource) {
    this.source = source;
    this.size = source.size;
    this.checkHeader();
    this.root = this.groupAt(this.address(ROOT_AT));
  }

  /** Throws a `FileError` at this byte. */
  fail(byte: number, expected: string, found: string | number): never {
    throw new FileError('Alembic', { byte }, expected, String(found));
  }

  /** Returns the address of a child. */
  child(group: OgawaGroup, index: number): OgawaAddress {
    if (index >= group.count) this.fail(group.at, `a group of more than ${index} children`, group.count);
    return this.address(group.at + ADDRESS_BYTES * (index + 1));
  }

  /** Returns a group; its table of addresses counts as read. */
  groupAt({ isBlock, at }: OgawaAddress): OgawaGroup {
    if (isBlock) this.fail(at, 'a group', 'a data block');
    if (at === 0) return EMPTY_GROUP;
    const count = this.uint64(at, 'the number of children of a group');
    const most = Math.floor((this.size - at) / ADDRESS_BYTES) - 1;
    if (count > most) this.fail(at, `at most ${most} children, for which the file has room`, count);
    this.chargeHeader(ADDRESS_BYTES * (count + 1), at);
    return { at, count };
  }

  /** Returns a data block. */
  blockAt({ isBlock, at }: OgawaAddress): OgawaBlock {
    if (!isBlock) this.fail(at, 'a data block', 'a group');
    if (at === 0) return EMPTY_BLOCK;
    const length = this.uint64(at, 'the length of a data block');
    const most = this.size - at - ADDRESS_BYTES;
    if (length > most) this.fail(at, `at most ${most} bytes, which the file still has`, length);
    return length === 0 ? EMPTY_BLOCK : { at: at + ADDRESS_BYTES, length };
  }

  /** Returns bytes of a block; the next call of any method may overwrite them. */
  view(at: number, length: number): DataView {
    return viewOf(this.bytes(at, length));
  }

  /** Returns a copy of a block that describes the scene. */
  header(block: OgawaBlock): Uint8Array {
    this.chargeHeader(block.length, block.at);
    return block.length === 0 ? new Uint8Array() : new Uint8Array(this.bytes(block.at, block.length));
  }

  private bytes(at: number, length: number): Uint8Array {
    const bytes = this.source.read(at, length);
    if (bytes.length < length) this.fail(at + bytes.length, 'more bytes', 'the end of a file that became shorter');
    return bytes;
  }

  private checkHeader(): void {
    const start = new Uint8Array(this.source.read(0, Math.min(HEADER_BYTES, this.size)));
    const text = String.fromCharCode(...start);
    if (text.startsWith(HDF5_MAGIC.slice(0, 4))) {
      const expected = 'the Ogawa flavour, which "abcconvert -toOgawa in.abc out.abc" writes';
      this.fail(0, expected, 'the old HDF5 flavour');
    }
    if (!text.startsWith(MAGIC)) this.fail(0, `"${MAGIC}"`, quotedFile(start));
    if (start.length < HEADER_BYTES) this.fail(start.length, '16 bytes of header', 'the end of the file');
    if (start[FINISHED_AT] !== FINISHED) {
      const found = `0x${start[FINISHED_AT].toString(16).padStart(2, '0')}: the program that wrote the file ended early; export it again`;
      this.fail(FINISHED_AT, '0xff, the mark of a finished file', found);
    }
    const version = viewOf(start).getUint16(VERSION_AT);
    if (version !== VERSION) this.fail(VERSION_AT, `version ${VERSION} of Ogawa`, version);
  }

  private address(at: number): OgawaAddress {
    const offset = this.offsetOf(at, ADDRESS_BYTES);
    const high = this.window.getUint32(offset + 4, true);
    const position = (high & 0x7fffffff) * 2 ** 32 + this.window.getUint32(offset, true);
    // An address before the end of the header, other than 0, would reread the header as content.
    const isInside = position === 0 || (position >= HEADER_BYTES && position + ADDRESS_BYTES <= this.size);
    if (!isInside) this.fail(at, `an address within the ${this.size} bytes of the file`, position);
    return { isBlock: high > 0x7fffffff, at: position };
  }

  private uint64(at: number, what: string): number {
    const offset = this.offsetOf(at, ADDRESS_BYTES, what);
    return this.window.getUint32(offset + 4, true) * 2 ** 32 + this.window.getUint32(offset, true);
  }

  /** Returns where bytes of the file are in the window, after moving it if need be. */
  private offsetOf(at: number, width: number, what = 'an address'): number {
    if (at + width > this.size) this.fail(Math.min(at, this.size), what, 'the end of the file');
    if (at < this.windowStart || at + width > this.windowEnd) {
      const length = Math.min(WINDOW_BYTES, this.size - at);
      this.windowBytes.set(this.bytes(at, length));
      this.windowStart = at;
      this.windowEnd = at + length;
    }
    return at - this.windowStart;
  }

  private chargeHeader(bytes: number, at: number): void {
    this.headerBytes += bytes;
    const most = maxHeaderBytes(this.size);
    if (this.headerBytes > most) {
      this.fail(at, `at most ${most} bytes of headers in a file of this size`, 'groups that share more');
    }
  }
}
