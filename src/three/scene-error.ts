// The error for scenes that cannot be checked for collisions. `fault` and `object` are for
// programs; the message is for people.
import type { Object3D } from 'three';

/**
 * What is wrong with an object:
 *
 * | fault | meaning |
 * |---|---|
 * | `unsupported-object` | instances, batches, lines, points: no mesh with its own triangles |
 * | `repeated-object` | given more than once |
 * | `bad-geometry` | no positions of three numbers, or an index outside them |
 * | `bad-skin` | no skeleton, no skin attributes, or a bone that the skeleton does not have |
 * | `position-not-finite` | a vertex has a coordinate that is not finite |
 * | `changed` | faces, or numbers of vertices, morph targets or bones, changed since construction |
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

/** The advice that ends a message about a change. */
export const REBUILD = 'build another collider.';

/** Thrown for an object of a scene that cannot be checked. */
export class SceneError extends Error {
  /** Always `'SceneError'`. */
  override readonly name: string = 'SceneError';
  /** What is wrong. */
  readonly fault: SceneFault;
  /** The object of the scene that has the fault. */
  readonly object: Object3D;

  /** `what` follows the name of the object in the message. */
  constructor(fault: SceneFault, object: Object3D, what: string) {
    const name = object.name === '' ? `with id ${object.id}` : `"${object.name}"`;
    super(`${object.type} ${name} ${what}`);
    this.fault = fault;
    this.object = object;
  }
}
