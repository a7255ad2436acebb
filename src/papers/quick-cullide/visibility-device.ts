// The contract between the culler and whatever renders for it [Quick-CULLIDE §3, §4]: scene,
// settings, answer. All numbers are 32-bit integers: the row writer has snapped positions to a grid
// and added every margin, so devices round nothing and agree bit for bit.

/**
 * Bit of a primitive that is fully visible in the first pass: it collides with no primitive
 * rendered before it.
 */
export const FIRST = 1;
/**
 * Bit of a primitive that is fully visible in the second pass: it collides with no primitive
 * rendered after it.
 */
export const SECOND = 2;
/** Both bits: BFV, pruned. FFV has `FIRST` alone, SFV `SECOND` alone, NFV neither. */
export const PRUNED: number = FIRST | SECOND;

/** Where the numbers of a row stand; edges come last, three numbers each. */
export const ROW = {
  /** First and last column of the pixels that the item may touch. */
  columns: 0,
  /** First and last line of these pixels. */
  lines: 2,
  /**
   * Lower bound of the depth: `low[0]·i + low[1]·j + low[2]` in the pixel i columns and j lines
   * from the first.
   */
  low: 4,
  /** Upper bound of the depth, in the same form. */
  high: 7,
  /** Least and greatest depth of the whole item. */
  range: 10,
  /** The pixel is touched only if `edge[0]·i + edge[1]·j + edge[2] ≥ 0` for every edge. */
  edges: 12,
} as const;

/**
 * Edges in a row: three of a triangle, up to six of the hull of a moving one; a missing edge is (0,
 * 0, 0).
 */
export type EdgeCount = 3 | 6;

/** The number of integers in a row with `edgeCount` edges. */
export function rowLength(edgeCount: EdgeCount): number {
  return ROW.edges + 3 * edgeCount;
}

/**
 * The items of a scene seen along one axis. No sum of a row, at any of its pixels, exceeds 31 bits.
 */
export interface ViewRows {
  /** Pixels across. */
  readonly width: number;
  /** Pixels down. */
  readonly height: number;
  /**
   * `rowLength(edgeCount)` numbers per item, in rendering order. An item that touches no pixel has
   * its last column before its first.
   */
  readonly rows: Int32Array;
}

/** One view direction. */
export interface CullView {
  /** Index into `CullScene.axes`. */
  readonly axis: number;
  /** Whether the view is from the other side: depths [low, high] become [−high, −low]. */
  readonly flipped: boolean;
}

/**
 * The input of a device. Items are triangles or prisms. Primitives are the units that are culled;
 * each has one or more items.
 */
export interface CullScene {
  /** Number of items; they are numbered in rendering order. */
  readonly itemCount: number;
  /** Number of primitives; they are numbered in the same order. */
  readonly primitiveCount: number;
  /** Edges in every row. */
  readonly edgeCount: EdgeCount;
  /** The primitive of every item, ascending; null: every item is a primitive. */
  readonly primitiveOf: Uint32Array | null;
  /** Items of equal group are not tested against each other; null: every primitive is a group. */
  readonly groupOf: Uint32Array | null;
  /**
   * Four u32 per item, three vertices and `NONE`: items that share a vertex are not tested against
   * each other either. Null: they are. Only for scenes in which every item is a primitive and a
   * group.
   */
  readonly corners: Uint32Array | null;
  /**
   * `FIRST` and `SECOND` that primitives have from the start, for Quick-CULLIDE: not to be tested.
   * Null: none has any.
   */
  readonly startBits: Uint8Array | null;
  /** The rows along each axis that a view needs. */
  readonly axes: readonly ViewRows[];
  /** The views of a round, in order. */
  readonly views: readonly CullView[];
}

/** How a device is to cull. */
export interface CullSettings {
  /** Quick-CULLIDE [§4], or CULLIDE [§3.1] as a baseline. */
  readonly algorithm: 'quick-cullide' | 'cullide';
  /**
   * Whether an equal depth makes a primitive fail. It does, except under the rule of the paper
   * within connected meshes [Quick-CULLIDE §3.2].
   */
  readonly touching: boolean;
  /**
   * Layers per pixel, 1 to 16. A pixel keeps the nearest `listLength` groups rendered so far, by
   * the least of their low depths; of equal ones the earlier comes first. A layer is exempt if it
   * is of the same group as the tested item or shares a vertex with it. A primitive fails if a
   * layer that is not exempt has a low depth of at most the item's high depth. It also fails if the
   * list is full and all of its layers are exempt and within that depth, because further layers may
   * have been dropped.
   */
  readonly listLength: number;
  /**
   * Maximum number of rounds over all views, two passes each; a round that changes nothing is the
   * last one.
   */
  readonly mostRounds: number;
}

/** The statistics of one pass. */
export interface CullPass {
  /** Index into `CullScene.views`. */
  readonly view: number;
  /** The first pass goes in rendering order, the second in reverse. */
  readonly pass: 'first' | 'second';
  /** Primitives rendered. */
  readonly rendered: number;
  /** Primitives tested. */
  readonly tested: number;
  /** Size of the potentially colliding set after the pass. */
  readonly left: number;
}

/**
 * The devices: tiles on the CPU, compute shaders of WebGPU, or occlusion queries, the method of the
 * paper.
 */
export type DeviceName = 'raster' | 'webgpu' | 'occlusion-queries';

/** The answer of a device. */
export interface CullAnswer {
  /**
   * `FIRST` and `SECOND` of every primitive. A pair i < j survives if neither `SECOND` of i nor
   * `FIRST` of j is set.
   */
  readonly bits: Uint8Array;
  /** All passes, in order. */
  readonly passes: readonly CullPass[];
  /** Rounds over all views. */
  readonly rounds: number;
  /** Whether the last round changed nothing. */
  readonly converged: boolean;
  /** The device that answered. */
  readonly device: DeviceName;
  /** Why another device than the requested one answered; absent if the requested one did. */
  readonly fallback?: string;
}

/**
 * Renders and tests the primitives of a scene.
 *
 * Quick-CULLIDE: a pass tests the primitives that lack its bit (`FIRST` in the first pass, which
 * goes in rendering order; `SECOND` in the second, which goes in reverse) against the primitives
 * rendered before them in the pass, which are those that lack the other bit. After the pass, the
 * tested primitives that did not fail get the bit.
 *
 * CULLIDE: a primitive that is not pruned starts every view without bits, and is tested and
 * rendered in both passes.
 *
 * In both, a primitive that touches no pixel does not fail.
 */
export interface VisibilityDevice {
  /** Which device it is. */
  readonly name: DeviceName;
  /** Culls the primitives of a scene. */
  cull(scene: CullScene, settings: CullSettings): CullAnswer | Promise<CullAnswer>;
}
