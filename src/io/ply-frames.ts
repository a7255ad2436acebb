// Reads sequences of binary PLY files. Such files are usually equal, byte for byte, except for the
// coordinates; then only these are read.
import { viewOf } from './mesh-data.ts';
import { readPlyHeader } from './ply-header.ts';
import { takeVertices, vertexRows } from './ply-plain-rows.ts';
import { bodyStart } from './read-ply.ts';
import { TextScanner } from './text-scanner.ts';

/** Compares two byte ranges of equal length. */
export type SameBytes = (a: Uint8Array, b: Uint8Array) => boolean;

/** The coordinates of files that are equal to one file otherwise. */
export interface PlyFrames {
  /**
   * Fills `to` with the coordinates of another file. Returns false if that file differs in anything
   * else or is damaged; it must then be read as a whole.
   */
  read(other: Uint8Array, to: Float64Array, isSame: SameBytes): boolean;
}

/**
 * Returns a reader for frames like this file, a valid PLY file; null if its coordinates cannot be
 * read on their own.
 */
export function plyFramesLike(bytes: Uint8Array): PlyFrames | null {
  const scanner = new TextScanner(bytes, 'PLY');
  const { encoding, elements } = readPlyHeader(scanner);
  const [vertices] = elements;
  const rows = encoding !== 'ascii' && vertices.name === 'vertex' ? vertexRows(vertices) : null;
  if (!rows) return null;
  const start = bodyStart(bytes, scanner.end);
  const end = start + rows.stride * vertices.count;
  return {
    read: (other, to, isSame) => {
      if (other.length !== bytes.length) return false;
      if (!isSame(other.subarray(0, start), bytes.subarray(0, start))) return false;
      if (!isSame(other.subarray(end), bytes.subarray(end))) return false;
      return takeVertices(viewOf(other), start, encoding === 'binary_little_endian', rows, to) === to.length / 3;
    },
  };
}
