// Which joints move a vertex and how much, in one form: by ascending joint, what has no weight left out, sums of 1. Files
// may list the joints of the two sides of a seam in different orders; they must not come apart by rounding.
import type { Primitive } from '@gltf-transform/core';
import { numbersOf } from './gltf-document.ts';
import { gltfError } from './gltf-file.ts';

/** As many as JOINTS_0 and JOINTS_1 hold. */
export const INFLUENCES = 8;

export interface Influences {
  /** `INFLUENCES` per vertex. */
  readonly joints: Uint32Array;
  /** As many; 0 from where there are no more. */
  readonly weights: Float64Array;
}

export function influencesOf(
  primitive: Primitive,
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
      if (setWeights[i] > 0 && setJoints[i] >= jointCount) {
        throw gltfError(element, `joints below ${jointCount}`, setJoints[i]);
      }
      weights[at] = setWeights[i];
      joints[at] = setWeights[i] > 0 ? setJoints[i] : 0;
    }
  }
  for (let at = 0; at < weights.length; at += INFLUENCES) order(joints, weights, at);
  return { joints, weights };
}

function attribute(primitive: Primitive, name: string, vertexCount: number, element: string): Float64Array | undefined {
  const accessor = primitive.getAttribute(name);
  if (accessor === null) return undefined;
  const numbers = numbersOf(accessor, 4, `${element}.attributes.${name}`);
  if (numbers.length === 4 * vertexCount) return numbers;
  throw gltfError(`${element}.attributes.${name}`, `${vertexCount} elements`, numbers.length / 4);
}

/** Sorts one vertex's influences and scales them to a sum of 1; one without any follows the first joint. */
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
