// The values of a PLY body one after the other, the same for all encodings: as words of a line, or as bytes.
import { FileError } from './file-error.ts';
import type { MeshBuilder } from './mesh-builder.ts';
import type { PlyElement, PlyProperty } from './ply-header.ts';
import { plainFaces, plainVertices } from './ply-plain-rows.ts';
import type { PlyType } from './ply-types.ts';
import type { TextScanner } from './text-scanner.ts';

export interface PlyValues {
  /** Reads rows of vertices or faces that are as most programs write them, up to the first that is not; returns how many. */
  plainRows(element: PlyElement, vertexCount: number, mesh: MeshBuilder): number;
  startRow(): void;
  /** A finite number. */
  coordinate(type: PlyType): number;
  /** How many values of `type` follow; in a binary file they are there. */
  listLength(lengthType: PlyType, type: PlyType): number;
  /** An integer as it stands there; in ascii NaN where there is none, in binary whatever the type gives. */
  integer(type: PlyType): number;
  skip(type: PlyType, count: number): void;
  endRow(): void;
  endFile(): void;
  /** Blames the value last taken. */
  fail(expected: string): never;
}

/** One line per row; blank lines between rows are passed over. */
export class PlyWords implements PlyValues {
  private readonly scanner: TextScanner;

  constructor(scanner: TextScanner, elements: readonly PlyElement[]) {
    this.scanner = scanner;
    // The break after the header stands in for the one that the last line may lack.
    bytesToSpare(elements, scanner.bytes.length - scanner.end, () => 2);
  }

  plainRows(): number {
    return 0;
  }

  startRow(): void {
    if (!this.scanner.skipBlank()) this.scanner.fail('another row');
  }

  coordinate(): number {
    return this.scanner.number();
  }

  listLength(): number {
    return this.scanner.count('a list length');
  }

  integer(): number {
    return this.scanner.integer();
  }

  skip(_type: PlyType, count: number): void {
    for (let i = 0; i < count; i++) if (!this.scanner.nextInLine()) this.scanner.fail('another value');
  }

  endRow(): void {
    this.scanner.endLine();
  }

  endFile(): void {
    this.scanner.endFile();
  }

  fail(expected: string): never {
    this.scanner.fail(expected);
  }
}

export class PlyBytes implements PlyValues {
  private readonly view: DataView;
  private readonly littleEndian: boolean;
  private at: number;
  private valueAt = 0;
  private value = 0;
  /** What the lists may take beyond the shortest rows; as long as it is not negative no read can leave the file. */
  private spare: number;

  constructor(bytes: Uint8Array, start: number, littleEndian: boolean, elements: readonly PlyElement[]) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.littleEndian = littleEndian;
    this.at = start;
    this.spare = bytesToSpare(
      elements,
      bytes.length - start,
      (property) => (property.lengthType ?? property.type).size,
    );
  }

  plainRows(element: PlyElement, vertexCount: number, mesh: MeshBuilder): number {
    const { view, at, littleEndian, spare } = this;
    if (element.name === 'vertex') {
      const { rows, bytes } = plainVertices(view, at, littleEndian, element, mesh);
      this.at += bytes;
      return rows;
    }
    if (element.name !== 'face') return 0;
    const { rows, bytes } = plainFaces(view, at, littleEndian, element, spare, vertexCount, mesh);
    this.at += bytes;
    // Lengths were accounted for from the start.
    this.spare -= bytes - rows;
    return rows;
  }

  startRow(): void {}

  coordinate(type: PlyType): number {
    const value = this.take(type);
    if (!Number.isFinite(value)) this.fail('a finite number');
    return value;
  }

  listLength(lengthType: PlyType, type: PlyType): number {
    const length = this.take(lengthType);
    const most = Math.floor(this.spare / type.size);
    if (!(Number.isInteger(length) && length >= 0 && length <= most)) this.fail(`a list length between 0 and ${most}`);
    this.spare -= length * type.size;
    return length;
  }

  integer(type: PlyType): number {
    return this.take(type);
  }

  private take(type: PlyType): number {
    this.valueAt = this.at;
    this.at += type.size;
    this.value = type.read(this.view, this.valueAt, this.littleEndian);
    return this.value;
  }

  skip(type: PlyType, count: number): void {
    this.at += count * type.size;
  }

  endRow(): void {}

  endFile(): void {
    const left = this.view.byteLength - this.at;
    if (left > 0) throw new FileError('PLY', { byte: this.at }, 'the end of the file', `${left} more bytes`);
  }

  fail(expected: string): never {
    throw new FileError('PLY', { byte: this.valueAt }, expected, String(this.value));
  }
}

/** What `room` holds beyond the shortest possible rows; throws where a declared count cannot fit. */
function bytesToSpare(
  elements: readonly PlyElement[],
  room: number,
  leastBytes: (property: PlyProperty) => number,
): number {
  let spare = room;
  for (const { name, count, line, properties } of elements) {
    const rowBytes = properties.reduce((sum, property) => sum + leastBytes(property), 0);
    const most = Math.floor(spare / rowBytes);
    // A row without properties takes no room, so any number of them fits.
    if (rowBytes > 0 && count > most) {
      throw new FileError('PLY', { line }, `at most ${most} ${name} rows in the bytes that follow`, String(count));
    }
    if (rowBytes > 0) spare -= count * rowBytes;
  }
  return spare;
}
