// Polygon soups and poses of rigid bodies from three.js objects: the scale of an object's world
// matrix belongs to the body, the rest is the pose. It does not import the rigid engine, so that
// users of deforming meshes do not load both.
import { type Matrix4, type Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import type { Pose } from '../rigid.ts';
import { allIds } from './attributes.ts';
import { MeshFaces } from './mesh-faces.ts';
import { placeLocally } from './mesh-part.ts';
import { SceneError } from './scene-error.ts';
import { isSkinned } from './skin.ts';

/**
 * The largest cosine of the angle between two axes of a matrix that still counts as a right angle.
 * Products of float matrices are off by about 1e-6; a larger cosine is refused as shear.
 */
const MAX_AXIS_COSINE = 1e-5;

/** A polygon soup, for `RigidBody.from(positions, triangles)`. */
export interface Soup {
  /** Three coordinates per vertex, scaled. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}

/**
 * Returns the triangles of a mesh in its current morph, scaled by its world matrix: in the pose
 * `poseOf(mesh)` they are where the mesh is drawn. Throws `SceneError`.
 */
export function soupOf(mesh: Mesh): Soup {
  const { triangles, vertexCount } = new MeshFaces(mesh);
  if (isSkinned(mesh)) throw new SceneError('not-rigid', mesh, 'has a skin: use a SceneCollider for what deforms.');
  const positions = new Float64Array(3 * vertexCount);
  placeLocally(mesh, allIds(vertexCount), positions, 0);
  const { scale } = decompose(mesh);
  for (let i = 0; i < positions.length; i++) positions[i] *= scale.getComponent(i % 3);
  return { positions, triangles };
}

/**
 * Returns the position and rotation of an object in the world; its scale, mirroring included,
 * belongs to `soupOf`. Throws `SceneError` if the matrix is sheared.
 */
export function poseOf(object: Object3D): Pose {
  const { position, rotation } = decompose(object);
  return { position: position.toArray(), rotation: rotation.toArray() };
}

function decompose(object: Object3D): { position: Vector3; rotation: Quaternion; scale: Vector3 } {
  object.updateWorldMatrix(true, false);
  const { matrixWorld } = object;
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  checkAxes(object, matrixWorld);
  matrixWorld.decompose(position, rotation, scale);
  return { position, rotation, scale };
}

function checkAxes(object: Object3D, matrix: Matrix4): void {
  const axes = [0, 1, 2].map((column) => new Vector3().setFromMatrixColumn(matrix, column));
  const lengths = axes.map((axis) => axis.length());
  if (!lengths.every((length) => length > 0 && length < Number.POSITIVE_INFINITY))
    throw new SceneError('not-rigid', object, 'has a world matrix with a scale of 0 or without finite numbers.');
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    if (Math.abs(axes[i].dot(axes[j])) <= MAX_AXIS_COSINE * lengths[i] * lengths[j]) continue;
    const what =
      'has a world matrix with shear, as of a turned object below one that is scaled unevenly: apply that scale to its geometry.';
    throw new SceneError('not-rigid', object, what);
  }
}
