// Visibility culling at the start of a step, round by round, with views along the axes to show it
// in.
import { type CullPass, VisibilityCuller } from '../../gpu.ts';
import type { TriMesh } from '../../index.ts';
import { type DepthView, depthView } from './depth-view.ts';

/** The result of culling one step. */
export interface VisibilityRounds {
  /** The number of the step. */
  readonly step: number;
  /** The number of faces of the mesh. */
  readonly faceCount: number;
  /** Pictures of the mesh along the axes. */
  readonly views: readonly DepthView[];
  /** The round that pruned each face, from 1; 0 for faces that are left. */
  readonly prunedIn: Uint8Array<ArrayBuffer>;
  /** The number of rounds. */
  readonly rounds: number;
  /** The passes of all rounds. */
  readonly passes: readonly CullPass[];
  /** Milliseconds of the culling. */
  readonly ms: number;
}

/** The number of pixels along the longer side of a view. */
const RESOLUTION = 512;
/** The maximum number of rounds: `prunedIn` has a byte per face. */
const MAX_ROUNDS = 254;

/** Culls the mesh at positions `x`. */
export function visibilityRounds(step: number, mesh: TriMesh, x: Float64Array): VisibilityRounds {
  const { faceCount } = mesh;
  const start = performance.now();
  const last = new VisibilityCuller(mesh, { resolution: RESOLUTION, mostRounds: MAX_ROUNDS }).cull(x);
  const ms = performance.now() - start;
  const prunedIn = last.mask.map((isLeft) => (isLeft ? 0 : last.rounds));
  // The sets after earlier rounds are found by culling again with fewer rounds.
  for (let round = last.rounds - 1; round > 0; round--) {
    const { mask } = new VisibilityCuller(mesh, { resolution: RESOLUTION, mostRounds: round }).cull(x);
    for (let f = 0; f < faceCount; f++) if (mask[f] === 0) prunedIn[f] = round;
  }
  const views = [0, 1, 2].map((axis) => depthView(mesh, x, axis));
  return { step, faceCount, views, prunedIn: Uint8Array.from(prunedIn), rounds: last.rounds, passes: last.passes, ms };
}
