// A mesh where one node shows it: morph targets first, then the skin, or else the transform of the
// node and of the instance.
import { AFFINE, moveAll, multiply } from './gltf-affine.ts';
import type { GltfPoints } from './gltf-geometry.ts';
import { INFLUENCES } from './gltf-influences.ts';
import { gltfError } from './gltf-json.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import type { GltfSkin } from './gltf-skin.ts';

/** A mesh that a node shows. */
export interface GltfInstance {
  /** The id of the node. */
  readonly node: number;
  /** The skin; undefined if the node has none. */
  readonly skin: GltfSkin | undefined;
  /** From the space of the mesh to that of the node, for instances of EXT_mesh_gpu_instancing. */
  readonly offset: Float64Array | undefined;
}

/**
 * Writes the world positions of a mesh to `out[at…]`; the nodes have been posed. Throws `FileError`
 * if they are not finite.
 */
export function placeInstance(
  { node, skin, offset }: GltfInstance,
  geometry: GltfPoints,
  nodes: GltfNodes,
  out: Float64Array,
  at: number,
): void {
  const points = out.subarray(at, at + 3 * geometry.vertexCount);
  points.set(geometry.positions);
  geometry.targets.forEach((target, i) => {
    if (target) addScaled(points, target, nodes.weights[node][i]);
  });
  if (skin && geometry.influences) {
    // The transform of the mesh's own node is ignored: the joints alone place a skinned mesh.
    skin.pose(nodes);
    moveBlended(points, geometry.influences.joints, geometry.influences.weights, skin.moves);
  } else if (offset) {
    const world = new Float64Array(AFFINE);
    multiply(nodes.world, AFFINE * node, offset, 0, world, 0);
    moveAll(points, world, 0);
  } else moveAll(points, nodes.world, AFFINE * node);
  const bad = points.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw gltfError(`nodes[${node}]`, 'finite positions', points[bad]);
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
