// Reads sequences of binary PLY files. Such files are usually equal, byte for byte, except for the
// coordinates; then only these are read.
import { readPlyHeader } from './ply-header.ts';
import { takeVertices, type VertexRows, vertexRows } from './ply-plain-rows.ts';
import { bodyStart } from './read-ply.ts';
import { TextScanner } from './text-scanner.ts';

/** Compares two byte ranges of equal length. */
export type SameBytes = (a: Uint8Array, b: Uint8Array) => boolean;

/** The file that others are compared with, and where its coordinates are. */
export class PlyFrames {
  private readonly bytes: Uint8Array;
  private readonly littleEndian: boolean;
  private readonly rows: VertexRows;
  /** The bytes of the vertex rows: [start, end). */
  private readonly start: number;
  private readonly end: number;

  /**
   * Returns a reader for frames like this file, a valid PLY file; null if its coordinates cannot be
   * read on their own.
   */
  static like(bytes: Uint8Array): PlyFrames | null {
    const scanner = new TextScanner(bytes, 'PLY');
    const { encoding, elements } = readPlyHeader(scanner);
    const [vertices] = elements;
    const rows = encoding !== 'ascii' && vertices.name === 'vertex' ? vertexRows(vertices) : null;
    if (!rows) return null;
    const start = bodyStart(bytes, scanner.end);
    return new PlyFrames(bytes, encoding === 'binary_little_endian', rows, start, start + rows.stride * vertices.count);
  }

  private constructor(bytes: Uint8Array, littleEndian: boolean, rows: VertexRows, start: number, end: number) {
    this.bytes = bytes;
    this.littleEndian = littleEndian;
    this.rows = rows;
    this.start = start;
    this.end = end;
  }

  /**
   * Fills `to` with the coordinates of another file. Returns false if that file differs in anything
   * else or is damaged; it must then be read as a whole.
   */
  read(other: Uint8Array, to: Float64Array, isSame: SameBytes): boolean {
    const { bytes, start, end, rows, littleEndian } = this;
    if (other.length !== bytes.length) return false;
    if (!isSame(other.subarray(0, start), bytes.subarray(0, start))) return false;
    if (!isSame(other.subarray(end), bytes.subarray(end))) return false;
    const view = new DataView(other.buffer, other.byteOffset, other.byteLength);
    return takeVertices(view, start, littleEndian, rows, to) === to.length / 3;
  }
}
