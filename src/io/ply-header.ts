// The header of a PLY file: its encoding, and its elements with their properties in file order. What is no part of a
// mesh is described too, so that the reader can step over it.
import { FileError } from './file-error.ts';
import { PLY_TYPES, type PlyType } from './ply-types.ts';
import type { TextScanner } from './text-scanner.ts';

export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** What a property is to the mesh: a coordinate of a vertex, the vertices of a face, or nothing. */
export type PlyRole = 'x' | 'y' | 'z' | 'corners' | 'none';

export interface PlyProperty {
  readonly role: PlyRole;
  readonly type: PlyType;
  /** The type that a list's length is written in; null for a scalar. */
  readonly lengthType: PlyType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  /** The line that declares it. */
  readonly line: number;
  readonly properties: PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: PlyEncoding;
  readonly elements: readonly PlyElement[];
  readonly vertexCount: number;
}

const ROLES: ReadonlyMap<string, PlyRole> = new Map([
  ['vertex x', 'x'],
  ['vertex y', 'y'],
  ['vertex z', 'z'],
  ['face vertex_indices', 'corners'],
  ['face vertex_index', 'corners'],
]);

/** Reads to the end of the line `end_header`; its line break stays. */
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

/** The vertex count, after a look whether there is a mesh at all. Without faces it is one without triangles. */
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
