// The values of a PLY body one after the other, behind one interface for all encodings: the words
// of a line, or bytes. `readPly` decides what each value is.
import { FileError } from './file-error.ts';
import type { MeshBuilder } from './mesh-builder.ts';
import { viewOf } from './mesh-data.ts';
import type { PlyElement, PlyProperty } from './ply-header.ts';
import { plainFaces, plainVertices } from './ply-plain-rows.ts';
import type { PlyType } from './ply-types.ts';
import type { TextScanner } from './text-scanner.ts';

/** Reads the body of a file row by row. All methods throw `FileError`. */
export interface PlyValues {
  /**
   * Reads rows of vertices or faces on the fast path, up to the first that is not plain; returns
   * how many it read.
   */
  plainRows(element: PlyElement, vertexCount: number, mesh: MeshBuilder): number;
  /** Begins a row: in a text file, moves to the next line that is not blank. */
  startRow(): void;
  /** Reads a finite number. */
  coordinate(type: PlyType): number;
  /** Reads how many values of `type` follow; in a binary file, they are within the file. */
  listLength(lengthType: PlyType, type: PlyType): number;
  /**
   * Reads an integer; NaN in a text file if the word is none, in a binary file whatever the type
   * gives.
   */
  integer(type: PlyType): number;
  /** Skips values. */
  skip(type: PlyType, count: number): void;
  /** Ends a row; fails if a line has more values. */
  endRow(): void;
  /** Fails if anything follows. */
  endFile(): void;
  /** Throws a `FileError` at the value that was read last. */
  fail(expected: string): never;
}

/**
 * Returns the values of an ascii body: one line per row; blank lines between rows are skipped.
 * `scanner` is at the end of the header.
 */
export function plyWords(scanner: TextScanner, elements: readonly PlyElement[]): PlyValues {
  // The line break after the header stands in for the one that the last line may lack.
  bytesToSpare(elements, scanner.bytes.length - scanner.end, () => 2);
  return {
    plainRows: () => 0,
    startRow: () => {
      if (!scanner.skipBlank()) scanner.fail('another row');
    },
    coordinate: () => scanner.number(),
    listLength: () => scanner.count('a list length'),
    integer: () => scanner.integer(),
    skip: (_type, count) => {
      for (let i = 0; i < count; i++) if (!scanner.nextInLine()) scanner.fail('another value');
    },
    endRow: () => scanner.endLine(),
    endFile: () => scanner.endFile(),
    fail: (expected) => scanner.fail(expected),
  };
}

/** The two binary encodings. */
export class PlyBytes implements PlyValues {
  private readonly view: DataView;
  private readonly littleEndian: boolean;
  private at: number;
  private valueAt = 0;
  private value = 0;
  /**
   * The bytes that lists may take beyond the shortest rows; while it is not negative, no read can
   * leave the file.
   */
  private spare: number;

  /** `start` is the first byte of the body. */
  constructor(bytes: Uint8Array, start: number, littleEndian: boolean, elements: readonly PlyElement[]) {
    this.view = viewOf(bytes);
    this.littleEndian = littleEndian;
    this.at = start;
    this.spare = bytesToSpare(elements, bytes.length - start, ({ lengthType, type }) => (lengthType ?? type).size);
  }

  /** Reads rows on the fast path. */
  plainRows(element: PlyElement, vertexCount: number, mesh: MeshBuilder): number {
    const { view, at, littleEndian, spare } = this;
    const isFace = element.name === 'face';
    if (!isFace && element.name !== 'vertex') return 0;
    const { rows, bytes } = isFace
      ? plainFaces(view, at, littleEndian, element, spare, vertexCount, mesh)
      : plainVertices(view, at, littleEndian, element, mesh);
    this.at += bytes;
    // The lengths of lists, one byte each, were subtracted at the start.
    if (isFace) this.spare -= bytes - rows;
    return rows;
  }

  /** Does nothing: binary rows have no delimiters. */
  startRow(): void {}

  /** Reads a finite number. */
  coordinate(type: PlyType): number {
    const value = this.take(type);
    if (!Number.isFinite(value)) this.fail('a finite number');
    return value;
  }

  /** Reads a length and makes sure that the list lies within the file. */
  listLength(lengthType: PlyType, type: PlyType): number {
    const length = this.take(lengthType);
    const most = Math.floor(this.spare / type.size);
    if (!(Number.isInteger(length) && length >= 0 && length <= most)) this.fail(`a list length between 0 and ${most}`);
    this.spare -= length * type.size;
    return length;
  }

  /** Reads a value of an integer type. */
  integer(type: PlyType): number {
    return this.take(type);
  }

  private take(type: PlyType): number {
    this.valueAt = this.at;
    this.at += type.size;
    this.value = type.read(this.view, this.valueAt, this.littleEndian);
    return this.value;
  }

  /** Skips values. */
  skip(type: PlyType, count: number): void {
    this.at += count * type.size;
  }

  /** Does nothing: binary rows have no delimiters. */
  endRow(): void {}

  /** Fails if bytes follow. */
  endFile(): void {
    const left = this.view.byteLength - this.at;
    if (left > 0) throw new FileError('PLY', { byte: this.at }, 'the end of the file', `${left} more bytes`);
  }

  /** Throws a `FileError` at the value that was read last. */
  fail(expected: string): never {
    throw new FileError('PLY', { byte: this.valueAt }, expected, String(this.value));
  }
}

/**
 * Returns what `room` holds beyond the shortest possible rows; throws if a declared count cannot
 * fit.
 */
function bytesToSpare(
  elements: readonly PlyElement[],
  room: number,
  leastBytes: (property: PlyProperty) => number,
): number {
  let spare = room;
  for (const { name, count, line, properties } of elements) {
    const rowBytes = properties.reduce((sum, property) => sum + leastBytes(property), 0);
    const most = Math.floor(spare / rowBytes);
    // A row without properties takes no bytes, so any number of them fits.
    if (rowBytes > 0 && count > most) {
      throw new FileError('PLY', { line }, `at most ${most} ${name} rows in the bytes that follow`, String(count));
    }
    if (rowBytes > 0) spare -= count * rowBytes;
  }
  return spare;
}
