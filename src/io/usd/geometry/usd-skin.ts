// Moves the points of a mesh with the joints of its skeleton: each point is the weighted mean of
// where its joints take it.
import { AFFINE } from '../../gltf/gltf-affine.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import { MAX_INFLUENCES } from '../usd-limits.ts';
import type { PointsAt } from './usd-faces.ts';
import type { UsdSkeleton } from './usd-skeleton.ts';
import { affineOfRows } from './usd-transform.ts';

const INDICES = 'primvars:skel:jointIndices';
const WEIGHTS = 'primvars:skel:jointWeights';

/** The joints of each point. */
interface Influences {
  /** Joints per point. */
  readonly width: number;
  /** Whether all points have the joints of the first. */
  readonly isConstant: boolean;
  /** Indices of joints of the skeleton. */
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
}

/** Whether a mesh says which joints move it. */
export function isSkinned(prim: StagePrim): boolean {
  return prim.attribute(INDICES) !== undefined && prim.attribute(WEIGHTS) !== undefined;
}

/** Returns the points of a mesh in the space of the skeleton. */
export function skinnedPoints(prim: StagePrim, skeleton: UsdSkeleton, points: PointsAt): PointsAt {
  const influences = influencesOf(prim, skeleton);
  const path = `${prim.path}.${INDICES}`;
  const bind = new Float64Array(AFFINE);
  const matrix = prim.attribute('primvars:skel:geomBindTransform')?.singleAt(0, 'matrix', 16);
  if (matrix) affineOfRows(matrix, 0, bind, 0);
  else for (let i = 0; i < 9; i += 4) bind[i] = 1;
  return (time) => {
    const out = points(time);
    const count = out.length / 3;
    const { width, isConstant, joints } = influences;
    if (!isConstant && joints.length !== width * count) {
      throw usdError(path, `${width * count} indices for ${count} points`, joints.length);
    }
    skin(out, influences, skeleton.mapsAt(time, bind));
    return out;
  };
}

function influencesOf(prim: StagePrim, skeleton: UsdSkeleton): Influences {
  const width = prim.attributeMetadata(INDICES, 'elementSize')?.numbers('scalar')[0] ?? 1;
  const isConstant = prim.attributeMetadata(INDICES, 'interpolation')?.strings()[0] === 'constant';
  const indices = prim.numbers(INDICES, 'scalar') ?? new Float64Array();
  const weights = prim.numbers(WEIGHTS, 'scalar') ?? new Float64Array();
  if (!(width >= 1 && width <= MAX_INFLUENCES && indices.length % width === 0)) {
    const expected = `an elementSize up to ${MAX_INFLUENCES} that divides ${indices.length}`;
    throw usdError(`${prim.path}.${INDICES}`, expected, width);
  }
  if (weights.length !== indices.length || (isConstant && indices.length !== width)) {
    throw usdError(`${prim.path}.${WEIGHTS}`, `${isConstant ? width : indices.length} weights`, weights.length);
  }
  const keys = [INDICES, 'skel:joints'].map((name) => prim.attribute(name)?.valueKey ?? '');
  const joints = prim.shared.get(`${skeleton.jointsKey} ${keys.join(' ')} influences`, () => {
    prim.budget.take('keptNumbers', indices.length, prim.path);
    return jointsOf(prim, skeleton, indices);
  });
  return { width, isConstant, joints, weights };
}

/** Returns the joint of the skeleton that each index means; a mesh may have an order of its own. */
function jointsOf(prim: StagePrim, { indexOf, jointCount }: UsdSkeleton, indices: Float64Array): Uint32Array {
  const order = prim.names('skel:joints')?.map((name) => indexOf.get(name) ?? -1);
  return Uint32Array.from(indices, (index, i) => {
    const joint = order === undefined ? index : order[index];
    if (joint >= 0 && joint < jointCount && Number.isInteger(joint)) return joint;
    throw usdError(`${prim.path}.${INDICES}[${i}]`, 'the index of a joint of the skeleton', index);
  });
}

function skin(points: Float64Array, { width, isConstant, joints, weights }: Influences, maps: Float64Array): void {
  for (let i = 0, at = 0; i < points.length; i += 3, at = isConstant ? 0 : at + width) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    let [a, b, c] = [0, 0, 0];
    for (let k = at; k < at + width; k++) {
      const w = weights[k];
      if (w === 0) continue;
      const m = AFFINE * joints[k];
      a += w * (maps[m] * x + maps[m + 3] * y + maps[m + 6] * z + maps[m + 9]);
      b += w * (maps[m + 1] * x + maps[m + 4] * y + maps[m + 7] * z + maps[m + 10]);
      c += w * (maps[m + 2] * x + maps[m + 5] * y + maps[m + 8] * z + maps[m + 11]);
    }
    points[i] = a;
    points[i + 1] = b;
    points[i + 2] = c;
  }
}
