// The header of a PLY file: its encoding, and its elements with their properties in file order. It
// also describes what is not part of a mesh, so that the reader can skip it.
import { FileError } from './file-error.ts';
import { PLY_TYPES, type PlyType } from './ply-types.ts';
import type { TextScanner } from './text-scanner.ts';

/** How the values of a PLY file are stored. */
export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/**
 * The role of a property in the mesh: a coordinate of a vertex, the vertices of a face, or none.
 */
export type PlyRole = 'x' | 'y' | 'z' | 'corners' | 'none';

/** One property of an element. */
export interface PlyProperty {
  /** The role of the property in the mesh. */
  readonly role: PlyRole;
  /** The type of the value, or of the items of a list. */
  readonly type: PlyType;
  /** The type of a list's length; null for a scalar. */
  readonly lengthType: PlyType | null;
}

/** One element, such as `vertex` or `face`, with all of its rows. */
export interface PlyElement {
  /** The name in the file. */
  readonly name: string;
  /** The number of rows that the header declares. */
  readonly count: number;
  /** The line of the header that declares it. */
  readonly line: number;
  /** The properties in file order. */
  readonly properties: PlyProperty[];
}

/** Everything that the header says about the body. */
export interface PlyHeader {
  /** How the values are stored. */
  readonly encoding: PlyEncoding;
  /** The elements in file order. */
  readonly elements: readonly PlyElement[];
  /** The number of rows of the vertex element. */
  readonly vertexCount: number;
}

const ROLES: ReadonlyMap<string, PlyRole> = new Map([
  ['vertex x', 'x'],
  ['vertex y', 'y'],
  ['vertex z', 'z'],
  ['face vertex_indices', 'corners'],
  ['face vertex_index', 'corners'],
]);

/** Reads up to the end of the line `end_header`, without its line break. */
export function readPlyHeader(scanner: TextScanner): PlyHeader {
  if (!scanner.nextInLine() || scanner.word() !== 'ply') scanner.fail('"ply"');
  let encoding: PlyEncoding | null = null;
  const elements: PlyElement[] = [];
  for (let keyword = 'ply'; keyword !== 'end_header'; ) {
    scanner.endLine();
    if (!scanner.next()) scanner.fail('"end_header"');
    keyword = scanner.word();
    if (keyword === 'format') encoding = readFormat(scanner);
    else if (keyword === 'element') elements.push(readElement(scanner));
    else if (keyword === 'property') addProperty(scanner, elements.at(-1));
    else if (keyword === 'comment' || keyword === 'obj_info') scanner.skipLine();
    else if (keyword !== 'end_header') scanner.fail('format, element, property, comment, obj_info or end_header');
  }
  scanner.endLine();
  if (encoding === null) scanner.fail('a format line before the end of the header');
  return { encoding, elements, vertexCount: checkElements(scanner, elements) };
}

/** Whether a word names an encoding. */
export function isPlyEncoding(word: string): word is PlyEncoding {
  return word === 'ascii' || word === 'binary_little_endian' || word === 'binary_big_endian';
}

function readFormat(scanner: TextScanner): PlyEncoding {
  const encoding = nextWord(scanner);
  if (!isPlyEncoding(encoding)) scanner.fail('ascii, binary_little_endian or binary_big_endian');
  if (nextWord(scanner) !== '1.0') scanner.fail('version 1.0');
  return encoding;
}

function readElement(scanner: TextScanner): PlyElement {
  const name = nextWord(scanner);
  return { name, count: scanner.count('an element count'), line: scanner.line, properties: [] };
}

function addProperty(scanner: TextScanner, element: PlyElement | undefined): void {
  if (!element) scanner.fail('an element before its properties');
  const isList = nextWord(scanner) === 'list';
  const lengthType = isList ? typeNamed(scanner, nextWord(scanner)) : null;
  const type = typeNamed(scanner, isList ? nextWord(scanner) : scanner.word());
  if (!scanner.nextInLine()) scanner.fail('a property name');
  const role = ROLES.get(`${element.name} ${scanner.word()}`) ?? 'none';
  const isRightKind = role === 'none' || isList === (role === 'corners');
  if (!isRightKind) scanner.fail(isList ? 'a scalar property' : 'a list property');
  element.properties.push({ role, type, lengthType });
}

function typeNamed(scanner: TextScanner, name: string): PlyType {
  return PLY_TYPES.get(name) ?? scanner.fail('a scalar type such as float, int or uchar');
}

/**
 * Returns the vertex count; fails unless the elements describe a mesh. A mesh may have no faces.
 */
function checkElements(scanner: TextScanner, elements: readonly PlyElement[]): number {
  const [vertex, second] = elements.filter((element) => element.name === 'vertex');
  const faces = elements.filter((element) => element.name === 'face');
  const strips = elements.find((element) => element.name === 'tristrips');
  if (strips) refuse(strips, 'triangles in a face element', 'triangle strips, which are not supported');
  if (!vertex) scanner.fail('a vertex element before the end of the header');
  if (second) refuse(second, 'one vertex element', 'a second one');
  for (const role of ['x', 'y', 'z'] as const) checkRole(vertex, role, `property ${role}`);
  for (const face of faces) checkRole(face, 'corners', 'list property vertex_indices');
  return vertex.count;
}

function checkRole(element: PlyElement, role: PlyRole, what: string): void {
  const count = element.properties.filter((property) => property.role === role).length;
  if (count !== 1) refuse(element, `a ${element.name} element with one ${what}`, String(count || 'none'));
}

function refuse(element: PlyElement, expected: string, found: string): never {
  throw new FileError('PLY', { line: element.line }, expected, found);
}

function nextWord(scanner: TextScanner): string {
  scanner.nextInLine();
  return scanner.word();
}
