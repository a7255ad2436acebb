// The exact stage behind visibility culling [Quick-CULLIDE §3.1]: sweep and prune over the boxes of
// the faces that are left, then the pairs that the sets do not exclude, then exact triangle tests.
// It uses no tree.
import { facesShareVertex } from '../core/mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../core/mesh/tri-mesh.ts';
import type { Culling } from '../papers/quick-cullide/culling.ts';
import { boxesOf, sweepAndPrune } from '../papers/quick-cullide/sweep-and-prune.ts';
import { type FacePairs, facesMeet, sortedPairs } from './crossing-faces.ts';

/**
 * Pairs of faces that share a point but no vertex, at the positions that were culled. With objects,
 * only faces of different objects.
 */
export function visibleCrossings(mesh: TriMesh, culling: Culling, x: Positions): FacePairs {
  checkPositions(x, mesh.vertexCount);
  const { triangles, faceCount } = mesh;
  const left = Uint32Array.from(culling.mask.keys()).filter((f) => culling.mask[f] === 1);
  const boxes = boxesOf(
    triangles,
    left,
    left.map((_, i) => i),
    left.length,
    [x],
  );
  const found: number[] = [];
  sweepAndPrune(boxes, (a, b) => {
    const [f, g] = [left[a], left[b]];
    if (!culling.mayCollide(f, g) || facesShareVertex(triangles, f, g)) return;
    if (facesMeet(triangles, x, f, g)) found.push(Math.min(f, g) * faceCount + Math.max(f, g));
  });
  return sortedPairs(Float64Array.from(found), faceCount);
}
