// A list of mesh files as the frames of a sequence: all have the same vertices and triangles, with
// other positions. A triangle that names a vertex twice has torn and takes no part.
import { MeshError, TriMesh } from '../index.ts';
import { type PlyFrames, plyFramesLike } from '../io/ply-frames.ts';
import { FileError, type MeshData, readMesh } from '../io.ts';
import type { FileAccess } from './file-access.ts';
import { ALWAYS_THERE, type InputNames, type InputSequence, STILL } from './input-sequence.ts';
import { naturalOrder } from './natural-order.ts';
import { refusedFormat } from './refused-formats.ts';
import { UsageError } from './usage-error.ts';

const MESH_EXTENSIONS = /\.(obj|ply|stl|off)$/i;

/**
 * Returns a note if a shell seems to have sorted frame10 before frame2. That is probably a mistake,
 * but the given order is used.
 */
function orderNotes(files: readonly string[]): string[] {
  const isByLetters = files.every((file, i) => i === 0 || files[i - 1] <= file);
  // If all names have their digits in the same columns, both orders are equal.
  const isOneShape = new Set(files.map((file) => file.replace(/[0-9]/g, '0'))).size === 1;
  if (!isByLetters || isOneShape) return [];
  const natural = [...files].sort(naturalOrder);
  const at = files.findIndex((file, i) => file !== natural[i]);
  if (at < 0) return [];
  const [taken, expected] = [files[at], natural[at]].map((file) => file.replace(/^.*[\\/]/, ''));
  return [
    `Frames are taken in the order given, ${taken} before ${expected}: put a pattern in quotes for natural order.`,
  ];
}

/** Reads a mesh of any supported format. Throws `UsageError`. */
export function readMeshFile(path: string, files: FileAccess): MeshData {
  return parsed(path, files.read(path));
}

function parsed(path: string, bytes: Uint8Array): MeshData {
  if (!MESH_EXTENSIONS.test(path) && /\.[^./\\]+$/.test(path)) throw new UsageError(`${path}: ${extensionFault(path)}`);
  return withFileName(path, () => readMesh(bytes, path));
}

function extensionFault(path: string): string {
  return /\.(gltf|glb|pc2|mdd|abc|usd|usda|usdc|usdz)$/i.test(path)
    ? 'it is an animation; here a mesh is needed, as OBJ, PLY, STL or OFF.'
    : refusedFormat(path);
}

/** Returns what `action` returns, and adds the file name to errors as `namedError` does. */
export function withFileName<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw namedError(path, error);
  }
}

/**
 * Adds the file name to an error of a reader or a mesh; other errors are bugs and stay as they are.
 */
export function namedError(path: string, error: unknown): unknown {
  if (error instanceof FileError) return new UsageError(`${path}: ${error.message}${adviceOn(error)}.`);
  return error instanceof MeshError ? new UsageError(`${path}: ${error.message}`) : error;
}

/** What to do, unless the message says so already. */
function adviceOn({ message }: FileError): string {
  return /\b(abcconvert|usdcat|usdzip) |export it again/.test(message) ? '' : '; export the file again';
}

/**
 * Builds the mesh of a file without the triangles that name a vertex twice. Throws `UsageError`.
 */
export function meshOf(path: string, { triangles, vertexCount }: MeshData): TriMesh {
  if (triangles.length === 0) throw new UsageError(`${path}: there are no triangles in it; export it with its faces.`);
  return withFileName(path, () => TriMesh.from(triangles, vertexCount, { repeatedVertices: 'drop' }));
}

/**
 * Opens a list of files as a sequence. `known` is the mesh of the first frame if another thread has
 * read it.
 */
export function openFrameFiles(names: readonly string[], files: FileAccess, known: TriMesh | null): InputSequence {
  const frames = known ? new Frames(names, files, known, known) : opened(names, files);
  const { mesh } = frames;
  return {
    mesh,
    frameCount: names.length,
    paths: names.length === 1 ? STILL : 'every vertex moves in a straight line from one frame to the next',
    droppedFaces: mesh.droppedFaces.length,
    notes: orderNotes(names),
    space: null,
    times: null,
    isCut: () => false,
    triangleNames: () => frames.triangleNames(),
    nameOf: (frame) => names[frame],
    meshOf: (frame) => frames.meshOf(frame),
    // What tears within a step is checked until its end.
    meshBetween: (from) => frames.meshOf(from),
    ...ALWAYS_THERE,
    read: async (frame, room) => frames.read(frame, room),
  };
}

function opened(names: readonly string[], files: FileAccess): Frames {
  const bytes = files.read(names[0]);
  const first = parsed(names[0], bytes);
  return new Frames(names, files, first, meshOf(names[0], first), { bytes, data: first });
}

/** Returns the names of objects and materials that a mesh file holds. */
export function namesIn({ parts, materials }: MeshData): InputNames {
  return { objects: parts, materials };
}

/** The data that all frames have in common, except for torn triangles. */
type Faces = Pick<MeshData, 'triangles' | 'vertexCount'>;

/**
 * Reads frames. It caches the file that was read last, and which frames have not torn, because the
 * mesh is requested more often than it changes.
 */
class Frames {
  readonly mesh: TriMesh;
  private readonly names: readonly string[];
  private readonly files: FileAccess;
  private readonly faces: Faces;
  private readonly first: MeshData | null;
  /**
   * The reader for frames that differ from the first in coordinates alone. Null if the files cannot
   * be compared this way; undefined until the first frame has been read.
   */
  private alike: PlyFrames | null | undefined;
  /** The memory that one file after the other is read into. */
  private room = new Uint8Array(0);
  private readonly whole = new Set<number>([0]);
  private latest: { readonly frame: number; readonly data: MeshData } | null = null;
  /** The last mesh that had torn, and its triangles. */
  private torn: { readonly triangles: Uint32Array; readonly mesh: TriMesh } | null = null;

  /** `first` is the first frame, if it has been read. */
  constructor(
    names: readonly string[],
    files: FileAccess,
    faces: Faces,
    mesh: TriMesh,
    first?: { readonly bytes: Uint8Array; readonly data: MeshData },
  ) {
    this.names = names;
    this.files = files;
    this.faces = faces;
    this.mesh = mesh;
    this.first = first?.data ?? null;
    if (first) this.alike = isPly(names[0]) ? plyFramesLike(first.bytes) : null;
  }

  /** The caller may overwrite the result once it has asked for another frame. */
  read(frame: number, room?: Float64Array): Float64Array {
    if (frame === 0 && this.first) return this.first.positions.slice();
    return this.dataOf(frame, room).positions;
  }

  triangleNames(): InputNames {
    return namesIn(this.first ?? readMeshFile(this.names[0], this.files));
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

  private dataOf(frame: number, room?: Float64Array): MeshData {
    if (frame === this.latest?.frame) return this.latest.data;
    const data = this.fromFile(frame, room);
    this.latest = { frame, data };
    if (data.triangles === this.faces.triangles) this.whole.add(frame);
    return data;
  }

  private fromFile(frame: number, room?: Float64Array): MeshData {
    const { names, files, faces } = this;
    const path = names[frame];
    const { triangles, vertexCount } = faces;
    if (this.alike === undefined) this.alike = isPly(names[0]) ? plyFramesLike(files.read(names[0])) : null;
    const bytes = this.bytesOf(path);
    const positions = room ?? new Float64Array(3 * vertexCount);
    if (isPly(path) && this.alike?.read(bytes, positions, files.isSame)) return { positions, triangles, vertexCount };
    const data = parsed(path, bytes);
    refuseOther(data, path, names[0], faces);
    return isSame(data.triangles, triangles) ? { ...data, triangles } : data;
  }

  private bytesOf(path: string): Uint8Array {
    const bytes = this.files.read(path, this.room);
    if (bytes.length > this.room.length) this.room = new Uint8Array(bytes.length + SPARE_BYTES);
    return bytes;
  }
}

/**
 * Bytes that are allocated beyond the size of the last file, because numbers in text differ in
 * length.
 */
const SPARE_BYTES = 1 << 20;

function isPly(path: string): boolean {
  return /\.ply$/i.test(path);
}

/** Compares triangle lists of equal length. */
function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return firstOther(a, b) === a.length;
}

function firstOther(a: Uint32Array, b: Uint32Array, from = 0): number {
  let i = from;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** Returns the first index at which the triangles differ, except for torn triangles. */
function firstOtherTriangle(triangles: Uint32Array, first: Uint32Array): number {
  for (let i = firstOther(triangles, first); ; i = firstOther(triangles, first, i)) {
    const corner = i - (i % 3);
    const [a, b, c] = triangles.subarray(corner, corner + 3);
    if (i === triangles.length || (a !== b && b !== c && c !== a)) return i;
    i = corner + 3;
  }
}

function refuseOther({ triangles, vertexCount }: Faces, path: string, firstPath: string, first: Faces): void {
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
