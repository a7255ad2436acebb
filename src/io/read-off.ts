// OFF and its variants COFF, NOFF, STOFF and their combinations, with one vertex or face per line.
// Normals, colours and texture coordinates after the position or the vertices of a line are
// skipped.
import { checkedIndex, MeshBuilder, POLYGON_EXPECTED } from './mesh-builder.ts';
import { bytesOf, type MeshData, type MeshSource } from './mesh-data.ts';
import { TextScanner } from './text-scanner.ts';

const HEADER = /^(ST)?C?N?OFF$/;

/** The size of the shortest lines with their line breaks: `0 0 0` and `3 0 0 0`. */
const VERTEX_BYTES = 6;
const FACE_BYTES = 8;

/** Reads an OFF file, polygons as fans. Throws `FileError`. */
export function readOff(source: MeshSource): MeshData {
  const scanner = new TextScanner(bytesOf(source), 'OFF', { comments: true });
  scanner.next();
  if (!isOffHeader(scanner.word())) scanner.fail('OFF, COFF, NOFF or STOFF in three dimensions');
  scanner.skipBlank();
  const vertexCount = scanner.count('a vertex count');
  const faceCount = scanner.count('a face count');
  scanner.checkCount(vertexCount, VERTEX_BYTES, 'vertices');
  scanner.checkCount(faceCount, FACE_BYTES, 'faces');
  // The edge count may be missing and is often wrong; nothing depends on it.
  scanner.skipLine();
  const mesh = new MeshBuilder();
  for (let v = 0; v < vertexCount; v++) readVertex(scanner, mesh);
  for (let f = 0; f < faceCount; f++) readFace(scanner, mesh);
  scanner.endFile();
  return mesh.toMesh();
}

/** Whether an OFF file may begin with this word. */
export function isOffHeader(word: string): boolean {
  return HEADER.test(word);
}

function readVertex(scanner: TextScanner, mesh: MeshBuilder): void {
  if (!scanner.skipBlank()) scanner.fail('another vertex');
  mesh.addVertex(scanner.number(), scanner.number(), scanner.number());
  scanner.skipLine();
}

function readFace(scanner: TextScanner, mesh: MeshBuilder): void {
  if (!scanner.skipBlank()) scanner.fail('another face');
  const length = scanner.count('the number of vertices of a face');
  if (length < 3) scanner.fail(POLYGON_EXPECTED);
  for (let i = 0; i < length; i++) mesh.addCorner(checkedIndex(scanner.integer(), mesh.vertexCount, scanner));
  mesh.endPolygon();
  scanner.skipLine();
}
