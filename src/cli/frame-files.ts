// A list of mesh files as frames: the same vertices and triangles in each, other positions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MeshError, TriMesh } from '../index.ts';
import { FileError, type MeshData, readMesh } from '../io.ts';
import type { Sequence } from './sequence.ts';
import { fileFault, UsageError } from './usage-error.ts';

const collator = new Intl.Collator('en', { numeric: true });
const KNOWN = /\.(obj|ply|stl|off)$/i;

/** frame2 before frame10; frame01 before frame1, on every file system. */
function naturally(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

/** What the shell left unexpanded, expanded: `*` and `?` in file names, in natural order. */
export function expandPatterns(inputs: readonly string[]): string[] {
  return inputs.flatMap((input) => {
    const name = basename(input);
    if (!/[*?]/.test(name) || existsSync(input)) return [input];
    const source = name
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.');
    const pattern = new RegExp(`^${source}$`);
    const found = entriesOf(dirname(input)).filter(
      (entry) => pattern.test(entry) && entry.startsWith('.') === name.startsWith('.'),
    );
    if (found.length === 0) throw new UsageError(`${input}: no file has such a name; check the pattern.`);
    return found.sort(naturally).map((entry) => join(dirname(input), entry));
  });
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw fileFault(folder, error);
  }
}

/** Where a shell has sorted frame10 before frame2: most likely not meant, but the order given is the order taken. */
function orderNotes(files: readonly string[]): string[] {
  const natural = [...files].sort(naturally);
  const isByLetters = files.every((file, i) => i === 0 || files[i - 1] <= file);
  const at = isByLetters ? files.findIndex((file, i) => file !== natural[i]) : -1;
  if (at < 0) return [];
  const [taken, expected] = [files[at], natural[at]].map((file) => basename(file));
  return [
    `Frames are taken in the order given, ${taken} before ${expected}: put a pattern in quotes for natural order.`,
  ];
}

export function readMeshFile(path: string): MeshData {
  const bytes = readBytes(path);
  if (!KNOWN.test(path) && /\.[^./\\]+$/.test(path)) throw new UsageError(`${path}: ${extensionFault(path)}.`);
  try {
    return readMesh(bytes, path);
  } catch (error) {
    throw withName(path, error);
  }
}

function extensionFault(path: string): string {
  return /\.(gltf|glb|pc2|mdd)$/i.test(path)
    ? 'it is an animation; here a mesh is needed, as OBJ, PLY, STL or OFF'
    : 'unknown extension; OBJ, PLY, STL, OFF, glTF, GLB, PC2 and MDD can be read';
}

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw fileFault(path, error);
  }
}

/** A fault of a reader or a mesh with the file that has it; others are bugs and stay as they are. */
export function withName(path: string, error: unknown): unknown {
  if (error instanceof FileError) return new UsageError(`${path}: ${error.message}; export the file again.`);
  return error instanceof MeshError ? new UsageError(`${path}: ${error.message}`) : error;
}

export function meshOf(path: string, { triangles, vertexCount }: Pick<MeshData, 'triangles' | 'vertexCount'>): TriMesh {
  if (triangles.length === 0) throw new UsageError(`${path}: there are no triangles in it; export it with its faces.`);
  try {
    return TriMesh.from(triangles, vertexCount, { repeatedVertices: 'drop' });
  } catch (error) {
    throw withName(path, error);
  }
}

export function openFrameFiles(files: readonly string[]): Sequence {
  const first = readMeshFile(files[0]);
  if (files.length < 2)
    throw new UsageError(`${files[0]}: one frame alone has no motion; name two frames or more, in their order.`);
  const mesh = meshOf(files[0], first);
  return {
    mesh,
    frameCount: files.length,
    paths: 'every vertex moves in a straight line from one frame to the next',
    droppedFaces: mesh.droppedFaces.length,
    notes: orderNotes(files),
    objectNames: [],
    nameOf: (frame) => files[frame],
    read: async (frame) => (frame === 0 ? first.positions : framePositions(files[frame], files[0], first)),
  };
}

function framePositions(path: string, firstPath: string, first: MeshData): Float64Array {
  const { positions, triangles, vertexCount } = readMeshFile(path);
  const all = 'all frames must have the same vertices and triangles';
  if (vertexCount !== first.vertexCount)
    throw new UsageError(`${path}: it has ${vertexCount} vertices, ${firstPath} has ${first.vertexCount}; ${all}.`);
  const other = triangles.findIndex((vertex, i) => vertex !== first.triangles[i]);
  if (triangles.length !== first.triangles.length || other >= 0) {
    const place =
      other >= 0
        ? `triangle ${Math.floor(other / 3)} differs from`
        : `it has ${triangles.length / 3} triangles, not those of`;
    throw new UsageError(`${path}: ${place} ${firstPath}; ${all}.`);
  }
  return positions;
}
