// What `readGltf` takes and gives: one mesh of all that the scene shows, and where its vertices are at any time of any clip.
// No type of the decoding library stands here, so that users of the package need none of them.
import type { TriMesh } from '../index.ts';

/** Finds the bytes of a buffer that lies in a file of its own; `uri` is relative to the glTF file and already decoded. */
export type GltfResources = (uri: string) => Uint8Array | Promise<Uint8Array>;

export interface GltfOptions {
  /** Needed where buffers lie in files of their own. Images are never asked for. */
  readonly resources?: GltfResources;
}

/** From `first` up to, without, `end`. */
export interface GltfRange {
  readonly first: number;
  readonly end: number;
}

/** A mesh as one node shows it. */
export interface GltfPart {
  /** Of the node, or else of the mesh. */
  readonly name: string;
  readonly vertices: GltfRange;
  readonly faces: GltfRange;
  /** Its primitives, named after their materials; they share vertices where they meet. */
  readonly primitives: readonly { readonly name: string; readonly faces: GltfRange }[];
}

export interface GltfClip {
  readonly name: string;
  /** The last key, in seconds. */
  readonly duration: number;
  /** The times of all keys, in seconds, ascending and distinct. */
  readonly times: readonly number[];
}

export interface GltfContent {
  readonly mesh: TriMesh;
  /** What the vertices and faces of the mesh belong to, in their order. */
  readonly names: readonly GltfPart[];
  /** Empty where nothing moves. */
  readonly clips: readonly GltfClip[];
  /** How many faces were left out because they name a vertex twice once seams are welded. */
  readonly droppedFaces: number;
  /** What else was left out and why, a line each: primitives without triangles, extensions that are not understood. */
  readonly ignored: readonly string[];
}

export interface GltfAnimation extends GltfContent {
  /**
   * Writes 3 numbers per vertex: where it is at `time` (in seconds) of a clip. Before the first key and after the last
   * nothing moves.
   */
  positions(clip: number, time: number, out: Float64Array): void;
  /** The same where no clip plays. */
  restPositions(out: Float64Array): void;
}
