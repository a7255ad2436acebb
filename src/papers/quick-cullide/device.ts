// What a device of visibility culling is given and has to answer [Quick-CULLIDE §3, §4]. All of it is whole numbers of 32 bits: positions
// were snapped to a grid and every margin was added before (`view-rows.ts`), so devices add nothing and agree bit for bit.

/** Fully visible in the first pass: collides with no item rendered before. */
export const FIRST = 1;
/** Fully visible in the second pass: collides with no item rendered after. */
export const SECOND = 2;
/** Both: BFV, pruned. FFV is `FIRST` alone, SFV `SECOND` alone, NFV neither. */
export const PRUNED: number = FIRST | SECOND;

/** Numbers of a row; edges come last, three numbers each. */
export const ROW = {
  /** The pixels that the item may touch: first and last column, first and last row. */
  columns: 0,
  lines: 2,
  /** Depths are at least `low[0]·i + low[1]·j + low[2]` in the pixel of column `left + i` and line `top + j` … */
  low: 4,
  /** … and at most this. */
  high: 7,
  /** And they are in this range everywhere: least, greatest. */
  range: 10,
  /** The pixel is touched only if `edge[0]·i + edge[1]·j + edge[2] ≥ 0` for every edge. */
  edges: 12,
} as const;

/** Edges in a row: triangles have three, hulls of moving ones six at most; a missing one is (0, 0, 0). */
export type EdgeCount = 3 | 6;

export function rowLength(edgeCount: EdgeCount): number {
  return ROW.edges + 3 * edgeCount;
}

/**
 * The items of a scene seen along one axis. No sum of a row, at any of its pixels, leaves 31 bits. An item that touches no pixel has
 * its last column before its first.
 */
export interface ViewRows {
  readonly width: number;
  readonly height: number;
  /** `rowLength(edgeCount)` numbers an item, in rendering order. */
  readonly rows: Int32Array;
}

/** One direction to look along: depths of `axes[axis]`, or, from the other side, [low, high] become [−high, −low]. */
export interface CullView {
  readonly axis: number;
  readonly flipped: boolean;
}

/** Items are triangles or prisms in rendering order; primitives are what is culled, one item each or more, numbered in that order. */
export interface CullScene {
  readonly itemCount: number;
  readonly primitiveCount: number;
  readonly edgeCount: EdgeCount;
  /** Ascends; null: every item is a primitive. */
  readonly primitiveOf: Uint32Array | null;
  /** Items of equal group are not tested against each other; null: every primitive is a group. */
  readonly groupOf: Uint32Array | null;
  /**
   * Four words an item, three vertices and `NONE`: those that share one are not tested against each other either. Only where items are
   * primitives and groups.
   */
  readonly corners: Uint32Array | null;
  /** `FIRST` and `SECOND` that primitives have from the start, for Quick-CULLIDE: what is known, or not asked. Null: none. */
  readonly startBits: Uint8Array | null;
  readonly axes: readonly ViewRows[];
  readonly views: readonly CullView[];
}

export interface CullSettings {
  readonly algorithm: 'quick-cullide' | 'cullide';
  /** Whether an equal depth is a collision: yes, unless the paper's rule for connected meshes is asked for. */
  readonly touching: boolean;
  /**
   * Layers that a pixel remembers, 1 to 16: the nearest `listLength` groups rendered so far, by the least of their low depths, the earlier
   * one first where equal. Under test against them, one that is neither of its group nor its neighbour and whose low depth is at most the
   * item's high depth makes the primitive fail, and so does a full list in which none is beyond that depth and all are exempt.
   */
  readonly listLength: number;
  /** Rounds over all views, two passes each, unless one round changes nothing before. */
  readonly mostRounds: number;
}

/** What one pass did. */
export interface CullPass {
  readonly view: number;
  readonly pass: 'first' | 'second';
  /** Primitives rendered and primitives tested. */
  readonly rendered: number;
  readonly tested: number;
  /** Size of the potentially colliding set after it. */
  readonly left: number;
}

export type DeviceName = 'raster' | 'webgpu' | 'occlusion-queries';

export interface CullAnswer {
  /** `FIRST` and `SECOND` of every primitive. A pair i < j survives if neither `SECOND` of i nor `FIRST` of j is set. */
  readonly bits: Uint8Array;
  readonly passes: readonly CullPass[];
  readonly rounds: number;
  /** Whether the last round changed nothing. */
  readonly converged: boolean;
  /** Who answered, and why not the one that was asked. */
  readonly device: DeviceName;
  readonly fallback?: string;
}

/**
 * Quick-CULLIDE, in every pass: test primitives without its bit (`FIRST` in the first pass, in rendering order; `SECOND` in the second, in
 * reverse order) against those rendered before that lack the other bit; after the pass, those that did not fail get the bit.
 * CULLIDE: a primitive that is not pruned starts every view without bits, and is tested and rendered in both passes.
 * A primitive that touches no pixel does not fail.
 */
export interface VisibilityDevice {
  readonly name: DeviceName;
  cull(scene: CullScene, settings: CullSettings): CullAnswer | Promise<CullAnswer>;
}
