// What of a scene cannot be checked for collisions. `fault` and `object` are for programs; the message is for people.
import type { Object3D } from 'three';

/**
 * | fault | of the object |
 * |---|---|
 * | `unsupported-object` | not a mesh of triangles that stand in its geometry: instances, batches, lines, points |
 * | `repeated-object` | given more than once |
 * | `bad-geometry` | no positions of three numbers, or an index outside them |
 * | `bad-skin` | no skeleton, no skin attributes, or a bone that the skeleton does not have |
 * | `position-not-finite` | a vertex is nowhere |
 * | `changed` | faces, or counts of vertices, morph targets or bones, are not what they were when the collider was built |
 * | `not-rigid` | a matrix with shear or without volume, or a skin |
 */
export type SceneFault =
  | 'unsupported-object'
  | 'repeated-object'
  | 'bad-geometry'
  | 'bad-skin'
  | 'position-not-finite'
  | 'changed'
  | 'not-rigid';

/** What to do about a change. */
export const REBUILD = 'build another collider.';

export class SceneError extends Error {
  override readonly name: string = 'SceneError';
  readonly fault: SceneFault;
  readonly object: Object3D;

  /** `what` follows the name of the object. */
  constructor(fault: SceneFault, object: Object3D, what: string) {
    const name = object.name === '' ? `with id ${object.id}` : `"${object.name}"`;
    super(`${object.type} ${name} ${what}`);
    this.fault = fault;
    this.object = object;
  }
}
