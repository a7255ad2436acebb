// The exact stage behind visibility culling [Quick-CULLIDE §3.1]: sweep and prune over the boxes of
// the faces that are left, then the pairs that the sets do not exclude, then exact triangle tests.
// It uses no tree.
import { facesShareVertex } from '../core/mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../core/mesh/tri-mesh.ts';
import type { Culling } from '../papers/quick-cullide/culling.ts';
import { boxesOf, sweepAndPrune } from '../papers/quick-cullide/sweep-and-prune.ts';
import { type FacePairs, facesMeet, sortedPairs } from './crossing-faces.ts';

/**
 * The overlapping pairs of §4.2: pairs of faces that an exact test has to decide, at one instant, or
 * with `x1` over a step. Their boxes overlap, culling does not exclude them, and they share no
 * vertex.
 */
export function visiblePairs(mesh: TriMesh, culling: Culling, x: Positions, x1?: Positions): FacePairs {
  const found: number[] = [];
  forEachVisiblePair(mesh, culling, x1 === undefined ? [x] : [x, x1], (pair) => found.push(pair));
  return sortedPairs(Float64Array.from(found), mesh.faceCount);
}

/**
 * Pairs of faces that share a point but no vertex, at the positions that were culled. With objects,
 * only faces of different objects, or of objects that may collide with themselves.
 */
export function visibleCrossings(mesh: TriMesh, culling: Culling, x: Positions): FacePairs {
  const found: number[] = [];
  forEachVisiblePair(mesh, culling, [x], (pair, f, g) => {
    if (facesMeet(mesh.triangles, x, f, g)) found.push(pair);
  });
  return sortedPairs(Float64Array.from(found), mesh.faceCount);
}

/** `pair` is f·faceCount + g, f < g. */
function forEachVisiblePair(
  { triangles, faceCount, vertexCount }: TriMesh,
  culling: Culling,
  positions: readonly Positions[],
  visit: (pair: number, f: number, g: number) => void,
): void {
  for (const x of positions) checkPositions(x, vertexCount);
  const left = Uint32Array.from(culling.mask.keys()).filter((f) => culling.mask[f] === 1);
  const boxes = boxesOf(
    triangles,
    left,
    left.map((_, i) => i),
    left.length,
    positions,
  );
  sweepAndPrune(boxes, (a, b) => {
    const [f, g] = [Math.min(left[a], left[b]), Math.max(left[a], left[b])];
    if (culling.mayCollide(f, g) && !facesShareVertex(triangles, f, g)) visit(f * faceCount + g, f, g);
  });
}
