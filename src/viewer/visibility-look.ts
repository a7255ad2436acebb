// Visibility culling of the start of a step, round by round, with the views along the axes that it is shown in.
import { type CullPass, VisibilityCuller } from '../gpu.ts';
import type { TriMesh } from '../index.ts';
import { type DepthView, depthView } from './depth-view.ts';

export interface Looked {
  readonly step: number;
  readonly faceCount: number;
  readonly views: readonly DepthView[];
  /** The round that pruned each face, from 1; 0 for those that are left. */
  readonly prunedIn: Uint8Array<ArrayBuffer>;
  readonly rounds: number;
  /** Of all rounds. */
  readonly passes: readonly CullPass[];
  readonly ms: number;
}

const RESOLUTION = 512;
/** Those that rounds are counted up to. */
const MOST_ROUNDS = 254;

export function lookAt(step: number, mesh: TriMesh, x: Float64Array): Looked {
  const { faceCount } = mesh;
  const start = performance.now();
  const last = new VisibilityCuller(mesh, { resolution: RESOLUTION, mostRounds: MOST_ROUNDS }).cull(x);
  const ms = performance.now() - start;
  const prunedIn = last.mask.map((isLeft) => (isLeft ? 0 : last.rounds));
  // What the first rounds leave is told by culling anew with fewer of them.
  for (let round = last.rounds - 1; round > 0; round--) {
    const { mask } = new VisibilityCuller(mesh, { resolution: RESOLUTION, mostRounds: round }).cull(x);
    for (let f = 0; f < faceCount; f++) if (mask[f] === 0) prunedIn[f] = round;
  }
  const views = [0, 1, 2].map((axis) => depthView(mesh, x, axis));
  return { step, faceCount, views, prunedIn: Uint8Array.from(prunedIn), rounds: last.rounds, passes: last.passes, ms };
}
