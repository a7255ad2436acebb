// The fast path of binary PLY files, for rows as nearly all programs write them: vertices of
// scalars whose coordinates are floats, and faces that are one list of integers. It stops at the
// first row that is different and leaves that row to the general reader, which also reports errors.
import type { MeshBuilder } from './mesh-builder.ts';
import type { PlyElement, PlyRole } from './ply-header.ts';
import { PLY_TYPES, type PlyType } from './ply-types.ts';

const FLOAT = PLY_TYPES.get('float');
const DOUBLE = PLY_TYPES.get('double');
const UCHAR = PLY_TYPES.get('uchar');
const INT = PLY_TYPES.get('int');
const UINT = PLY_TYPES.get('uint');

/** How far the fast path came. */
export interface PlainRows {
  /** The number of rows read. */
  readonly rows: number;
  /** The number of bytes that they take. */
  readonly bytes: number;
}

const NONE: PlainRows = { rows: 0, bytes: 0 };

/** The layout of plain vertex rows. */
export interface VertexRows {
  /** Whether coordinates are in single precision; otherwise they are doubles. */
  readonly isFloat: boolean;
  /** The offset of x in a row, in bytes. */
  readonly x: number;
  /** The offset of y in a row, in bytes. */
  readonly y: number;
  /** The offset of z in a row, in bytes. */
  readonly z: number;
  /** The size of a row in bytes. */
  readonly stride: number;
}

/** Returns the layout of a vertex element; null if its rows are not plain. */
export function vertexRows({ properties }: PlyElement): VertexRows | null {
  if (properties.some(({ lengthType }) => lengthType !== null)) return null;
  const offsets = new Map<PlyRole, number>();
  const types = new Set<PlyType>();
  let stride = 0;
  for (const { role, type } of properties) {
    if (role !== 'none') types.add(type);
    offsets.set(role, stride);
    stride += type.size;
  }
  const [type, other] = types;
  if (other !== undefined || (type !== FLOAT && type !== DOUBLE)) return null;
  const [x, y, z] = (['x', 'y', 'z'] as const).map((role) => offsets.get(role) ?? 0);
  return { isFloat: type === FLOAT, x, y, z, stride };
}

/** Appends plain vertices to the mesh. The file holds all rows of the element. */
export function plainVertices(
  view: DataView,
  start: number,
  littleEndian: boolean,
  element: PlyElement,
  mesh: MeshBuilder,
): PlainRows {
  const layout = vertexRows(element);
  if (!layout) return NONE;
  const rows = takeVertices(view, start, littleEndian, layout, mesh.vertexRoom(element.count));
  mesh.vertexCount += rows;
  return { rows, bytes: rows * layout.stride };
}

// Each loop is a separate function and writes to arrays directly: the engine compiles a function as
// a whole, and again whenever it learns more about any part of it.

/** Fills `to`; returns how many vertices precede the first one that is not finite. */
export function takeVertices(
  view: DataView,
  start: number,
  littleEndian: boolean,
  rows: VertexRows,
  to: Float64Array,
): number {
  if (littleEndian === IS_LITTLE_ENDIAN && isCoordinatesOnly(rows))
    return takeCoordinates(view, start, rows.isFloat, to);
  const { isFloat, x: toX, y: toY, z: toZ, stride } = rows;
  for (let i = 0, at = start; i < to.length; i += 3, at += stride) {
    const x = isFloat ? view.getFloat32(at + toX, littleEndian) : view.getFloat64(at + toX, littleEndian);
    const y = isFloat ? view.getFloat32(at + toY, littleEndian) : view.getFloat64(at + toY, littleEndian);
    const z = isFloat ? view.getFloat32(at + toZ, littleEndian) : view.getFloat64(at + toZ, littleEndian);
    // 0·x is 0 for finite x and NaN for the rest.
    if (0 * x + 0 * y + 0 * z !== 0) return i / 3;
    to[i] = x;
    to[i + 1] = y;
    to[i + 2] = z;
  }
  return to.length / 3;
}

const IS_LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

function isCoordinatesOnly({ isFloat, x, y, z, stride }: VertexRows): boolean {
  const size = isFloat ? 4 : 8;
  return x === 0 && y === size && z === 2 * size && stride === 3 * size;
}

/** Rows that are just three numbers are copied without a loop. */
function takeCoordinates(view: DataView, start: number, isFloat: boolean, to: Float64Array): number {
  const begin = view.byteOffset + start;
  // A copy, because a typed array must begin at a multiple of its element size.
  const bytes = view.buffer.slice(begin, begin + (isFloat ? 4 : 8) * to.length);
  to.set(isFloat ? new Float32Array(bytes) : new Float64Array(bytes));
  return Math.floor(firstNotFinite(to) / 3);
}

function firstNotFinite(values: Float64Array): number {
  let i = 0;
  // 0·x is 0 for finite x and NaN for the rest.
  while (i < values.length && 0 * values[i] === 0) i++;
  return i;
}

/**
 * Appends plain faces to the mesh. The file holds all rows without their lists, and `spare` bytes
 * for the lists.
 */
export function plainFaces(
  view: DataView,
  start: number,
  littleEndian: boolean,
  { count, properties: [list, other] }: PlyElement,
  spare: number,
  vertexCount: number,
  mesh: MeshBuilder,
): PlainRows {
  const isPlain = list.role === 'corners' && list.lengthType === UCHAR && (list.type === INT || list.type === UINT);
  if (!isPlain || other !== undefined) return NONE;
  const fits = TRIANGLE * count <= spare + count;
  const triangles = fits ? takeTriangles(view, start, littleEndian, vertexCount, mesh.triangleRoom(count)) : 0;
  mesh.addTriangles(triangles);
  let at = start + TRIANGLE * triangles;
  for (let rows = triangles; rows < count; rows++) {
    // The rows up to this one have a byte each for their lengths, and share the spare bytes.
    const end = takeFace(view, at, littleEndian, start + rows + 1 + spare, vertexCount, mesh);
    if (end === at) return { rows, bytes: at - start };
    at = end;
  }
  return { rows: count, bytes: at - start };
}

/** The size of a triangle row in bytes: one byte for its length, four for each corner. */
const TRIANGLE = 13;

/** Returns how many triangles precede the first face that is not a triangle, or not plain. */
function takeTriangles(
  view: DataView,
  start: number,
  littleEndian: boolean,
  vertexCount: number,
  to: Uint32Array,
): number {
  for (let i = 0, at = start; i < to.length; i += 3, at += TRIANGLE) {
    // Negative indices are too large as unsigned numbers.
    const a = view.getUint32(at + 1, littleEndian);
    const b = view.getUint32(at + 5, littleEndian);
    const c = view.getUint32(at + 9, littleEndian);
    if (view.getUint8(at) !== 3 || a >= vertexCount || b >= vertexCount || c >= vertexCount) return i / 3;
    to[i] = a;
    to[i + 1] = b;
    to[i + 2] = c;
  }
  return to.length / 3;
}

/**
 * Appends the face at `at` and returns its end. Returns `at` if the face is not plain or would end
 * beyond `limit`.
 */
function takeFace(
  view: DataView,
  at: number,
  littleEndian: boolean,
  limit: number,
  vertexCount: number,
  mesh: MeshBuilder,
): number {
  const length = view.getUint8(at);
  const end = at + 1 + 4 * length;
  if (length < 3 || end > limit) return at;
  let most = 0;
  for (let i = at + 1; i < end; i += 4) {
    const vertex = view.getUint32(i, littleEndian);
    if (vertex > most) most = vertex;
  }
  if (most >= vertexCount) return at;
  for (let i = at + 1; i < end; i += 4) mesh.addCorner(view.getUint32(i, littleEndian));
  mesh.endPolygon();
  return end;
}
