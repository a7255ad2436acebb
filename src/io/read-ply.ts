// PLY in its three encodings. Properties and elements that are not part of a mesh are skipped.
import { checkedIndex, MeshBuilder, POLYGON_EXPECTED } from './mesh-builder.ts';
import { bytesOf, type MeshData, type MeshSource } from './mesh-data.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './ply-header.ts';
import type { PlyType } from './ply-types.ts';
import { PlyBytes, type PlyValues, plyWords } from './ply-values.ts';
import { TextScanner } from './text-scanner.ts';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads the vertices and faces of a PLY file in any encoding, polygons as fans. Throws `FileError`.
 */
export function readPly(source: MeshSource): MeshData {
  const scanner = new TextScanner(bytesOf(source), 'PLY');
  const header = readPlyHeader(scanner);
  const isText = header.encoding === 'ascii';
  if (!isText && typeof source === 'string') scanner.fail('the bytes of a binary file', 'a string');
  const values = isText ? plyWords(scanner, header.elements) : binaryValues(scanner, header);
  const mesh = new MeshBuilder();
  for (const element of header.elements) {
    // A row without properties takes no bytes: a loop over a declared count must not outlast the
    // file.
    if (element.properties.length > 0) readRows(element, values, mesh, header.vertexCount);
  }
  values.endFile();
  return mesh.toMesh();
}

function binaryValues(scanner: TextScanner, header: PlyHeader): PlyValues {
  const { bytes } = scanner;
  const start = bodyStart(bytes, scanner.end);
  return new PlyBytes(bytes, start, header.encoding === 'binary_little_endian', header.elements);
}

/**
 * Returns the first byte of the body. A line feed after the header's last carriage return may be
 * data; how the first line ends decides.
 */
export function bodyStart(bytes: Uint8Array, headerEnd: number): number {
  const firstBreak = bytes.findIndex((byte) => byte === LF || byte === CR);
  const endsInCr = bytes[firstBreak] === CR && bytes[firstBreak + 1] !== LF;
  const isPair = !endsInCr && bytes[headerEnd] === CR && bytes[headerEnd + 1] === LF;
  return Math.min(bytes.length, headerEnd + (isPair ? 2 : 1));
}

function readRows(element: PlyElement, values: PlyValues, mesh: MeshBuilder, vertexCount: number): void {
  const { count, properties } = element;
  const isVertex = element.name === 'vertex';
  const point = { x: 0, y: 0, z: 0 };
  for (let row = values.plainRows(element, vertexCount, mesh); row < count; row++) {
    values.startRow();
    for (let i = 0; i < properties.length; i++) {
      const { role, type, lengthType } = properties[i];
      if (lengthType === null) {
        if (role === 'x' || role === 'y' || role === 'z') point[role] = values.coordinate(type);
        else values.skip(type, 1);
      } else {
        const length = values.listLength(lengthType, type);
        if (role === 'corners') readPolygon(values, type, length, vertexCount, mesh);
        else values.skip(type, length);
      }
    }
    values.endRow();
    if (isVertex) mesh.addVertex(point.x, point.y, point.z);
  }
}

function readPolygon(values: PlyValues, type: PlyType, length: number, vertexCount: number, mesh: MeshBuilder): void {
  if (length < 3) values.fail(POLYGON_EXPECTED);
  for (let i = 0; i < length; i++) mesh.addCorner(checkedIndex(values.integer(type), vertexCount, values));
  mesh.endPolygon();
}
