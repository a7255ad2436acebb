// The records of clashes: at one instant, within a step, and over a sequence of frames.

/**
 * The state of two parts, or of one part with itself.
 *
 * - `crossing`: a face of one goes properly through a face of the other, or a point of one surface
 *   is strictly inside the other part, and the surfaces share a point.
 * - `passing`: apart at both ends of a step, but not in between.
 * - `inside`: no shared point, and one lies within the other.
 * - `touching`: shared points, neither of the above. `duplicate`: touching, the same faces twice.
 * - `near`: no shared point, and closer than the clearance.
 */
export type ClashKind = 'crossing' | 'passing' | 'inside' | 'touching' | 'duplicate' | 'near';

/**
 * How `depth` or `through` was found.
 *
 * - `parity`: the inside of a closed part is exact; the depth is that of the deepest vertex.
 * - `capped`: small holes were closed by caps first.
 * - `samples`: as one of these, but the deepest point is not a vertex: faces were split.
 * - `side`: the smaller side of the surface that the contour cuts off; an estimate.
 * - `curve`: neither; the length of the intersection curve is all there is.
 */
export type DepthMethod = 'parity' | 'capped' | 'samples' | 'side' | 'curve';

/** A point in space. */
export type Point = readonly [x: number, y: number, z: number];

/** One place where two parts clash at one instant. */
export interface FrameClash {
  /** The smaller part number; equal to `b` for a part that clashes with itself. */
  readonly a: number;
  /** The larger part number. */
  readonly b: number;
  /** The state; never `passing`. */
  readonly kind: ClashKind;
  /** How deep one part is inside the other; null if neither has an inside. */
  readonly depth: number | null;
  /** How far one part has gone through the surface of the other; null if nothing is cut off. */
  readonly through: number | null;
  /** The least distance of a `near` clash; null for all others. */
  readonly distance: number | null;
  /** How depth or through was found; null if the parts only touch or are near. */
  readonly method: DepthMethod | null;
  /** Where: the deepest point, else a point of the curve. */
  readonly point: Point;
  /** The length of the intersection curve. */
  readonly curveLength: number;
  /** The number of pairs of faces that meet. */
  readonly pairs: number;
  /** The faces of part a in these pairs, ascending; of `inside`, those of the inner component. */
  readonly facesA: Uint32Array;
  /** The faces of part b, likewise. */
  readonly facesB: Uint32Array;
  /** The intersection curve: six coordinates per segment. Empty unless it was asked for. */
  readonly curve: Float64Array;
}

/** One place where features of two parts come into contact within a step. */
export interface ContactPlace {
  /** The smaller part number; equal to `b` for a part in contact with itself. */
  readonly a: number;
  /** The larger part number. */
  readonly b: number;
  /** The earliest time of contact, in [0, 1]; nothing touches here before. */
  readonly firstTime: number;
  /**
   * Whether the parts pass through each other here: the contacts do more than touch and leave, and
   * the parts do not cross at this place at either end of the step.
   */
  readonly isPassing: boolean;
  /**
   * Whether the parts only rest against each other here: all contacts are there from the start of
   * the step, and none goes in.
   */
  readonly isResting: boolean;
  /** Where the earliest contact is. */
  readonly point: Point;
  /** The number of vertex–face contacts. */
  readonly vf: number;
  /** The number of edge–edge contacts. */
  readonly ee: number;
  /** The faces of part a at the contacts, ascending. */
  readonly facesA: Uint32Array;
  /** The faces of part b at the contacts, ascending. */
  readonly facesB: Uint32Array;
}

/** A clash in one of its frames. */
export interface ClashInFrame {
  /** The number of the frame. */
  readonly frame: number;
  /** The depth by vertices, or how far through, or null. */
  readonly depth: number | null;
  /** The number of pairs of faces that meet. */
  readonly pairs: number;
}

/** One place of two parts over an interval of frames. */
export interface Clash {
  /** The number of the clash, from 0: the deepest first. */
  readonly id: number;
  /** The smaller part number. */
  readonly a: number;
  /** The larger part number. */
  readonly b: number;
  /** The gravest kind over all frames. */
  readonly kind: ClashKind;
  /** The first frame. Of `passing`: the frame before. */
  readonly first: number;
  /** The last frame. Of `passing`: the frame after. */
  readonly last: number;
  /** Whether it is there on the same faces in the first frame of the sequence. */
  readonly atRest: boolean;
  /**
   * When it begins, in frames: 5.42 is 42 % of the step from frame 5 to 6, and nothing touches here
   * before. Null if it is there from the first frame.
   */
  readonly firstTime: number | null;
  /** The frame in which it is worst, as that frame saw it. */
  readonly worst: FrameClash & { readonly frame: number };
  /** The greatest length of the curve over all frames. */
  readonly curveLength: number;
  /** All frames in which it is there, ascending. Empty for `passing`. */
  readonly perFrame: readonly ClashInFrame[];
  /** All faces of part a that it ever had, ascending. */
  readonly facesA: Uint32Array;
  /** All faces of part b that it ever had, ascending. */
  readonly facesB: Uint32Array;
}
