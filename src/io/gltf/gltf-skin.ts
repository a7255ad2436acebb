// The joints of a skin: where each of them moves the mesh.
import type { GltfAccessors } from './gltf-accessors.ts';
import { AFFINE, affineFrom, multiply } from './gltf-affine.ts';
import type { GltfBudget } from './gltf-budget.ts';
import { checkedIndex, type GltfFields, gltfError, listOf, optionalIndex } from './gltf-json.ts';
import type { GltfNodes } from './gltf-nodes.ts';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A skin of a document. */
export class GltfSkin {
  /** The node of each joint. */
  readonly joints: Uint32Array;
  /** From the space of the mesh to the world, by each joint, `AFFINE` numbers each; valid after `pose`. */
  readonly moves: Float64Array;
  /** From the space of the mesh to that of each joint, at the time of binding. */
  private readonly inverseBinds: Float64Array;

  /** Throws `FileError` if the matrices do not fit the joints. */
  constructor(fields: GltfFields, element: string, nodeCount: number, accessors: GltfAccessors, budget: GltfBudget) {
    const joints = listOf(fields, 'joints', element);
    if (joints.length === 0) throw gltfError(`${element}.joints`, 'at least one joint', 'none');
    budget.charge(joints.length * 8 * (2 * AFFINE + 1), element);
    this.joints = Uint32Array.from(joints, (joint) => checkedIndex(joint, nodeCount, `${element}.joints`));
    const accessor = optionalIndex(fields, 'inverseBindMatrices', accessors.count, element);
    const place = `${element}.inverseBindMatrices`;
    const matrices = accessor === undefined ? undefined : accessors.numbers(accessor, 16, place);
    if (matrices && matrices.length < 16 * joints.length) {
      throw gltfError(place, `${joints.length} matrices`, matrices.length / 16);
    }
    this.inverseBinds = new Float64Array(AFFINE * joints.length);
    joints.forEach((_, i) => {
      this.inverseBinds.set(affineFrom(matrices ?? IDENTITY, matrices ? 16 * i : 0), AFFINE * i);
    });
    this.moves = new Float64Array(AFFINE * joints.length);
  }

  /** Computes `moves` from the nodes, which have been posed. */
  pose(nodes: GltfNodes): void {
    const { joints, inverseBinds, moves } = this;
    for (let i = 0; i < joints.length; i++) {
      multiply(nodes.world, AFFINE * joints[i], inverseBinds, AFFINE * i, moves, AFFINE * i);
    }
  }
}
