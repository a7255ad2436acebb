// A mesh where one node shows it: morph targets first, then the skin, or else the transform of the
// node.
import type { Node, Skin } from '@gltf-transform/core';
import { AFFINE, affineFrom, moveAll, multiply } from './gltf-affine.ts';
import { numbersOf } from './gltf-document.ts';
import { gltfError } from './gltf-file.ts';
import type { GltfGeometry } from './gltf-geometry.ts';
import { INFLUENCES } from './gltf-influences.ts';
import type { GltfNodes } from './gltf-nodes.ts';

/** A mesh that a node shows. */
export interface GltfInstance {
  /** The id of the node. */
  readonly node: number;
  /** The mesh, shared by all nodes that show it with the same skin. */
  readonly geometry: GltfGeometry;
  /** Undefined if the node has no skin. */
  readonly skin: GltfSkin | undefined;
}

/** The joints of a skin, with scratch memory for their transforms. */
export interface GltfSkin {
  /** The node of each joint. */
  readonly joints: Uint32Array;
  /** From the space of the mesh to that of each joint, at the time of binding. */
  readonly inverseBinds: readonly Float64Array[];
  /** Scratch: from the space of the mesh to the world, by each joint. */
  readonly moves: Float64Array;
}

/** Reads a skin. Throws `FileError` if its matrices do not fit its joints. */
export function skinOf(skin: Skin, nodes: GltfNodes, element: string): GltfSkin {
  const joints = Uint32Array.from(skin.listJoints(), (joint: Node) => nodes.idOf(joint));
  if (joints.length === 0) throw gltfError(`${element}.joints`, 'at least one joint', 'none');
  const accessor = skin.getInverseBindMatrices();
  const matrices = accessor && numbersOf(accessor, 16, `${element}.inverseBindMatrices`);
  if (matrices && matrices.length < 16 * joints.length) {
    throw gltfError(`${element}.inverseBindMatrices`, `${joints.length} matrices`, matrices.length / 16);
  }
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const inverseBinds = Array.from(joints, (_, i) => affineFrom(matrices ?? identity, matrices ? 16 * i : 0));
  return { joints, inverseBinds, moves: new Float64Array(AFFINE * joints.length) };
}

/**
 * Writes the world positions of the instance's vertices to `out[at…]`; the nodes have been posed.
 */
export function placeInstance(instance: GltfInstance, nodes: GltfNodes, out: Float64Array, at: number): void {
  const { geometry, skin, node } = instance;
  const points = out.subarray(at, at + 3 * geometry.vertexCount);
  points.set(geometry.positions);
  geometry.targets.forEach((target, i) => {
    addScaled(points, target, nodes.weights[node][i]);
  });
  if (skin === undefined || geometry.influences === undefined) {
    moveAll(points, nodes.world, AFFINE * node);
    return;
  }
  skin.joints.forEach((joint, i) => {
    multiply(nodes.world, AFFINE * joint, skin.inverseBinds[i], 0, skin.moves, AFFINE * i);
  });
  // The transform of the mesh's own node is ignored: the joints alone place a skinned mesh.
  moveBlended(points, geometry.influences.joints, geometry.influences.weights, skin.moves);
}

function addScaled(points: Float64Array, target: Float64Array, weight: number): void {
  if (weight === 0) return;
  for (let i = 0; i < points.length; i++) points[i] += weight * target[i];
}

function moveBlended(points: Float64Array, joints: Uint32Array, weights: Float64Array, m: Float64Array): void {
  for (let i = 0, first = 0; i < points.length; i += 3, first += INFLUENCES) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    let movedX = 0;
    let movedY = 0;
    let movedZ = 0;
    // Influences with a weight come first.
    for (let k = first; k < first + INFLUENCES && weights[k] > 0; k++) {
      const weight = weights[k];
      const at = AFFINE * joints[k];
      movedX += weight * (m[at] * x + m[at + 3] * y + m[at + 6] * z + m[at + 9]);
      movedY += weight * (m[at + 1] * x + m[at + 4] * y + m[at + 7] * z + m[at + 10]);
      movedZ += weight * (m[at + 2] * x + m[at + 5] * y + m[at + 8] * z + m[at + 11]);
    }
    points[i] = movedX;
    points[i + 1] = movedY;
    points[i + 2] = movedZ;
  }
}
