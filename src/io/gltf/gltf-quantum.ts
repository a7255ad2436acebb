// How coarse the positions of a file are: quantisation moves every vertex to the next point of a
// grid, and what is nearer than that is not what the artist made.

import { AFFINE, multiply } from './gltf-affine.ts';
import type { GltfPoints } from './gltf-geometry.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { GltfScene, ShownMesh } from './gltf-scene.ts';

/** Returns a sentence about quantised positions; none if all are exact. Poses the nodes. */
export function quantumNotes({ meshes, nodes }: GltfScene): string[] {
  const quantised = meshes.filter(({ geometry }) => geometry.quantum > 0);
  if (quantised.length === 0) return [];
  nodes.pose([], 0);
  const quantum = quantised.reduce((most, one) => Math.max(most, one.geometry.quantum * stretchOf(one, nodes)), 0);
  const what =
    quantised.length === meshes.length ? 'Positions' : `Positions of ${quantised.length} of ${meshes.length} parts`;
  return [`${what} are quantised to ${lengthText(quantum)}: nearer contacts are not the artist's.`];
}

/** The largest factor by which the pose at rest scales a mesh along an axis. */
function stretchOf({ node, skin, offset, geometry }: ShownMesh, nodes: GltfNodes): number {
  if (skin && geometry.influences) {
    skin.pose(nodes);
    const used = new Set(usedJoints(geometry.influences));
    return [...used].reduce((most, joint) => Math.max(most, axisLength(skin.moves, AFFINE * joint)), 0);
  }
  if (offset === undefined) return axisLength(nodes.world, AFFINE * node);
  const world = new Float64Array(AFFINE);
  multiply(nodes.world, AFFINE * node, offset, 0, world, 0);
  return axisLength(world, 0);
}

function usedJoints({ joints, weights }: NonNullable<GltfPoints['influences']>): Uint32Array {
  return joints.filter((_, i) => weights[i] > 0);
}

function axisLength(affine: Float64Array, at: number): number {
  const length = (axis: number): number => Math.hypot(...affine.subarray(at + 3 * axis, at + 3 * axis + 3));
  return Math.max(length(0), length(1), length(2));
}

/** glTF is in metres. */
function lengthText(metres: number): string {
  const text = (value: number): string => String(Number(value.toPrecision(2)));
  return metres >= 1 ? `${text(metres)} m` : `${text(1000 * metres)} mm`;
}
