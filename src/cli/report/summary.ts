// The JSON data of a report: written by Node, read by the page in the browser. Most data (faces,
// positions, touched features) is binary beside it. Steps are stored as columns, so that ten
// thousand of them stay small.
import type { ListedContact } from '../../check/earliest-contacts.ts';
import type { UpAxis } from '../../check/space.ts';
import type { StageName } from '../../check/stages.ts';
import type { ClashList } from '../../display/clash-view.ts';
import type { StoredClash } from './clash-coding.ts';

/** The steps; each column has an entry per step, except `truncated`. */
export interface StepColumns {
  /** The name of the frame at the start. */
  readonly from: string[];
  /** The name of the frame at the end. */
  readonly to: string[];
  /** The time of the first contact; null if there is none. */
  readonly firstTime: (number | null)[];
  /** The number of contacts. */
  readonly count: number[];
  /** How many of them are vertex–face. */
  readonly vf: number[];
  /**
   * The numbers of the steps whose search was not completed: they have more contacts, perhaps
   * earlier ones.
   */
  readonly truncated: number[];
  /** The number of touched features that are not drawn. */
  readonly leftOut: number[];
  /** The earliest contacts, ascending in time. */
  readonly earliest: ListedContact[][];
  /** The number of pairs that each stage kept. */
  readonly tally: Record<StageName, number[]>;
}

/** The contacts of two objects, or of one with itself. */
export interface ObjectPair {
  /** Index into `objects`; a ≤ b, equal if an object touches itself. */
  readonly a: number;
  /** Index into `objects`. */
  readonly b: number;
  /** The number of contacts. */
  count: number;
  /** The number of steps in which they touch. */
  steps: number;
  /** The first of these steps. */
  firstStep: number;
  /** The time of the first contact in that step. */
  firstTime: number;
}

/** The data that the page needs to decode the stored frames. */
export interface StoredFrames {
  /** The numbers of the stored frames, ascending; step k leads from frame k to frame k + 1. */
  readonly frames: number[];
  /**
   * The number of deflated bytes of each part of the section of frames; a part holds one or more
   * frames.
   */
  readonly bytes: number[];
  /** Positions are `origin + size · q` with integers q below 2^bits. */
  readonly bits: number;
  /** The cell size of the grid. */
  readonly size: number;
  /** The lowest corner of the grid. */
  readonly origin: readonly [number, number, number];
}

/** The clashes of a check; their faces and curves are binary. */
export interface StoredClashes extends Omit<ClashList, 'clashes'> {
  /** The clashes, the deepest first. */
  readonly clashes: readonly StoredClash[];
  /** How many clashes are not listed. */
  readonly leftOut: number;
  /** The names of the parts. */
  readonly parts: readonly string[];
}

/** The description of the check as a whole. */
export interface ReportTitle {
  /** The title of the page. */
  readonly title: string;
  /** The version of graze. */
  readonly version: string;
  /** The names of the input files. */
  readonly sources: readonly string[];
  /** A sentence: which straight paths were checked. */
  readonly paths: string;
  /** The axis that points up. */
  readonly up: UpAxis;
}

/** Everything but the binary sections. */
export interface Summary extends ReportTitle {
  /** The result. */
  readonly sentence: string;
  /** The number of vertices. */
  readonly vertexCount: number;
  /** The number of faces. */
  readonly faceCount: number;
  /** The names of the objects. */
  readonly objects: readonly string[];
  /** The clashes. */
  readonly clashes: StoredClashes;
  /** The columns of the steps. */
  readonly steps: StepColumns;
  /** The pairs with most contacts, descending. */
  readonly pairs: readonly ObjectPair[];
  /** How many pairs are not listed. */
  readonly pairsLeftOut: number;
  /** How the frames are stored. */
  readonly stored: StoredFrames;
}
