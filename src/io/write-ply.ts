// Writes PLY, by default binary little-endian with double coordinates, so that nothing is lost.
import { isPlyEncoding, type PlyEncoding } from './ply-header.ts';
import { checkPolygons, checkWritable, numberText, type WritableMesh, type WritablePolygons } from './writable-mesh.ts';

/** Options of `writePly`. */
export interface PlyOptions {
  /** `binary_little_endian` by default. */
  readonly encoding?: PlyEncoding;
  /**
   * The type of the coordinates: `double`, the default, keeps every bit; `float` rounds them to
   * single precision.
   */
  readonly scalar?: 'double' | 'float';
}

/**
 * Returns the bytes of a PLY file. Throws a RangeError if a coordinate is not finite in the chosen
 * type or an index is out of range.
 */
export function writePly(mesh: WritableMesh | WritablePolygons, options: PlyOptions = {}): Uint8Array {
  const { encoding = 'binary_little_endian', scalar = 'double' } = options;
  if (!isPlyEncoding(encoding)) throw new RangeError(`expected a PLY encoding, found "${encoding}"`);
  const positions = scalar === 'float' ? Float32Array.from(mesh.positions) : mesh.positions;
  const rounded = polygonsOf({ ...mesh, positions });
  const countType = largest(rounded.counts) > MAX_UCHAR ? 'uint' : 'uchar';
  const header = headerText(encoding, scalar, countType, rounded);
  const encoder = new TextEncoder();
  if (encoding === 'ascii') return encoder.encode(header + bodyText(rounded));
  const littleEndian = encoding === 'binary_little_endian';
  return withBody(encoder.encode(header), rounded, { scalar, countType, littleEndian });
}

/** The largest number of corners that a list with a count of one byte has. */
const MAX_UCHAR = 255;

/** Checks the mesh, and counts its corners. */
function polygonsOf(mesh: WritableMesh | WritablePolygons): WritablePolygons {
  if ('counts' in mesh) {
    checkPolygons(mesh);
    return mesh;
  }
  checkWritable(mesh);
  const { positions, triangles } = mesh;
  return { positions, counts: new Uint8Array(triangles.length / 3).fill(3), corners: triangles };
}

function largest(counts: Readonly<ArrayLike<number>>): number {
  let most = 0;
  for (let i = 0; i < counts.length; i++) most = Math.max(most, counts[i]);
  return most;
}

function headerText(encoding: PlyEncoding, scalar: string, countType: string, mesh: WritablePolygons): string {
  return `ply
format ${encoding} 1.0
element vertex ${mesh.positions.length / 3}
property ${scalar} x
property ${scalar} y
property ${scalar} z
element face ${mesh.counts.length}
property list ${countType} int vertex_indices
end_header
`;
}

function bodyText({ positions: p, counts, corners }: WritablePolygons): string {
  const lines: string[] = [];
  for (let i = 0; i < p.length; i += 3)
    lines.push(`${numberText(p[i])} ${numberText(p[i + 1])} ${numberText(p[i + 2])}\n`);
  for (let i = 0, at = 0; i < counts.length; i++) {
    let line = String(counts[i]);
    for (const end = at + counts[i]; at < end; at++) line += ` ${corners[at]}`;
    lines.push(`${line}\n`);
  }
  return lines.join('');
}

/** How numbers are written. */
interface BinaryForm {
  readonly scalar: 'double' | 'float';
  readonly countType: 'uchar' | 'uint';
  readonly littleEndian: boolean;
}

function withBody(header: Uint8Array, mesh: WritablePolygons, form: BinaryForm): Uint8Array {
  const { positions, counts, corners } = mesh;
  const { scalar, countType, littleEndian } = form;
  const scalarBytes = scalar === 'double' ? 8 : 4;
  const countBytes = countType === 'uchar' ? 1 : 4;
  const bytes = positions.length * scalarBytes + counts.length * countBytes + 4 * corners.length;
  const file = new Uint8Array(header.length + bytes);
  file.set(header);
  const view = new DataView(file.buffer);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += scalarBytes) {
    if (scalar === 'double') view.setFloat64(at, positions[i], littleEndian);
    else view.setFloat32(at, positions[i], littleEndian);
  }
  for (let i = 0, corner = 0; i < counts.length; i++) {
    if (countType === 'uchar') view.setUint8(at, counts[i]);
    else view.setUint32(at, counts[i], littleEndian);
    at += countBytes;
    for (const end = corner + counts[i]; corner < end; corner++, at += 4)
      view.setInt32(at, corners[corner], littleEndian);
  }
  return file;
}
