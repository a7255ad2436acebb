// Wavefront OBJ: the vertices and faces of all objects and groups as one mesh, with the names of
// objects or groups and of materials. Normals, texture coordinates, lines, points and free-form
// geometry are skipped; a fourth coordinate and vertex colours are read and dropped.
import { FileError, vertexIndexIn } from './file-error.ts';
import { MeshBuilder, POLYGON_EXPECTED } from './mesh-builder.ts';
import { bytesOf, type MeshData, type MeshSource } from './mesh-data.ts';
import { NameRuns } from './name-runs.ts';
import { parseInteger } from './parse-number.ts';
import { TextScanner } from './text-scanner.ts';

/**
 * Statements that do not affect vertices, polygons and their names. An unknown statement is an
 * error: it may be a damaged `v`.
 */
const IGNORED: ReadonlySet<string> = new Set(
  `vn vt vp vc s mg mtllib maplib usemap l p lod bevel c_interp d_interp shadow_obj trace_obj
  cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con ctech stech bsp bzp cdc cdp res`.split(/\s+/),
);

const SLASH = 0x2f;

/**
 * Reads all objects and groups of an OBJ file as one mesh, polygons as fans. Its parts are the
 * objects (`o`); if no object has a name, the groups (`g`). A name is the rest of its line, and a
 * statement without a name ends the last name. Throws `FileError`, also if there is no vertex.
 */
export function readObj(source: MeshSource): MeshData {
  const scanner = new TextScanner(bytesOf(source), 'OBJ', { comments: true, continuation: true });
  const corners = new ObjCorners();
  const mesh = new MeshBuilder();
  const names = { o: new NameRuns(), g: new NameRuns(), usemtl: new NameRuns() };
  while (scanner.next()) {
    const statement = scanner.word();
    if (statement === 'v') readVertex(scanner, mesh);
    else if (statement === 'f' || statement === 'fo') readFace(scanner, mesh, corners);
    else if (isNaming(statement)) names[statement].start(scanner.restOfLine(), mesh.triangleCount);
    else if (isObjStatement(statement)) scanner.skipLine();
    else scanner.fail('an OBJ statement such as v, vn or f');
  }
  if (mesh.vertexCount === 0) scanner.fail('a vertex (v x y z)');
  corners.check(mesh.vertexCount);
  const [objects, groups, materials] = [names.o, names.g, names.usemtl].map((runs) => runs.toNames(mesh.triangleCount));
  return { ...mesh.toMesh(), parts: objects ?? groups, materials };
}

function isNaming(statement: string): statement is 'o' | 'g' | 'usemtl' {
  return statement === 'o' || statement === 'g' || statement === 'usemtl';
}

/** Whether a line of an OBJ file may begin with this word. */
export function isObjStatement(word: string): boolean {
  return word === 'v' || word === 'f' || word === 'fo' || isNaming(word) || IGNORED.has(word);
}

function readVertex(scanner: TextScanner, mesh: MeshBuilder): void {
  mesh.addVertex(scanner.number(), scanner.number(), scanner.number());
  while (scanner.nextInLine()) scanner.wordAsNumber();
}

function readFace(scanner: TextScanner, mesh: MeshBuilder, corners: ObjCorners): void {
  while (scanner.nextInLine()) mesh.addCorner(corners.resolve(scanner, mesh.vertexCount));
  if (!mesh.endPolygon()) scanner.fail(POLYGON_EXPECTED);
}

/**
 * Turns `v`, `v/vt`, `v//vn` and `v/vt/vn` into vertices. A face may name a vertex that the file
 * defines later.
 */
class ObjCorners {
  private largest = 0;
  private largestLine = 0;

  resolve(scanner: TextScanner, vertexCount: number): number {
    const { bytes, start, end } = scanner;
    const slash = nextSlash(bytes, start, end);
    const index = parseInteger(bytes, start, slash);
    const isCorner = !Number.isNaN(index) && isAttributes(bytes, slash, end);
    if (!isCorner) scanner.fail('a face corner v, v/vt, v//vn or v/vt/vn');
    if (index < 0) {
      if (index < -vertexCount) scanner.fail(vertexIndexIn(-vertexCount, -1));
      return vertexCount + index;
    }
    if (index === 0) scanner.fail('a vertex index of 1 or more, or a negative one');
    if (index > this.largest) {
      this.largest = index;
      this.largestLine = scanner.line;
    }
    return index - 1;
  }

  /**
   * Throws if a face names a missing vertex. All vertices are known now, so only the largest index
   * needs a check.
   */
  check(vertexCount: number): void {
    if (this.largest <= vertexCount) return;
    const place = { line: this.largestLine };
    throw new FileError('OBJ', place, vertexIndexIn(1, vertexCount), `"${this.largest}"`);
  }
}

/**
 * Accepts nothing, `/vt`, `//vn` or `/vt/vn`. The numbers are not used, so their range does not
 * matter.
 */
function isAttributes(bytes: Uint8Array, from: number, end: number): boolean {
  if (from === end) return true;
  const slash = nextSlash(bytes, from + 1, end);
  return isOptionalInteger(bytes, from + 1, slash) && isOptionalInteger(bytes, slash + 1, end);
}

function isOptionalInteger(bytes: Uint8Array, start: number, end: number): boolean {
  return start >= end || !Number.isNaN(parseInteger(bytes, start, end));
}

function nextSlash(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== SLASH) at++;
  return at;
}
