// STL, ascii or binary. The format repeats a vertex in every facet that uses it; vertices that are
// exactly equal are welded, −0 with 0, but not those of solids with different names: these are
// parts of their own. Normals and attribute bytes are skipped; several solids in one ascii file
// become one mesh.
import { weld } from '../index.ts';
import { FileError, quotedFile } from './file-error.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { bytesOf, type MeshData, type MeshSource, rowsAt, type TriangleNames, viewOf } from './mesh-data.ts';
import { NameRuns } from './name-runs.ts';
import { TextScanner } from './text-scanner.ts';

// Byte offsets in a binary file, and the sizes of its parts.
const COUNT_AT = 80;
const FACETS_AT = 84;
const FACET_BYTES = 50;
const NORMAL_BYTES = 12;
const VERTEX_BYTES = 12;

/**
 * Reads an ascii or binary STL file: vertices welded if exactly equal, one triangle per facet. The
 * solids of an ascii file that have names are its parts. Throws `FileError`.
 */
export function readStl(source: MeshSource): MeshData {
  const bytes = bytesOf(source);
  const isBinary = isBinaryStl(bytes) || !isAsciiStl(bytes);
  if (isBinary) return welded(readBinary(bytes), undefined);
  const solids = new NameRuns();
  const facets = readAscii(bytes, solids);
  return welded(facets, solids.toNames(facets.vertexCount / 3));
}

/**
 * Whether the size of the file follows from its facet count, as that of a binary file does. Its
 * header may hold anything, "solid" included.
 */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < FACETS_AT) return false;
  return bytes.length === FACETS_AT + FACET_BYTES * viewOf(bytes).getUint32(COUNT_AT, true);
}

/**
 * Whether the file begins like text. A zero byte this early is the facet count, or the padding, of
 * a damaged binary file.
 */
export function isAsciiStl(bytes: Uint8Array): boolean {
  const scanner = new TextScanner(bytes, 'STL');
  return scanner.next() && scanner.isWord('solid') && !bytes.subarray(0, FACETS_AT).includes(0);
}

function readBinary(bytes: Uint8Array): MeshBuilder {
  if (bytes.length < FACETS_AT) {
    const expected = '"solid" or the 84 bytes that a binary file starts with';
    throw new FileError('STL', { byte: 0 }, expected, quotedFile(bytes));
  }
  const view = viewOf(bytes);
  const facetCount = view.getUint32(COUNT_AT, true);
  if (!isBinaryStl(bytes)) {
    const expected = `a facet count for which 84 + 50 × count is ${bytes.length}, the size of the file`;
    throw new FileError('STL', { byte: COUNT_AT }, expected, String(facetCount));
  }
  const mesh = new MeshBuilder();
  for (let facet = 0; facet < facetCount; facet++) {
    const start = FACETS_AT + facet * FACET_BYTES + NORMAL_BYTES;
    for (let at = start; at < start + 3 * VERTEX_BYTES; at += VERTEX_BYTES)
      mesh.addVertex(finiteFloat(view, at), finiteFloat(view, at + 4), finiteFloat(view, at + 8));
  }
  return mesh;
}

function finiteFloat(view: DataView, at: number): number {
  const value = view.getFloat32(at, true);
  if (!Number.isFinite(value)) throw new FileError('STL', { byte: at }, 'a finite number', String(value));
  return value;
}

function readAscii(bytes: Uint8Array, solids: NameRuns): MeshBuilder {
  const scanner = new TextScanner(bytes, 'STL');
  const mesh = new MeshBuilder();
  while (scanner.next()) {
    if (!scanner.isWord('solid')) scanner.fail('"solid"');
    solids.start(scanner.restOfLine(), mesh.vertexCount / 3);
    readFacets(scanner, mesh);
    scanner.skipLine();
  }
  return mesh;
}

/** Reads up to and including `endsolid`. */
function readFacets(scanner: TextScanner, mesh: MeshBuilder): void {
  while (scanner.next() && scanner.isWord('facet')) {
    takeWord(scanner, 'normal');
    for (let i = 0; i < 3; i++) if (!scanner.nextInLine()) scanner.fail('three numbers of a normal');
    takeWord(scanner, 'outer');
    takeWord(scanner, 'loop');
    for (let corner = 0; corner < 3; corner++) {
      takeWord(scanner, 'vertex');
      mesh.addVertex(scanner.number(), scanner.number(), scanner.number());
    }
    takeWord(scanner, 'endloop');
    takeWord(scanner, 'endfacet');
  }
  if (!scanner.isWord('endsolid')) scanner.fail('"facet" or "endsolid"');
}

function takeWord(scanner: TextScanner, word: string): void {
  scanner.next();
  if (!scanner.isWord(word)) scanner.fail(`"${word}"`);
}

/**
 * Returns the facets with equal vertices welded within each part. Facets that lose their area by
 * this stay.
 */
function welded(facets: MeshBuilder, parts: TriangleNames | undefined): MeshData {
  const corners = facets.toMesh().positions;
  const partOfCorner =
    parts && Uint32Array.from({ length: corners.length / 3 }, (_, i) => parts.partOfTriangle[(i / 3) | 0]);
  const { remap, vertexCount, source } = weld(corners, ...(partOfCorner ? [partOfCorner] : []));
  return { positions: rowsAt(corners, 3, source), triangles: remap, vertexCount, parts };
}
