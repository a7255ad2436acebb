// What a report is made from: the check as a whole, and its steps as they arrive.
import type { Tally, TriMesh } from '../../index.ts';

export interface ReportInfo {
  readonly title: string;
  readonly sources: readonly string[];
  /** Which straight paths were checked. */
  readonly paths: string;
  readonly mesh: TriMesh;
  /** Names of the connected components in their order; equal names are one object, and what has none gets a number. */
  readonly objectNames: readonly string[];
  readonly stepCount: number;
  readonly version: string;
}

export interface ReportStep {
  readonly index: number;
  /** Names of the frames at both ends. */
  readonly from: string;
  readonly to: string;
  readonly ms: number;
  readonly firstTime: number | null;
  /** Columns may be longer than this. */
  readonly count: number;
  readonly kind: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly time: Float64Array;
  /** There are more contacts than these, perhaps earlier ones. */
  readonly truncated: boolean;
  readonly tally: Readonly<Tally>;
  /** x0 of a step is x1 of the step before. */
  readonly x0: Float64Array;
  readonly x1: Float64Array;
}
