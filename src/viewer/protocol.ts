// The messages between the page and its worker. Every answer carries the number of the source that
// it is about, so that late answers are recognised.

import type { PartTimes } from '../../scenes/cloth/part-times.ts';
import type { ListedContact } from '../check/earliest-contacts.ts';
import type { Unit, UpAxis } from '../check/space.ts';
import type { TouchedStep } from '../check/touched-features.ts';
import type { Clash, ContactPlace, FrameClash } from '../clash.ts';
import type { ShownModel } from '../display/shown-model.ts';
import type { Tally } from '../index.ts';
import type { Settings } from './settings.ts';
import type { Queried } from './visibility/query-run.ts';
import type { VisibilityRounds } from './visibility/visibility-rounds.ts';

/**
 * A source that the page can open: a demonstration scene with a fraction of its triangles, a cloth
 * scene to simulate, or files in the order of the frames.
 */
export type Source =
  | { readonly scene: string; readonly detail: number }
  | { readonly scene: string; readonly seed: number }
  | { readonly files: readonly File[] };

/** A message about the source of this number. */
interface Numbered<Type extends string> {
  readonly type: Type;
  readonly number: number;
}

/** Opens a source; it becomes the one that all later requests are about. */
export interface OpenRequest extends Numbered<'open'> {
  /** The source to open. */
  readonly source: Source;
}

/** Checks a step. */
export interface CheckRequest extends Numbered<'check'> {
  /** The number of the step. */
  readonly step: number;
  /** The settings of detection. */
  readonly settings: Settings;
  /** Whether positions and touched features are wanted too. */
  readonly isShown: boolean;
}

/** Looks for clashes at both ends of a step, and within it. */
export interface ClashRequest extends Numbered<'clash'> {
  /** The number of the step. */
  readonly step: number;
}

/** Links the clashes of all frames, after each step has been looked at. */
export type LinkRequest = Numbered<'link'>;

/** Looks at a clash of a frame once more, for its refined depth and its curve. */
export interface RefineRequest extends Numbered<'refine'> {
  /** The number of the frame. */
  readonly frame: number;
  /** The name of one part. */
  readonly a: string;
  /** The name of the other part. */
  readonly b: string;
  /** The faces of part a. */
  readonly facesA: Uint32Array;
  /** The faces of part b. */
  readonly facesB: Uint32Array;
}

/** Simulates the next step. */
export type SimulateRequest = Numbered<'simulate'>;

/** Runs visibility culling at the start of a step. */
export interface CullRequest extends Numbered<'cull'> {
  /** The number of the step. */
  readonly step: number;
}

/** Runs visibility culling with occlusion queries, and conservative culling for comparison. */
export interface QueryRequest extends Numbered<'query'> {
  /** The number of the step. */
  readonly step: number;
  /** The number of pixels along the longer side of a view. */
  readonly resolution: number;
}

/** Ends the request in progress early, because its answer is no longer wanted. */
export interface CancelRequest {
  /** Names the request. */
  readonly type: 'cancel';
}

/** The requests that are answered, one after the other. */
export type Request =
  | OpenRequest
  | CheckRequest
  | ClashRequest
  | LinkRequest
  | RefineRequest
  | SimulateRequest
  | CullRequest
  | QueryRequest;

/** A source that has been opened. */
export interface Opened {
  /** The name of the scene or file. */
  readonly title: string;
  /** The names of all frames. */
  readonly frameNames: readonly string[];
  /** Which straight paths connect the frames, and what was left out, one sentence each. */
  readonly notes: readonly string[];
  /** The axis that usually points up. */
  readonly up: UpAxis;
  /** The unit of all lengths; null if it is not known. */
  readonly unit: Unit | null;
  /** The lowest corner of a box around some frames, including the first and the last. */
  readonly low: readonly number[];
  /** The highest corner of that box. */
  readonly high: readonly number[];
  /** The origin that all positions are relative to. */
  readonly origin: readonly number[];
  /**
   * Whether frames are simulated on request, one after the other; only the first one exists at the
   * start.
   */
  readonly isSimulated: boolean;
}

/** A step that has been simulated. */
export interface SimulatedStep {
  /** The number of the step. */
  readonly step: number;
  /** Obstacles leave the cloth no room: this step does not exist, and none follows it. */
  readonly isPinched: boolean;
  /** The number of sub-steps. */
  readonly substeps: number;
  /** The simulated time at its end, in seconds. */
  readonly time: number;
  /** Milliseconds that each part of the simulation took. */
  readonly ms: PartTimes;
  /** The number of pairs of faces that cross at its end. */
  readonly crossings: number;
  /** After the last step, what is wrong with it, if anything. */
  readonly fault: string | null;
}

/** The vertices of a step. */
export interface Placed {
  /** Positions at the start, relative to an origin of the source. */
  readonly x0: Float32Array<ArrayBuffer>;
  /** Positions at the end, relative to the same origin. */
  readonly x1: Float32Array<ArrayBuffer>;
  /** The model, if it has changed since the last answer. */
  readonly model: ShownModel | null;
}

/** The numbers of a step. */
export interface StepNumbers {
  /** The number of contacts. */
  readonly count: number;
  /** How many of them are vertex–face. */
  readonly vf: number;
  /** The time of the first contact; null if there is none. */
  readonly firstTime: number | null;
  /** Whether there are more contacts than these, perhaps earlier ones. */
  readonly truncated: boolean;
  /** Milliseconds spent in the collider. */
  readonly ms: number;
  /** The number of pairs that each stage was given and kept. */
  readonly tally: Tally;
  /** The number of faces of the mesh in this step. */
  readonly faceCount: number;
  /** Whether the collider was new: milliseconds and tally are worth another measurement. */
  readonly isCold: boolean;
}

/** A step that has been checked. */
export interface Checked {
  /** The number of the step. */
  readonly step: number;
  /** The settings of detection. */
  readonly settings: Settings;
  /** The numbers of the step. */
  readonly numbers: StepNumbers;
  /** The features to draw and the contacts to list; null unless requested. */
  readonly shown: { readonly touched: TouchedStep; readonly earliest: readonly ListedContact[] } | null;
}

/** A step whose clashes are known. */
export interface Clashed {
  /** The number of the step. */
  readonly step: number;
  /** The names of the parts that the numbers refer to. */
  readonly parts: readonly string[];
  /** The clashes at its start and at its end. */
  readonly frames: readonly (readonly FrameClash[])[];
  /** The places of contact within it. */
  readonly places: readonly ContactPlace[];
}

/** The clashes of all frames, linked over intervals. */
export interface LinkedClashes {
  /** The names of the parts that the numbers refer to. */
  readonly parts: readonly string[];
  /** The clashes, the deepest first. */
  readonly clashes: readonly Clash[];
}

/** A clash of a frame that was looked at once more. */
export interface RefinedClash {
  /** What was asked for. */
  readonly request: RefineRequest;
  /** The clash; null if it was not found again. */
  readonly clash: FrameClash | null;
}

/** An answer about a source; the value is in the field that `type` names. */
type Result<Name extends string, Value> = Numbered<Name> & { readonly [field in Name]: Value };

/** The worker is ready: these scenes and simulations can be opened. */
interface Ready {
  readonly type: 'ready';
  readonly scenes: readonly string[];
  readonly simulations: readonly string[];
}

/** A request was ended by a `CancelRequest`. */
interface Cancelled {
  readonly type: 'cancelled';
  readonly request: Request['type'];
}

/** A request has failed; `step` is null if the source could not be opened. */
interface Failed extends Numbered<'failed'> {
  readonly step: number | null;
  readonly message: string;
}

/** Everything that the worker sends. */
export type Answer =
  | Ready
  | Result<'opened', Opened>
  | Result<'placed', Placed>
  | Result<'checked', Checked>
  | Result<'clashed', Clashed>
  | Result<'linked', LinkedClashes>
  | Result<'refined', RefinedClash>
  | Result<'simulated', SimulatedStep>
  | Result<'culled', VisibilityRounds>
  | Result<'queried', Queried>
  | Cancelled
  | Failed;
