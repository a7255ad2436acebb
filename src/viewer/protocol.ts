// What the page and its worker say to each other. Every answer carries the number of the source it is about, so that a late one is known.

import type { PartTimes } from '../../scenes/cloth/part-times.ts';
import type { ListedContact } from '../check/earliest-contacts.ts';
import type { TouchedStep } from '../check/touched-features.ts';
import type { UpAxis } from '../display/camera.ts';
import type { ShownModel } from '../display/shown-model.ts';
import type { Tally } from '../index.ts';
import type { Queried } from './query-run.ts';
import type { Settings } from './settings.ts';
import type { Looked } from './visibility-look.ts';

export type Source =
  | { readonly scene: string /** Share of its triangles. */; readonly detail: number }
  /** A scene of cloth, simulated. */
  | { readonly scene: string; readonly seed: number }
  /** In the order of the frames. */
  | { readonly files: readonly File[] };

export interface OpenRequest {
  readonly type: 'open';
  readonly number: number;
  readonly source: Source;
}

export interface CheckRequest {
  readonly type: 'check';
  readonly number: number;
  readonly step: number;
  readonly settings: Settings;
  /** Positions and touched features are wanted too. */
  readonly isShown: boolean;
}

/** The next step of a simulation. */
export interface SimulateRequest {
  readonly type: 'simulate';
  readonly number: number;
}

/** Visibility culling of the start of a step. */
export interface LookRequest {
  readonly type: 'look';
  readonly number: number;
  readonly step: number;
}

/** The same by occlusion queries, beside it. */
export interface QueryRequest {
  readonly type: 'query';
  readonly number: number;
  readonly step: number;
  readonly resolution: number;
}

/** What is under way is out of date: a check ends early. */
export interface CancelRequest {
  readonly type: 'cancel';
}

export type Request = OpenRequest | CheckRequest | SimulateRequest | LookRequest | QueryRequest;

export interface Opened {
  readonly title: string;
  readonly frameNames: readonly string[];
  /** Which straight paths lie between the frames, and what was left out, a sentence each. */
  readonly notes: readonly string[];
  readonly up: UpAxis;
  /** Around some frames of the sequence, the first and the last among them. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Its frames are simulated when they are asked for, one after the other; the first alone is there. */
  readonly isSimulated: boolean;
}

export interface SimulatedStep {
  readonly step: number;
  /** Obstacles leave the cloth no room: the step is not there, and none comes after it. */
  readonly isPinched: boolean;
  readonly substeps: number;
  /** Seconds that were reached. */
  readonly time: number;
  /** Milliseconds of this computer. */
  readonly ms: PartTimes;
  /** Pairs of faces that cross at its end. */
  readonly crossings: number;
  /** After the last step: what is not as it should be, if anything. */
  readonly fault: string | null;
}

export interface Placed {
  readonly step: number;
  /** Single precision around an origin of the source. */
  readonly x0: Float32Array<ArrayBuffer>;
  readonly x1: Float32Array<ArrayBuffer>;
  /** Where it is another one than before. */
  readonly model: ShownModel | null;
}

/** A step in numbers. */
export interface StepNumbers {
  readonly count: number;
  readonly vf: number;
  readonly firstTime: number | null;
  /** There are more contacts than these, perhaps earlier ones. */
  readonly truncated: boolean;
  readonly ms: number;
  readonly tally: Tally;
  readonly faceCount: number;
  /** Milliseconds and tally are of a collider that has only begun: they are worth another try. */
  readonly isCold: boolean;
}

export interface Checked {
  readonly step: number;
  readonly settings: Settings;
  readonly numbers: StepNumbers;
  /** Null unless asked for. */
  readonly shown: { readonly touched: TouchedStep; readonly earliest: readonly ListedContact[] } | null;
}

export type Answer =
  | { readonly type: 'ready'; readonly scenes: readonly string[]; readonly simulations: readonly string[] }
  | { readonly type: 'opened'; readonly number: number; readonly opened: Opened }
  | { readonly type: 'placed'; readonly number: number; readonly placed: Placed }
  | { readonly type: 'checked'; readonly number: number; readonly checked: Checked }
  | { readonly type: 'simulated'; readonly number: number; readonly simulated: SimulatedStep }
  | { readonly type: 'looked'; readonly number: number; readonly looked: Looked }
  | { readonly type: 'queried'; readonly number: number; readonly queried: Queried }
  | { readonly type: 'cancelled'; readonly number: number; readonly request: Request['type'] }
  /** `step` is null where the source could not be opened. */
  | { readonly type: 'failed'; readonly number: number; readonly step: number | null; readonly message: string };
