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

/** All rows are there. */
export function plainVertices(
  view: DataView,
  start: number,
  littleEndian: boolean,
  { count, properties }: PlyElement,
  mesh: MeshBuilder,
): PlainRows {
  if (properties.some(({ lengthType }) => lengthType !== null)) return NONE;
  const stride = properties.reduce((sum, { type }) => sum + type.size, 0);
  const offsets = new Map<PlyRole, number>();
  const types = new Set<PlyType>();
  let offset = 0;
  for (const { role, type } of properties) {
    if (role !== 'none') types.add(type);
    offsets.set(role, offset);
    offset += type.size;
  }
  const [type, other] = types;
  if (other !== undefined || (type !== FLOAT && type !== DOUBLE)) return NONE;
  const [ofX, ofY, ofZ] = (['x', 'y', 'z'] as const).map((role) => start + (offsets.get(role) ?? 0));
  const isFloat = type === FLOAT;
  let row = 0;
  for (let at = 0; row < count; row++, at += stride) {
    const x = isFloat ? view.getFloat32(ofX + at, littleEndian) : view.getFloat64(ofX + at, littleEndian);
    const y = isFloat ? view.getFloat32(ofY + at, littleEndian) : view.getFloat64(ofY + at, littleEndian);
    const z = isFloat ? view.getFloat32(ofZ + at, littleEndian) : view.getFloat64(ofZ + at, littleEndian);
    if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(z)) break;
    mesh.addVertex(x, y, z);
  }
  return { rows: row, bytes: row * stride };
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
  let row = 0;
  let at = start;
  for (let left = spare; row < count; row++) {
    const length = view.getUint8(at);
    left -= 4 * length;
    if (length < 3 || left < 0) break;
    let most = 0;
    const end = at + 1 + 4 * length;
    // As unsigned: those below 0 are too large as well.
    for (let i = at + 1; i < end; i += 4) {
      const vertex = view.getUint32(i, littleEndian);
      if (vertex > most) most = vertex;
    }
    if (most >= vertexCount) break;
    for (let i = at + 1; i < end; i += 4) mesh.addCorner(view.getUint32(i, littleEndian));
    mesh.endPolygon();
    at = end;
  }
  return { rows: row, bytes: at - start };
}
