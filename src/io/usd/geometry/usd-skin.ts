// Moves the points of a mesh with the joints of its skeleton: each point is the weighted mean of
// where its joints take it.
import { AFFINE } from '../../gltf/gltf-affine.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import { MAX_INFLUENCES } from '../usd-limits.ts';
import type { PointsAt } from './usd-faces.ts';
import type { UsdSkeleton } from './usd-skeleton.ts';
import type { Surroundings } from './usd-surroundings.ts';
import { affineOfRows } from './usd-transform.ts';

const INDICES = 'primvars:skel:jointIndices';
const WEIGHTS = 'primvars:skel:jointWeights';
const BIND = 'primvars:skel:geomBindTransform';
const JOINTS = 'skel:joints';

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

/** Whether a mesh, or a prim above it, says which joints move it. */
export function isSkinned(here: Surroundings): boolean {
  return [INDICES, WEIGHTS].every((name) => ownerOf(here, name) !== undefined);
}

/** Returns the points of a mesh in the space of the skeleton. */
export function skinnedPoints(here: Surroundings, skeleton: UsdSkeleton, points: PointsAt): PointsAt {
  const influences = influencesOf(here, skeleton);
  const path = `${here.prim?.path}.${INDICES}`;
  const bind = new Float64Array(AFFINE);
  const matrix = ownerOf(here, BIND)?.attribute(BIND)?.singleAt(0, 'matrix', 16);
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

/** The nearest prim, up to the SkelRoot, that has a value of an attribute: bindings are inherited. */
function ownerOf(here: Surroundings, name: string): StagePrim | undefined {
  for (let one: Surroundings | undefined = here; one?.isInSkelRoot; one = one.above)
    if (one.prim?.attribute(name) !== undefined) return one.prim;
  return undefined;
}

function influencesOf(here: Surroundings, skeleton: UsdSkeleton): Influences {
  const [indexed, weighted, ordered] = [INDICES, WEIGHTS, JOINTS].map((name) => ownerOf(here, name));
  const width = indexed?.attributeMetadata(INDICES, 'elementSize')?.numbers('scalar')[0] ?? 1;
  const isConstant = indexed?.attributeMetadata(INDICES, 'interpolation')?.strings()[0] === 'constant';
  const indices = indexed?.numbers(INDICES, 'scalar') ?? new Float64Array();
  const weights = weighted?.numbers(WEIGHTS, 'scalar') ?? new Float64Array();
  if (!(width >= 1 && width <= MAX_INFLUENCES && indices.length % width === 0)) {
    const expected = `an elementSize up to ${MAX_INFLUENCES} that divides ${indices.length}`;
    throw usdError(`${indexed?.path}.${INDICES}`, expected, width);
  }
  if (weights.length !== indices.length || (isConstant && indices.length !== width)) {
    throw usdError(`${weighted?.path}.${WEIGHTS}`, `${isConstant ? width : indices.length} weights`, weights.length);
  }
  const keys = [indexed?.attribute(INDICES), ordered?.attribute(JOINTS)].map((one) => one?.valueKey ?? '');
  const joints = indexed?.shared.get(`${skeleton.jointsKey} ${keys.join(' ')} influences`, () => {
    indexed.budget.take('keptNumbers', indices.length, indexed.path);
    return jointsOf(indexed, ordered, skeleton, indices);
  });
  return { width, isConstant, joints: joints ?? new Uint32Array(), weights };
}

/**
 * Returns the joint of the skeleton that each index means; `ordered` may state an order of its own.
 */
function jointsOf(
  prim: StagePrim,
  ordered: StagePrim | undefined,
  { indexOf, jointCount }: UsdSkeleton,
  indices: Float64Array,
): Uint32Array {
  const order = ordered?.names(JOINTS)?.map((name) => indexOf.get(name) ?? -1);
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
