// What a page shows of the clashes of a check: one record per clash, with the frame in which it is
// worst, and the list of them. The report stores these records; the viewer makes them as it goes.
import type { Unit } from '../check/space.ts';
import type { ClashKind, DepthMethod, Point } from '../clash.ts';

/** How a clash compares with a baseline. */
export type BaselineState = 'new' | 'worse' | 'known';

/** The frame in which a clash is worst. */
export interface WorstFrame {
  /** The number of the frame, from 0. */
  readonly frame: number;
  /** How deep one part is inside the other; null if neither has an inside. */
  readonly depth: number | null;
  /** How far one part has gone through the surface of the other; null if nothing is cut off. */
  readonly through: number | null;
  /** The least distance of a `near` clash; null for all others. */
  readonly distance: number | null;
  /** How depth or through was found; null if the parts only touch or are near. */
  readonly method: DepthMethod | null;
  /** The deepest point, else a point of the curve. */
  readonly point: Point;
}

/** The depth of a clash in one frame. */
export interface DepthInFrame {
  /** The number of the frame, from 0. */
  readonly frame: number;
  /** The depth by vertices, or how far through, or null. */
  readonly depth: number | null;
}

/** One clash, as the pages list and draw it. */
export interface ClashView {
  /** The number of the clash, from 0. */
  readonly id: number;
  /** The name of one part. */
  readonly a: string;
  /** The name of the other part; the same name for a part that clashes with itself. */
  readonly b: string;
  /** The gravest kind over all frames. */
  readonly kind: ClashKind;
  /** The first frame. Of `passing`: the frame before. */
  readonly first: number;
  /** The last frame. Of `passing`: the frame after. */
  readonly last: number;
  /** The number of frames in which it is there. */
  readonly frames: number;
  /** Whether it is there on the same faces in the first frame of the sequence. */
  readonly atRest: boolean;
  /** How it compares with the baseline; null without one. */
  readonly baseline: BaselineState | null;
  /**
   * When it begins, in frames: 5.42 lies between frames 5 and 6. Null if it is there from the
   * start.
   */
  readonly firstTime: number | null;
  /** The frame in which it is worst. */
  readonly worst: WorstFrame;
  /** The greatest length of the intersection curve. */
  readonly curveLength: number;
  /** The depth in each of its frames, ascending; empty for `passing`. */
  readonly perFrame: readonly DepthInFrame[];
  /** The faces of part a in the worst frame, ascending. */
  readonly facesA: Uint32Array;
  /** The faces of part b in the worst frame, ascending. */
  readonly facesB: Uint32Array;
  /** The intersection curve in the worst frame: six coordinates per segment. */
  readonly curve: Float64Array;
}

/** Two parts that clashed in the baseline and do so no more. */
export interface GoneClash {
  /** The name of one part. */
  readonly a: string;
  /** The name of the other part. */
  readonly b: string;
}

/** All clashes of a check. */
export interface ClashList {
  /** The clashes, the deepest first. */
  readonly clashes: readonly ClashView[];
  /** The number of frames of the sequence. */
  readonly frameCount: number;
  /** The unit of all lengths; null if it is not known. */
  readonly unit: Unit | null;
  /** The clashes of the baseline that are no more. */
  readonly gone: readonly GoneClash[];
}

/** The parts of the result of a check that a list is made from. */
export interface CheckedClashes {
  /** What is written as JSON. */
  readonly json: {
    /** The clashes, the deepest first. */
    readonly clashes: readonly Omit<ClashView, 'facesA' | 'facesB' | 'curve'>[];
    /** The number of frames. */
    readonly frames: number;
    /** The unit of all lengths. */
    readonly unit: Unit;
    /** The clashes of the baseline that are no more. */
    readonly gone: readonly GoneClash[];
  };
  /** The geometry of each clash in its worst frame, in the same order. */
  readonly geometry: readonly ClashShape[];
}

/** Where a clash is in its worst frame. */
export interface ClashShape {
  /** The intersection curve: six coordinates per segment. */
  readonly curve: Float64Array;
  /** The faces of part a, ascending. */
  readonly worstFacesA: Uint32Array;
  /** The faces of part b, ascending. */
  readonly worstFacesB: Uint32Array;
}

/** Makes the list of a page from the result of a check. */
export function clashListOf({ json, geometry }: CheckedClashes): ClashList {
  const clashes = json.clashes.map((clash, i): ClashView => {
    const { curve, worstFacesA, worstFacesB } = geometry[i];
    const perFrame = clash.perFrame.map(({ frame, depth }) => ({ frame, depth }));
    return { ...clash, perFrame, facesA: worstFacesA, facesB: worstFacesB, curve };
  });
  return { clashes, frameCount: json.frames, unit: json.unit, gone: json.gone };
}

/**
 * Returns when a clash is shown, in frames: at its worst frame, or within the step in which parts
 * pass through each other.
 */
export function momentOf({ kind, firstTime, worst }: ClashView): number {
  return kind === 'passing' ? (firstTime ?? worst.frame) : worst.frame;
}
