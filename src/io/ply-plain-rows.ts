// Rows of a binary PLY file as nearly all programs write them, read in one go: vertices of scalars whose coordinates are floats, faces that
// are a list of integers. They end at the first row that is not so, which is left to whoever reads value by value, and tells what is wrong.
import type { MeshBuilder } from './mesh-builder.ts';
import type { PlyElement, PlyRole } from './ply-header.ts';
import { PLY_TYPES, type PlyType } from './ply-types.ts';

const FLOAT = PLY_TYPES.get('float');
const DOUBLE = PLY_TYPES.get('double');
const UCHAR = PLY_TYPES.get('uchar');
const INT = PLY_TYPES.get('int');
const UINT = PLY_TYPES.get('uint');

export interface PlainRows {
  readonly rows: number;
  /** Bytes that they take. */
  readonly bytes: number;
}

const NONE: PlainRows = { rows: 0, bytes: 0 };

/** Where the coordinates stand in rows of vertices that are plain. */
export interface VertexRows {
  readonly isFloat: boolean;
  /** Bytes from the start of a row. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Bytes of a row. */
  readonly stride: number;
}

/** Null where they are not plain. */
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

/** All rows are there. */
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

// Loops have functions of their own, and write to arrays themselves: the compiler takes a function as a whole, with all that it calls, and
// again whenever it learns more about any part of it.

/** Fills `to`; returns how many come before the first that is not finite. */
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

/** Rows that are three numbers as arrays have them: no loop of ours reads them. */
function takeCoordinates(view: DataView, start: number, isFloat: boolean, to: Float64Array): number {
  const begin = view.byteOffset + start;
  // A copy, because numbers of an array begin at a multiple of their size.
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

/** Rows without their lists are there, and `spare` bytes for these. */
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
  mesh.tookTriangles(triangles);
  let at = start + TRIANGLE * triangles;
  for (let rows = triangles; rows < count; rows++) {
    const end = takeFace(view, at, littleEndian, start + rows + spare, vertexCount, mesh);
    if (end === at) return { rows, bytes: at - start };
    at = end;
  }
  return { rows: count, bytes: at - start };
}

/** Bytes of a triangle. */
const TRIANGLE = 13;

/** Returns how many come before the first face that is no triangle, or not plain. */
function takeTriangles(
  view: DataView,
  start: number,
  littleEndian: boolean,
  vertexCount: number,
  to: Uint32Array,
): number {
  for (let i = 0, at = start; i < to.length; i += 3, at += TRIANGLE) {
    // As unsigned: those below 0 are too large as well.
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

/** Returns where the face ends, or `at` where it is not plain; its list may reach to one byte beyond `last`. */
function takeFace(
  view: DataView,
  at: number,
  littleEndian: boolean,
  last: number,
  vertexCount: number,
  mesh: MeshBuilder,
): number {
  const length = view.getUint8(at);
  const end = at + 1 + 4 * length;
  if (length < 3 || end > last + 1) return at;
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
