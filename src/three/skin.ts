// Skinning like `SkinnedMesh.applyBoneTransform`, over typed arrays: one matrix per bone, then the
// weighted sum for each vertex.
import type { Mesh, SkinnedMesh } from 'three';
import { multiplyAffine, setAffine } from './affine.ts';
import { readQuadruples } from './attributes.ts';
import { REBUILD, SceneError } from './scene-error.ts';

/** The skin attributes of some vertices. */
export interface SkinColumns {
  /** Four bones per vertex; 0 if the weight is 0, whatever the file says. */
  readonly bones: Float64Array;
  /** Four weights per vertex. */
  readonly weights: Float64Array;
}

/** Whether a mesh is moved by bones. */
export function isSkinned(mesh: Mesh): mesh is SkinnedMesh {
  return (mesh as Partial<SkinnedMesh>).isSkinnedMesh === true;
}

/** Reads the skin attributes of the vertices `ids`. Throws `SceneError` if there are none. */
export function readSkin(mesh: SkinnedMesh, ids: Uint32Array): SkinColumns {
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  if (!mesh.skeleton) throw new SceneError('bad-skin', mesh, 'has no skeleton; bind one before it is given here.');
  if (!skinIndex || !skinWeight)
    throw new SceneError('bad-skin', mesh, 'has no skinIndex or no skinWeight in its geometry.');
  const bones = readQuadruples(skinIndex, ids);
  const weights = readQuadruples(skinWeight, ids);
  const boneCount = mesh.skeleton.bones.length;
  for (let i = 0; i < bones.length; i++) {
    if (weights[i] === 0) bones[i] = 0;
    else if (!(bones[i] >= 0 && bones[i] < boneCount)) {
      const what = `has vertex ${ids[i >> 2]} on bone ${bones[i]}; its skeleton has ${boneCount}.`;
      throw new SceneError('bad-skin', mesh, what);
    }
  }
  return { bones, weights };
}

/** The skin of one mesh. */
export class Skin {
  private readonly mesh: SkinnedMesh;
  private readonly boneCount: number;
  /** Where the matrix of each of a vertex's four bones begins. */
  private readonly matrixOf: Uint32Array;
  private readonly weights: Float64Array;
  /** For each bone, the map from the bind pose to the current pose. */
  private readonly matrices: Float64Array;

  /** Reads the skin of these vertices. Throws `SceneError`. */
  constructor(mesh: SkinnedMesh, vertices: Uint32Array) {
    const { bones, weights } = readSkin(mesh, vertices);
    this.mesh = mesh;
    this.boneCount = mesh.skeleton.bones.length;
    this.matrixOf = Uint32Array.from(bones, (bone) => 12 * bone);
    this.weights = weights;
    this.matrices = new Float64Array(12 * this.boneCount);
  }

  /** Throws `SceneError` if the skeleton has changed in the number of its bones. */
  check(): void {
    const count = this.mesh.skeleton.bones.length;
    if (count === this.boneCount) return;
    throw new SceneError('changed', this.mesh, `has ${count} bones now and had ${this.boneCount}; ${REBUILD}`);
  }

  /**
   * Moves the vertices of `x`, from vertex `first` on, by the bones, in the space of the skeleton.
   */
  apply(x: Float64Array, first: number): void {
    const { matrixOf, weights, matrices } = this;
    this.setMatrices();
    for (let at = 3 * first, i = 0; i < weights.length; at += 3, i += 4) {
      const px = x[at];
      const py = x[at + 1];
      const pz = x[at + 2];
      let sx = 0;
      let sy = 0;
      let sz = 0;
      for (let k = i; k < i + 4; k++) {
        const weight = weights[k];
        if (weight === 0) continue;
        const m = matrixOf[k];
        sx += weight * (matrices[m] * px + matrices[m + 3] * py + matrices[m + 6] * pz + matrices[m + 9]);
        sy += weight * (matrices[m + 1] * px + matrices[m + 4] * py + matrices[m + 7] * pz + matrices[m + 10]);
        sz += weight * (matrices[m + 2] * px + matrices[m + 5] * py + matrices[m + 8] * pz + matrices[m + 11]);
      }
      x[at] = sx;
      x[at + 1] = sy;
      x[at + 2] = sz;
    }
  }

  private setMatrices(): void {
    const { skeleton, bindMatrix } = this.mesh;
    const { bones, boneInverses } = skeleton;
    for (let i = 0; i < bones.length; i++) {
      setAffine(bones[i].matrixWorld.elements, this.matrices, 12 * i);
      multiplyAffine(this.matrices, 12 * i, boneInverses[i].elements);
      multiplyAffine(this.matrices, 12 * i, bindMatrix.elements);
    }
  }
}
