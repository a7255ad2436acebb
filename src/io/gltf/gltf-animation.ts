// The input and output types of `readGltf`: one mesh of everything that the scene shows, and the
// positions of its vertices at any time of any clip. They use no type of the decoding library, so
// that users of the package do not need it.
import type { TriMesh } from '../../index.ts';

/**
 * Returns the bytes of a buffer that is a file of its own; `uri` is relative to the glTF file and
 * already decoded.
 */
export type GltfResources = (uri: string) => Uint8Array | Promise<Uint8Array>;

/** Options of `readGltf`. */
export interface GltfOptions {
  /** Required if buffers are files of their own. It is never called for images. */
  readonly resources?: GltfResources;
}

/** A range of ids: [first, end). */
export interface GltfRange {
  /** The first id. */
  readonly first: number;
  /** One beyond the last id. */
  readonly end: number;
}

/** A mesh as one node shows it. */
export interface GltfPart {
  /** The name of the node, or else of the mesh. */
  readonly name: string;
  /** The vertices of the part in the merged mesh. */
  readonly vertices: GltfRange;
  /** The faces of the part in the merged mesh. */
  readonly faces: GltfRange;
  /** Its primitives, named after their materials; they share vertices where they meet. */
  readonly primitives: readonly GltfPrimitive[];
}

/** A primitive of a mesh as one node shows it. */
export interface GltfPrimitive {
  /** The name of its material, or else a number. */
  readonly name: string;
  /** The name of its material; undefined if it has none. */
  readonly material: string | undefined;
  /** The faces of the primitive in the merged mesh. */
  readonly faces: GltfRange;
}

/** One animation of the file. */
export interface GltfClip {
  /** The name in the file, or a number. */
  readonly name: string;
  /** The time of the last key in seconds. */
  readonly duration: number;
  /** The times of all keys in seconds, ascending and distinct. */
  readonly times: readonly number[];
}

/** The content of a glTF file, except the positions of its vertices. */
export interface GltfContent {
  /** All triangles that the scene shows, as one mesh with seams welded. */
  readonly mesh: TriMesh;
  /** The parts that the vertices and faces of the mesh belong to, in their order. */
  readonly names: readonly GltfPart[];
  /** The animations; empty if nothing moves. */
  readonly clips: readonly GltfClip[];
  /** How many faces were dropped because they name a vertex twice once seams are welded. */
  readonly droppedFaces: number;
  /**
   * Everything else that was ignored and why, one line each: primitives without triangles,
   * unsupported extensions.
   */
  readonly ignored: readonly string[];
}

/** The result of `readGltf`: the content of a file, and where its vertices are at any time. */
export interface GltfAnimation extends GltfContent {
  /**
   * Writes 3 numbers per vertex: its position at `time` (in seconds) of a clip. Before the first
   * key and after the last one nothing moves.
   */
  positions(clip: number, time: number, out: Float64Array): void;
  /** Writes 3 numbers per vertex: its position while no clip plays. */
  restPositions(out: Float64Array): void;
}
