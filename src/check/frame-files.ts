// A list of mesh files as frames: the same vertices and triangles in each, other positions. A triangle that names a vertex twice is torn.
import { MeshError, TriMesh } from '../index.ts';
import { FileError, type MeshData, readMesh } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { naturally } from './natural-order.ts';
import type { Sequence } from './sequence.ts';
import { UsageError } from './usage-error.ts';

const KNOWN = /\.(obj|ply|stl|off)$/i;

/** Where a shell has sorted frame10 before frame2: most likely not meant, but the order given is the order taken. */
function orderNotes(files: readonly string[]): string[] {
  const natural = [...files].sort(naturally);
  const isByLetters = files.every((file, i) => i === 0 || files[i - 1] <= file);
  const at = isByLetters ? files.findIndex((file, i) => file !== natural[i]) : -1;
  if (at < 0) return [];
  const [taken, expected] = [files[at], natural[at]].map((file) => file.replace(/^.*[\\/]/, ''));
  return [
    `Frames are taken in the order given, ${taken} before ${expected}: put a pattern in quotes for natural order.`,
  ];
}

export function readMeshFile(path: string, files: FileAccess): MeshData {
  const bytes = files.read(path);
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

export function openFrameFiles(names: readonly string[], files: FileAccess): Sequence {
  const first = readMeshFile(names[0], files);
  if (names.length < 2)
    throw new UsageError(`${names[0]}: one frame alone has no motion; name two frames or more, in their order.`);
  const mesh = meshOf(names[0], first);
  const frames = new Frames(names, files, first, mesh);
  return {
    mesh,
    frameCount: names.length,
    paths: 'every vertex moves in a straight line from one frame to the next',
    droppedFaces: mesh.droppedFaces.length,
    notes: orderNotes(names),
    objectNames: [],
    nameOf: (frame) => names[frame],
    meshOf: (frame) => frames.meshOf(frame),
    read: async (frame) => frames.dataOf(frame).positions,
  };
}

/** Files that were read last, and which of them are whole: a mesh is asked for more often than it changes. */
class Frames {
  private readonly names: readonly string[];
  private readonly files: FileAccess;
  private readonly first: MeshData;
  private readonly mesh: TriMesh;
  private readonly whole = new Set<number>([0]);
  private latest = 0;
  private data: MeshData;
  /** The last mesh that was not whole, and its triangles. */
  private torn: { readonly triangles: Uint32Array; readonly mesh: TriMesh } | null = null;

  constructor(names: readonly string[], files: FileAccess, first: MeshData, mesh: TriMesh) {
    this.names = names;
    this.files = files;
    this.first = first;
    this.data = first;
    this.mesh = mesh;
  }

  dataOf(frame: number): MeshData {
    const { names, first } = this;
    if (frame === 0) return first;
    if (frame === this.latest) return this.data;
    const data = readMeshFile(names[frame], this.files);
    refuseOther(data, names[frame], names[0], first);
    if (isSame(data.triangles, first.triangles)) this.whole.add(frame);
    this.latest = frame;
    this.data = data;
    return data;
  }

  meshOf(frame: number): TriMesh {
    if (this.whole.has(frame)) return this.mesh;
    const { triangles } = this.dataOf(frame);
    if (this.whole.has(frame)) return this.mesh;
    if (this.torn === null || !isSame(triangles, this.torn.triangles)) {
      const mesh = TriMesh.from(triangles, this.mesh.vertexCount, { repeatedVertices: 'drop' });
      this.torn = { triangles, mesh };
    }
    return this.torn.mesh;
  }
}

/** Triangles that are as many. */
function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return firstOther(a, b) === a.length;
}

function firstOther(a: Uint32Array, b: Uint32Array, from = 0): number {
  let i = from;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** The first place at which triangles differ, but for those that are torn. */
function firstOtherTriangle(triangles: Uint32Array, first: Uint32Array): number {
  for (let i = firstOther(triangles, first); ; i = firstOther(triangles, first, i)) {
    const corner = i - (i % 3);
    const [a, b, c] = triangles.subarray(corner, corner + 3);
    if (i === triangles.length || (a !== b && b !== c && c !== a)) return i;
    i = corner + 3;
  }
}

function refuseOther({ triangles, vertexCount }: MeshData, path: string, firstPath: string, first: MeshData): void {
  const all = 'all frames must have the same vertices and triangles';
  if (vertexCount !== first.vertexCount)
    throw new UsageError(`${path}: it has ${vertexCount} vertices, ${firstPath} has ${first.vertexCount}; ${all}.`);
  const other = firstOtherTriangle(triangles, first.triangles);
  if (triangles.length !== first.triangles.length || other < triangles.length) {
    const place =
      other < triangles.length
        ? `triangle ${Math.floor(other / 3)} differs from`
        : `it has ${triangles.length / 3} triangles, not those of`;
    throw new UsageError(`${path}: ${place} ${firstPath}; ${all}.`);
  }
}
