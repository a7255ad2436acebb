// Writes PLY, by default binary little-endian with double coordinates, so that nothing is lost.
import { isPlyEncoding, type PlyEncoding } from './ply-header.ts';
import { checkWritable, numberText, type WritableMesh } from './writable-mesh.ts';

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
export function writePly(mesh: WritableMesh, options: PlyOptions = {}): Uint8Array {
  const { encoding = 'binary_little_endian', scalar = 'double' } = options;
  if (!isPlyEncoding(encoding)) throw new RangeError(`expected a PLY encoding, found "${encoding}"`);
  const positions = scalar === 'float' ? Float32Array.from(mesh.positions) : mesh.positions;
  const rounded = { positions, triangles: mesh.triangles };
  checkWritable(rounded);
  const header = headerText(encoding, scalar, positions.length / 3, mesh.triangles.length / 3);
  const encoder = new TextEncoder();
  if (encoding === 'ascii') return encoder.encode(header + bodyText(rounded));
  return withBody(encoder.encode(header), rounded, scalar, encoding === 'binary_little_endian');
}

function headerText(encoding: PlyEncoding, scalar: string, vertexCount: number, triangleCount: number): string {
  return `ply
format ${encoding} 1.0
element vertex ${vertexCount}
property ${scalar} x
property ${scalar} y
property ${scalar} z
element face ${triangleCount}
property list uchar int vertex_indices
end_header
`;
}

function bodyText({ positions: p, triangles: t }: WritableMesh): string {
  const lines: string[] = [];
  for (let i = 0; i < p.length; i += 3)
    lines.push(`${numberText(p[i])} ${numberText(p[i + 1])} ${numberText(p[i + 2])}\n`);
  for (let i = 0; i < t.length; i += 3) lines.push(`3 ${t[i]} ${t[i + 1]} ${t[i + 2]}\n`);
  return lines.join('');
}

function withBody(header: Uint8Array, mesh: WritableMesh, scalar: string, littleEndian: boolean): Uint8Array {
  const { positions, triangles } = mesh;
  const scalarBytes = scalar === 'double' ? 8 : 4;
  const faceBytes = 1 + 3 * 4;
  const file = new Uint8Array(header.length + positions.length * scalarBytes + (triangles.length / 3) * faceBytes);
  file.set(header);
  const view = new DataView(file.buffer);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += scalarBytes) {
    if (scalar === 'double') view.setFloat64(at, positions[i], littleEndian);
    else view.setFloat32(at, positions[i], littleEndian);
  }
  for (let i = 0; i < triangles.length; i += 3, at += faceBytes) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setInt32(at + 1 + 4 * k, triangles[i + k], littleEndian);
  }
  return file;
}
