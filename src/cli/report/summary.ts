// What the page of a report is told as JSON: written by Node, read in the browser. The bulk (faces, positions, touched features) is binary
// beside it. Steps are columns, so that ten thousand of them stay small.
import type { ListedContact } from '../../check/earliest-contacts.ts';
import type { StageName } from '../../check/stages.ts';

export interface StepColumns {
  readonly from: string[];
  readonly to: string[];
  readonly ms: number[];
  readonly firstTime: (number | null)[];
  readonly count: number[];
  /** Of these, vertex–face. */
  readonly vf: number[];
  /** Numbers of the steps that were not searched to the end: they have more contacts, perhaps earlier ones. */
  readonly truncated: number[];
  /** Touched features that are not drawn. */
  readonly leftOut: number[];
  /** The earliest contacts, ascending in time. */
  readonly earliest: ListedContact[][];
  readonly tally: Record<StageName, number[]>;
}

export interface ObjectPair {
  /** Indices into `objects`, a ≤ b; equal where an object touches itself. */
  readonly a: number;
  readonly b: number;
  count: number;
  /** Steps in which they touch. */
  steps: number;
  firstStep: number;
  firstTime: number;
}

export interface StoredFrames {
  /** Numbers of the stored frames, ascending; step k leads from frame k to frame k + 1. */
  readonly frames: number[];
  /** Deflated bytes of each part of the section of frames; a part holds one frame or several. */
  readonly bytes: number[];
  /** Positions are `origin + size · q` with q below 2^bits. */
  readonly bits: number;
  readonly size: number;
  readonly origin: readonly [number, number, number];
}

export interface Summary {
  readonly title: string;
  readonly version: string;
  readonly sources: readonly string[];
  /** Which straight paths were checked. */
  readonly paths: string;
  /** The result. */
  readonly sentence: string;
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly objects: readonly string[];
  readonly steps: StepColumns;
  /** Those with most contacts, descending. */
  readonly pairs: readonly ObjectPair[];
  readonly pairsLeftOut: number;
  readonly stored: StoredFrames;
}
