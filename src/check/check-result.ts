// The result of a check: what `graze check --json` writes (version 2), and what a page needs beside
// it to show every clash. Report, overlay, tables and baseline are made from this object.
import type { ClashKind, DepthMethod, Parts, Point } from '../clash.ts';
import type { UncheckedReason } from './scene/unchecked-parts.ts';
import type { Unit } from './space.ts';

/** How a clash compares with that of a baseline. */
export type BaselineStatus = 'new' | 'worse' | 'known';

/** A part in the JSON file. */
export interface PartJson {
  /** The name. */
  readonly name: string;
  /** The number of faces. */
  readonly faces: number;
  /** Whether every edge of it has an even number of its faces. */
  readonly closed: boolean;
}

/** The worst moment of a clash. */
export interface WorstJson {
  /** The frame; of `passing`, the frame before. */
  readonly frame: number;
  /** How deep one part is inside the other, refined; null if neither has an inside. */
  readonly depth: number | null;
  /** How far one part has gone through the surface of the other; null if nothing is cut off. */
  readonly through: number | null;
  /** The least distance of a `near` clash; null for all others. */
  readonly distance: number | null;
  /** How depth or through was found; null if the parts only touch, pass or are near. */
  readonly method: DepthMethod | null;
  /** Where: the deepest point, else a point of the curve. */
  readonly point: Point;
}

/** A clash in one frame. */
export interface ClashFrameJson {
  /** The frame. */
  readonly frame: number;
  /** The depth by vertices, or how far through, or null. */
  readonly depth: number | null;
  /** The number of pairs of faces that meet. */
  readonly pairs: number;
}

/** A clash in the JSON file. */
export interface ClashJson {
  /** The number of the clash, its index in `clashes`. */
  readonly id: number;
  /** The name of one part. */
  readonly a: string;
  /** The name of the other part; equal to `a` for a part that clashes with itself. */
  readonly b: string;
  /** The gravest kind over all frames. */
  readonly kind: ClashKind;
  /** The first frame; of `passing`, the frame before. */
  readonly first: number;
  /** The last frame; of `passing`, the frame after. */
  readonly last: number;
  /** The number of frames in which it is there. */
  readonly frames: number;
  /** Whether it is there on the same faces in the first frame. */
  readonly atRest: boolean;
  /** How it compares with the baseline; null without one. */
  readonly baseline: BaselineStatus | null;
  /** When it begins, in frames, proven free before; null if it is there from the first frame. */
  readonly firstTime: number | null;
  /** Its worst moment. */
  readonly worst: WorstJson;
  /** The greatest length of the intersection curve over all frames. */
  readonly curveLength: number;
  /** All frames in which it is there, ascending. */
  readonly perFrame: readonly ClashFrameJson[];
}

/** A clash of a baseline that is no more. */
export interface GoneJson {
  /** The name of one part. */
  readonly a: string;
  /** The name of the other part. */
  readonly b: string;
  /** The kind it had. */
  readonly kind: ClashKind;
  /** The depth it had; null if neither part has an inside. */
  readonly depth: number | null;
  /** How far one part had gone through the other; null if nothing was cut off. */
  readonly through: number | null;
}

/** The contacts of a step. */
export interface StepJson {
  /** The frame at the start. */
  readonly from: number;
  /** The frame at the end. */
  readonly to: number;
  /**
   * The number of vertex–face and of edge–edge contacts, and how many of them only rest: they are
   * there from the start of the step, and nothing goes in.
   */
  readonly contacts: { readonly vf: number; readonly ee: number; readonly resting: number };
  /** The time of the first contact found, in [0, 1]; null if there is none. */
  readonly firstTime: number | null;
  /** The number of pairs of faces that cross at the end of the step. */
  readonly crossingPairs: number;
}

/** A part whose motion could not be checked in some consecutive steps. */
export interface UncheckedJson {
  /** The name of the part. */
  readonly part: string;
  /** The frame at the start of the first of these steps. */
  readonly from: number;
  /** The frame at the end of the last of these steps. */
  readonly to: number;
  /**
   * Why: it is hidden in one of both frames of each step, or has other faces in the second one.
   */
  readonly why: UncheckedReason;
}

/** The sums over all clashes. */
export interface SummaryJson {
  /** The number of clashes, touching ones included. */
  readonly clashes: number;
  /** How many of them are there from the first frame. */
  readonly atRest: number;
  /** How many are not in the baseline; null without one. */
  readonly new: number | null;
  /** How many are worse than in the baseline; null without one. */
  readonly worse: number | null;
  /** How many are in the baseline and no worse; null without one. */
  readonly known: number | null;
  /** The deepest clash and its depth, or how far it goes through; null if no clash has either. */
  readonly deepest: { readonly clash: number; readonly depth: number } | null;
}

/** What `graze check --json` writes. */
export interface CheckJson {
  /** The version of this format. */
  readonly version: 2;
  /** The name of each frame, in order. */
  readonly files: readonly string[];
  /** The parts, by number. */
  readonly parts: readonly PartJson[];
  /** The number of frames. */
  readonly frames: number;
  /** The unit of all lengths. */
  readonly unit: Unit;
  /** The sums. */
  readonly summary: SummaryJson;
  /** The clashes of the baseline that are no more; empty without a baseline. */
  readonly gone: readonly GoneJson[];
  /** The clashes, the deepest first. */
  readonly clashes: readonly ClashJson[];
  /**
   * The steps that were checked, in order: not those between frames that have no face in common, or
   * no motion. Empty for a still scene.
   */
  readonly steps: readonly StepJson[];
  /**
   * The parts that could not be checked between frames, because both do not have the same faces of
   * them; by part, then by step. Clashes of single frames were found nevertheless.
   */
  readonly unchecked: readonly UncheckedJson[];
}

/** What a page needs to show a clash, beside its entry in the JSON file. */
export interface ClashGeometry {
  /** The number of part a. */
  readonly a: number;
  /** The number of part b. */
  readonly b: number;
  /** The intersection curve in the worst frame: six coordinates per segment. */
  readonly curve: Float64Array;
  /** The faces of part a that meet in the worst frame, ascending ids of the whole mesh. */
  readonly worstFacesA: Uint32Array;
  /** The faces of part b, likewise. */
  readonly worstFacesB: Uint32Array;
  /** All faces of part a that the clash ever had, ascending. */
  readonly facesA: Uint32Array;
  /** All faces of part b that the clash ever had, ascending. */
  readonly facesB: Uint32Array;
}

/** The result of a check. */
export interface CheckResult {
  /** The sentence that sums it up. */
  readonly sentence: string;
  /** The content of the JSON file. */
  readonly json: CheckJson;
  /** The parts of the mesh of the first frame. */
  readonly parts: Parts;
  /** The geometry of each clash, by id. */
  readonly geometry: readonly ClashGeometry[];
  /** Of each clash, by id, whether it counts for the exit status. */
  readonly counts: readonly boolean[];
}
