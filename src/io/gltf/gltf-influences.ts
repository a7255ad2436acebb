// Which joints move a vertex and how much, in a canonical form: ascending joints, no zero weights,
// a sum of 1. Files may list the joints of the two sides of a seam in different orders; the sides
// must not separate by rounding.
import { gltfError } from './gltf-json.ts';
import type { GltfVertices } from './gltf-primitive.ts';

/** The maximum number of joints per vertex: those of JOINTS_0 and JOINTS_1. */
export const INFLUENCES = 8;

/** The joints and weights of all vertices. */
export interface Influences {
  /** `INFLUENCES` joints per vertex. */
  readonly joints: Uint32Array;
  /** `INFLUENCES` weights per vertex; those with a weight above 0 come first. */
  readonly weights: Float64Array;
}

/**
 * Reads the influences of a primitive in canonical form. Throws `FileError` for a joint that the
 * skin does not have.
 */
export function influencesOf(
  primitive: GltfVertices,
  vertexCount: number,
  jointCount: number,
  element: string,
): Influences {
  const joints = new Uint32Array(INFLUENCES * vertexCount);
  const weights = new Float64Array(INFLUENCES * vertexCount);
  for (let set = 0; 4 * set < INFLUENCES; set++) {
    const setJoints = attribute(primitive, `JOINTS_${set}`, vertexCount, element);
    const setWeights = attribute(primitive, `WEIGHTS_${set}`, vertexCount, element);
    if (setJoints === undefined || setWeights === undefined) {
      if (set > 0) break;
      throw gltfError(element, 'JOINTS_0 and WEIGHTS_0, for its node has a skin', 'none');
    }
    for (let i = 0; i < setWeights.length; i++) {
      const at = INFLUENCES * Math.floor(i / 4) + 4 * set + (i % 4);
      if (setWeights[i] < 0) throw gltfError(element, 'weights of at least 0', setWeights[i]);
      if (setWeights[i] > 0 && !(setJoints[i] >= 0 && setJoints[i] < jointCount && setJoints[i] % 1 === 0)) {
        throw gltfError(element, `joints below ${jointCount}`, setJoints[i]);
      }
      weights[at] = setWeights[i];
      joints[at] = setWeights[i] > 0 ? setJoints[i] : 0;
    }
  }
  for (let at = 0; at < weights.length; at += INFLUENCES) order(joints, weights, at);
  return { joints, weights };
}

function attribute(
  primitive: GltfVertices,
  name: string,
  vertexCount: number,
  element: string,
): Float64Array | undefined {
  const numbers = primitive.attribute(name, 4);
  if (numbers === undefined || numbers.length === 4 * vertexCount) return numbers;
  throw gltfError(`${element}.attributes.${name}`, `${vertexCount} elements`, numbers.length / 4);
}

/**
 * Sorts the influences of one vertex and scales them to a sum of 1; a vertex without any follows
 * the first joint.
 */
function order(joints: Uint32Array, weights: Float64Array, at: number): void {
  let sum = 0;
  for (let i = at; i < at + INFLUENCES; i++) {
    const joint = joints[i];
    const weight = weights[i];
    let to = i;
    while (to > at && weight > 0 && (weights[to - 1] === 0 || joints[to - 1] > joint)) {
      joints[to] = joints[to - 1];
      weights[to] = weights[to - 1];
      to--;
    }
    joints[to] = joint;
    weights[to] = weight;
  }
  for (let i = at; i < at + INFLUENCES; i++) sum += weights[i];
  if (sum === 0) weights[at] = 1;
  else for (let i = at; i < at + INFLUENCES; i++) weights[i] /= sum;
}
