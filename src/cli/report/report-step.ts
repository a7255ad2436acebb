// The input of a report: the check as a whole, and its steps as they arrive.
import type { Step } from '../../check/step.ts';
import type { Parts } from '../../clash.ts';
import type { ClashList } from '../../display/clash-view.ts';
import type { TriMesh } from '../../index.ts';
import type { ReportTitle } from './summary.ts';

/** The part of a report that is known before the first step. */
export interface ReportInfo extends ReportTitle {
  /** The mesh of the first frame. */
  readonly mesh: TriMesh;
  /**
   * The names of the connected components in their order; equal names are one object, and a
   * component without a name gets a number.
   */
  readonly objectNames: readonly string[];
  /** The number of steps. */
  readonly stepCount: number;
}

/** One checked step, with its frames. */
export interface ReportStep extends Step {
  /** The name of the frame at the start. */
  readonly from: string;
  /** The name of the frame at the end. */
  readonly to: string;
  /** The time of the first contact; null if there is none. */
  readonly firstTime: number | null;
  /** Positions at the start; the x0 of a step is the x1 of the step before. */
  readonly x0: Float64Array;
  /** Positions at the end. */
  readonly x1: Float64Array;
}

/** The clashes of a check, known after the last step. */
export interface FoundClashes {
  /** The sentence that sums them up. */
  readonly sentence: string;
  /** The clashes, in the order of the list. */
  readonly list: ClashList;
  /** The parts of the mesh. */
  readonly parts: Parts;
  /** Returns the positions of a frame, for the frames in which clashes are worst. */
  read(frame: number): Promise<Float64Array> | Float64Array;
}
