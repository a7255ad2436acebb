// The joints of a skeleton over time: local transforms of an animation, or those of rest, joined
// from the root of the skeleton down and set against the pose in which the mesh was bound.
import { AFFINE, composeTrs, multiply, TRS } from '../../gltf/gltf-affine.ts';
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import { MAX_PRIM_DEPTH } from '../usd-limits.ts';
import type { UsdNotes } from '../usd-notes.ts';
import { affineOfRows, invertAffine } from './usd-transform.ts';

/** The attributes of an animation and the order of its joints. */
interface JointAnimation {
  /** The index in the animation of each joint of the skeleton; -1 for joints that it leaves at rest. */
  readonly indexOf: readonly number[];
  readonly count: number;
  readonly translations: StageAttribute;
  readonly rotations: StageAttribute;
  readonly scales: StageAttribute;
}

/** The joints of a skeleton at rest; skeletons with the same values share it. */
interface SkeletonPose {
  /** The joints by path, parents before children. */
  readonly joints: readonly string[];
  readonly parentOf: readonly number[];
  readonly rest: Float64Array;
  readonly inverseBind: Float64Array;
  /** Room for the result of `mapsAt`. */
  readonly maps: Float64Array;
}

/** A skeleton over time. */
export class UsdSkeleton {
  /** Tells its joints from those of other skeletons. */
  readonly jointsKey: string;
  /** The number of joints. */
  readonly jointCount: number;
  /** The index of each joint. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** The attributes that move joints. */
  readonly moving: readonly StageAttribute[];
  private readonly pose: SkeletonPose;
  private readonly animation: JointAnimation | undefined;
  private readonly skinning: Float64Array;
  private skinningTime = Number.NaN;

  /** `animation` is the prim that moves the joints. */
  constructor(prim: StagePrim, animation: StagePrim | undefined, notes: UsdNotes) {
    const [joints, rest, bind] = ['joints', 'restTransforms', 'bindTransforms'].map(
      (name) => prim.attribute(name)?.valueKey ?? '',
    );
    this.jointsKey = joints;
    this.jointCount = prim.names('joints')?.length ?? 0;
    this.indexOf = prim.indexOfName('joints');
    this.pose = prim.shared.get(`${joints} ${rest} ${bind} pose`, () => poseOf(prim, this.indexOf));
    prim.budget.take('keptNumbers', AFFINE * this.pose.joints.length, prim.path);
    this.animation = animation && animationOf(animation, this.pose.joints, notes);
    const { translations, rotations, scales } = this.animation ?? {};
    this.moving = [translations, rotations, scales].flatMap((one) => (one && !one.isConstant ? [one] : []));
    this.skinning = new Float64Array(AFFINE * this.pose.joints.length);
  }

  /**
   * Returns for each joint the map from the points of a mesh into the space of the skeleton at a
   * time in seconds; `bind` leads to where the mesh was bound. The next call overwrites the result.
   */
  mapsAt(time: number, bind: Float64Array): Float64Array {
    const skinning = this.skinningAt(time);
    const { maps } = this.pose;
    for (let at = 0; at < skinning.length; at += AFFINE) multiply(skinning, at, bind, 0, maps, at);
    return maps;
  }

  /** Returns for each joint the map from where it was bound to where it is. */
  private skinningAt(time: number): Float64Array {
    const { skinning } = this;
    const { parentOf, inverseBind } = this.pose;
    if (this.skinningTime === time) return skinning;
    const local = this.localsAt(time);
    const inSkeleton = new Float64Array(local.length);
    for (let i = 0; i < parentOf.length; i++) {
      const at = AFFINE * i;
      if (parentOf[i] < 0) inSkeleton.set(local.subarray(at, at + AFFINE), at);
      else multiply(inSkeleton, AFFINE * parentOf[i], local, at, inSkeleton, at);
      multiply(inSkeleton, at, inverseBind, at, skinning, at);
    }
    this.skinningTime = time;
    return skinning;
  }

  private localsAt(time: number): Float64Array {
    const { animation } = this;
    const local = this.pose.rest.slice();
    if (animation === undefined) return local;
    const translations = animation.translations.numbersAt(time, 'vector');
    const rotations = animation.rotations.numbersAt(time, 'quaternion');
    const scales = animation.scales.numbersAt(time, 'vector');
    const { count } = animation;
    // OpenUSD leaves joints at rest, too, if the animation does not have a value for every joint.
    if (translations.length !== 3 * count || rotations.length !== 4 * count || scales.length !== 3 * count)
      return local;
    const trs = new Float64Array(TRS);
    animation.indexOf.forEach((index, joint) => {
      if (index < 0) return;
      trs.set(translations.subarray(3 * index, 3 * index + 3), 0);
      trs.set(rotations.subarray(4 * index, 4 * index + 4), 3);
      trs.set(scales.subarray(3 * index, 3 * index + 3), 7);
      composeTrs(trs, 0, local, AFFINE * joint);
    });
    return local;
  }
}

function poseOf(prim: StagePrim, indexOf: ReadonlyMap<string, number>): SkeletonPose {
  const joints = prim.names('joints') ?? [];
  prim.budget.take('keptNumbers', 3 * AFFINE * joints.length, prim.path);
  const parentOf = joints.map((joint, i) => {
    const parent = parentIn(joint, indexOf);
    if (parent >= i) throw usdError(`${prim.path}.joints[${i}]`, 'a joint after its parent', joint);
    return parent;
  });
  const rest = matricesOf(prim, 'restTransforms', joints.length);
  const inverseBind = matricesOf(prim, 'bindTransforms', joints.length);
  for (let at = 0; at < inverseBind.length; at += AFFINE)
    invertAffine(inverseBind.slice(at, at + AFFINE), 0, inverseBind, at);
  return { joints, parentOf, rest, inverseBind, maps: new Float64Array(AFFINE * joints.length) };
}

function animationOf(prim: StagePrim, joints: readonly string[], notes: UsdNotes): JointAnimation | undefined {
  const [translations, rotations, scales] = ['translations', 'rotations', 'scales'].map((name) => prim.attribute(name));
  if (!(translations && rotations && scales)) {
    const isPartial = translations ?? rotations ?? scales;
    if (isPartial)
      notes.add('Animations without translations, rotations or scales move no joint, as in OpenUSD', prim.path);
    return undefined;
  }
  const indices = prim.indexOfName('joints');
  const indexOf = joints.map((joint) => indices.get(joint) ?? -1);
  return { indexOf, count: prim.names('joints')?.length ?? 0, translations, rotations, scales };
}

/** Joints are paths: the parent is the nearest joint above. */
function parentIn(joint: string, indices: ReadonlyMap<string, number>): number {
  let path = joint;
  for (let i = 0; i < MAX_PRIM_DEPTH; i++) {
    const slash = path.lastIndexOf('/');
    if (slash <= 0) return -1;
    path = path.slice(0, slash);
    const index = indices.get(path);
    if (index !== undefined) return index;
  }
  return -1;
}

/** Returns a matrix per joint as an affine map; the identity if there are none. */
function matricesOf(prim: StagePrim, name: string, count: number): Float64Array {
  const value = prim.attribute(name)?.firstValue();
  const matrices = value === undefined || value.isBlocked ? new Float64Array() : value.numbers('matrix');
  if (matrices.length !== 0 && matrices.length !== 16 * count) {
    throw usdError(`${prim.path}.${name}`, `${count} matrices, one per joint`, matrices.length / 16);
  }
  const maps = new Float64Array(AFFINE * count);
  for (let i = 0; i < count; i++) {
    if (matrices.length > 0) affineOfRows(matrices, 16 * i, maps, AFFINE * i);
    else for (let k = 0; k < 9; k += 4) maps[AFFINE * i + k] = 1;
  }
  return maps;
}
