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

/** A mesh as one node shows it; each instance of EXT_mesh_gpu_instancing is a part of its own. */
export interface GltfPart {
  /** The name of the node, or else of the mesh; parts may have equal names. */
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

/** Two clips that cannot play together. */
export interface GltfConflict {
  /** The clip that does not play. */
  readonly clip: number;
  /** The first clip that plays and moves something that this one moves, too. */
  readonly with: number;
}

/**
 * The clips that play together by default: in the order of the file, each that moves nothing that an
 * earlier one of them moves. The animations of the objects of a scene all play; of the actions of
 * one character, the first does.
 */
export interface GltfTogether {
  /** The clips that play. */
  readonly clips: readonly number[];
  /** The clips that do not, and why. */
  readonly conflicts: readonly GltfConflict[];
  /** The times of all keys of the clips that play, in seconds, ascending and distinct. */
  readonly times: readonly number[];
}

/** What plays: a clip, several at the same time, or none (an empty list). */
export type GltfPlaying = number | readonly number[];

/** The content of a glTF file, except the positions of its vertices. */
export interface GltfContent {
  /**
   * All triangles that the scene shows at some time, as one mesh with seams welded. `isShown` tells
   * when.
   */
  readonly mesh: TriMesh;
  /** The parts that the vertices and faces of the mesh belong to, in their order. */
  readonly names: readonly GltfPart[];
  /** The animations that move or show triangles; empty if none does. */
  readonly clips: readonly GltfClip[];
  /** The clips that play together by default. */
  readonly together: GltfTogether;
  /** The names of the animations that move nothing that has triangles, but cameras or colours. */
  readonly idleClips: readonly string[];
  /** How many faces were dropped because they name a vertex twice once seams are welded. */
  readonly droppedFaces: number;
  /**
   * Everything else that was ignored and why, one line each: primitives without triangles, other
   * scenes, meshes that are never shown.
   */
  readonly ignored: readonly string[];
  /** What is only approximate and why, one sentence each: quantised positions. */
  readonly notes: readonly string[];
}

/** The result of `readGltf`: the content of a file, and where its vertices are at any time. */
export interface GltfAnimation extends GltfContent {
  /**
   * Writes 3 finite numbers per vertex: its position at `time` (in seconds) of what plays. Before
   * the first key and after the last one nothing moves. Hidden parts have positions, too.
   */
  positions(playing: GltfPlaying, time: number, out: Float64Array): void;
  /** Writes 3 numbers per vertex: its position while no clip plays. */
  restPositions(out: Float64Array): void;
  /** Whether `isShown` is ever false: whether any part comes or goes. */
  readonly comesAndGoes: boolean;
  /**
   * Whether a part, by its number in `names`, is shown at `time` of what plays. A part appears and
   * disappears at a key: it is shown from the key that shows it up to, but not including, the key
   * that hides it. Before the first key it is as at that key.
   */
  isShown(part: number, playing: GltfPlaying, time: number): boolean;
}
