import { describe, expect, test, vi } from 'vitest';
import { noTally } from '../../../src/core/contacts/contacts.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import type { QuietMode } from '../../../src/papers/iccd/iccd-parameters.ts';
import { PatchBuilding } from '../../../src/papers/iccd/patch-building.ts';
import { QuietLabelStage } from '../../../src/papers/iccd/quiet-labels.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { gridMesh } from '../../generate/surfaces.ts';
import { motionOf } from './quiet-marking.ts';

const sheet = gridMesh(24, 24, (u, v, t) => [u + t, v, 0]);

function crumpled(): MovingMesh {
  const random = seededRandom(1);
  return gridMesh(24, 24, (u, v) => [u, v, random.between(-1, 1)]);
}

/** In which of some steps there were labels; the traversal looks at so many pairs of nodes a face without and with them. */
function markedSteps({ mesh, x0, x1 }: MovingMesh, mode: QuietMode, steps: number, [off, on]: number[]): number[] {
  const motion = motionOf(mesh);
  const stage = new QuietLabelStage(motion, mode);
  const marked: number[] = [];
  for (let step = 0; step < steps; step++) {
    motion.set(x0, x1);
    const tally = noTally();
    const labels = stage.mark({ label: () => 16, labellings: 0, isGrouped: true, regroup: () => {} }, tally);
    tally.nodePairs = mesh.faceCount * (labels ? on : off);
    expect(tally.quietFaces > 0).toBe(labels !== null);
    if (labels) marked.push(step);
  }
  return marked;
}

const stepsFrom = (first: number, steps: number) => Array.from({ length: steps - first }, (_, i) => first + i);

describe('whether to look for quiet patches', () => {
  test('where the traversal is spared enough: in every step but the first two', () => {
    expect(markedSteps(sheet, 'decide', 20, [3, 2])).toEqual(stepsFrom(2, 20));
  });

  test('where it is not, or no large patch is quiet: more and more rarely', () => {
    expect(markedSteps(sheet, 'decide', 150, [3, 2.5])).toEqual([2, 4, 7, 12, 21, 38, 71, 104, 137]);
    expect(markedSteps(crumpled(), 'decide', 40, [9, 1])).toEqual([]);
  });

  test('bodies smaller than a large patch: never', () => {
    const small = gridMesh(14, 14, (u, v) => [u, v, 0]);
    const { mesh } = TriMesh.merge([small.mesh, small.mesh, small.mesh]);
    const x = Float64Array.from([0, 2, 4].flatMap((shift) => [...small.x0].map((value) => value + shift)));
    expect(markedSteps({ mesh, x0: x, x1: x }, 'decide', 40, [9, 1])).toEqual([]);
    expect(markedSteps({ mesh, x0: x, x1: x }, 'always', 1, [9, 1])).toEqual([0]);
  });

  test('patches of a large mesh: built over some steps, the same ones every time', () => {
    const large = gridMesh(160, 160, (u, v, t) => [u + t, v, 0.05 * Math.sin(9 * u)]);
    const marked = markedSteps(large, 'decide', 30, [3, 2]);
    expect(marked).toEqual(stepsFrom(marked[0], 30));
    expect(marked[0]).toBeGreaterThan(4);
    expect(marked[0]).toBeLessThan(14);
    expect(markedSteps(large, 'decide', 30, [3, 2])).toEqual(marked);
  });

  test('a crumpled mesh: no patches are built at all', () => {
    const build = vi.spyOn(PatchBuilding.prototype, 'advance');
    expect(markedSteps(crumpled(), 'decide', 40, [9, 1])).toEqual([]);
    expect(build).not.toHaveBeenCalled();
    build.mockRestore();
  });

  test('always or never, if so told', () => {
    expect(markedSteps(sheet, 'always', 5, [3, 3])).toEqual(stepsFrom(0, 5));
    expect(markedSteps(sheet, 'never', 5, [3, 0])).toEqual([]);
  });
});
