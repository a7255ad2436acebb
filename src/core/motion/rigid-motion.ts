// The motion of a rigid body over t in [0, 1] as a sequence of legs (motion segments): on each leg
// its velocity and its angular velocity are constant. Sines come from a kernel, and everything else
// from sums, products and roots, so a motion has the same bits on every engine.
import { length, times, type Vector } from '../math/vector.ts';
import { rigidArena } from '../memory/arena.ts';
import { MotionError } from './motion-error.ts';
import {
  type CheckedPose,
  checkFinite,
  checkPose,
  checkVector,
  type Pose,
  quaternionProduct,
  rotationMatrix,
} from './pose.ts';

/** A part of a motion with constant velocities: a motion segment. */
export interface Leg {
  /** Time at which the leg begins. */
  readonly start: number;
  /** Time at which the leg ends. */
  readonly end: number;
  /** Pose at the start of the leg. */
  readonly pose: CheckedPose;
  /** Rotation matrix of that pose, row-major. */
  readonly matrix: readonly number[];
  /** Velocity in the world, in lengths per unit of t. */
  readonly velocity: Vector;
  /** Angular velocity about the world's axes, in radians per unit of t. */
  readonly angularVelocity: Vector;
}

/** Radians that a leg may turn: beyond it, the rotation would be lost in rounding. */
const MAX_RADIANS = 2 ** 20;

/** A motion of a rigid body over t in [0, 1]. Immutable. */
export class RigidMotion {
  /** The parts of the motion, in order; they cover [0, 1]. */
  readonly legs: readonly Leg[];

  private constructor(legs: readonly Leg[]) {
    this.legs = legs;
  }

  /** A motion of these legs, which another motion has: legs can be sent to other threads. */
  static fromLegs(legs: readonly Leg[]): RigidMotion {
    return new RigidMotion(legs);
  }

  /** From one pose to another, turning the shorter way round. Throws `MotionError`. */
  static between(pose0: Pose, pose1: Pose): RigidMotion {
    return new RigidMotion([legBetween(checkPose(pose0, 'pose0'), checkPose(pose1, 'pose1'), 0, 1)]);
  }

  /**
   * From a pose, with velocities per unit of t; the angular velocity is in radians about the
   * world's axes and may turn by any angle up to 2^20 radians. Throws `MotionError`.
   */
  static withVelocity(pose0: Pose, velocity: ArrayLike<number>, angularVelocity: ArrayLike<number>): RigidMotion {
    const omega = checkFinite(angularVelocity, 'angularVelocity');
    if (!(length(omega) <= MAX_RADIANS)) {
      throw new MotionError('too-fast', `angularVelocity turns by more than ${MAX_RADIANS} radians.`);
    }
    const pose = checkPose(pose0, 'pose0');
    const matrix = rotationMatrix(pose.rotation);
    return new RigidMotion([
      { start: 0, end: 1, pose, matrix, velocity: checkVector(velocity, 'velocity'), angularVelocity: omega },
    ]);
  }

  /**
   * Through poses, at evenly spaced times or at `times`, which rise from 0 to 1, one for each pose.
   * Throws `MotionError`.
   */
  static path(poses: readonly Pose[], times?: ArrayLike<number>): RigidMotion {
    if (poses.length === 0) throw new MotionError('too-few-poses', 'A path needs one pose at least.');
    const checked = poses.map((pose, i) => checkPose(pose, `poses[${i}]`));
    if (checked.length === 1) return new RigidMotion([legBetween(checked[0], checked[0], 0, 1)]);
    const at = times ? checkTimes(times, checked.length) : checked.map((_, i) => i / (checked.length - 1));
    return new RigidMotion(checked.slice(1).map((pose, i) => legBetween(checked[i], pose, at[i], at[i + 1])));
  }

  /** A motion that stays at one pose. */
  static still(pose: Pose): RigidMotion {
    return RigidMotion.path([pose]);
  }

  /** The pose at a time in [0, 1], with a unit quaternion. */
  at(t: number): CheckedPose {
    checkTime(t);
    const leg = this.legs.find(({ end }) => t <= end) as Leg;
    const s = t - leg.start;
    const { position, rotation } = leg.pose;
    const [x, y, z] = leg.angularVelocity;
    const rate = length(leg.angularVelocity);
    const moved = position.map((p, i) => p + s * leg.velocity[i]) as unknown as Vector;
    if (rate === 0 || s === 0) return { position: moved, rotation };
    const [sine, cosine] = sineAndCosine(0.5 * rate * s);
    const part = sine / rate;
    return checkPose({
      position: moved,
      rotation: quaternionProduct([part * x, part * y, part * z, cosine], rotation),
    });
  }
}

/** Throws `RangeError` unless a motion is defined at this time. */
export function checkTime(t: number): void {
  if (!(t >= 0 && t <= 1)) throw new RangeError(`A motion is defined for t in [0, 1], not for ${t}.`);
}

function checkTimes(times: ArrayLike<number>, count: number): number[] {
  const list = Array.from(times, Number);
  const rises = list.every((t, i) => i === 0 || t > list[i - 1]);
  if (list.length !== count || list[0] !== 0 || list.at(-1) !== 1 || !rises) {
    throw new MotionError('bad-times', `The times of a path are ${count} numbers that rise from 0 to 1.`);
  }
  return list;
}

function legBetween(from: CheckedPose, to: CheckedPose, start: number, end: number): Leg {
  const span = end - start;
  const velocity = from.position.map((p, i) => (to.position[i] - p) / span) as unknown as Vector;
  const [x, y, z, w] = from.rotation;
  const turn = quaternionProduct(to.rotation, [-x, -y, -z, w]);
  // q and −q are the same rotation: the one with the positive cosine turns the shorter way round.
  const side = turn[3] < 0 ? -1 : 1;
  const axis = times([turn[0], turn[1], turn[2]], side);
  const sine = length(axis);
  const angle = sine > 0 ? 2 * angleOf(sine, Math.abs(turn[3])) : 0;
  const factor = sine > 0 ? angle / (sine * span) : 0;
  return {
    start,
    end,
    pose: from,
    matrix: rotationMatrix(from.rotation),
    velocity,
    angularVelocity: times(axis, factor),
  };
}

/**
 * The angle in [0, π/2] with this sine and cosine, by Newton's method. The first approximation errs
 * by 0.005, and each step cubes the error.
 */
function angleOf(sine: number, cosine: number): number {
  const size = Math.sqrt(sine * sine + cosine * cosine);
  const [s, c] = [sine / size, cosine / size];
  const ratio = s < c ? s / c : c / s;
  const rough = ratio / (1 + 0.28125 * ratio * ratio);
  let angle = s < c ? rough : Math.PI / 2 - rough;
  for (let i = 0; i < 3; i++) {
    const [sineNow, cosineNow] = sineAndCosine(angle);
    angle += s * cosineNow - c * sineNow;
  }
  return angle;
}

/** Address to which the kernel writes sine and cosine; 0 before the first use. */
let pointer = 0;

function sineAndCosine(angle: number): readonly [number, number] {
  const memory = rigidArena();
  if (pointer === 0) pointer = memory.allocate(16);
  memory.kernels.sineAndCosine(angle, pointer);
  return [memory.doubles[pointer / 8], memory.doubles[pointer / 8 + 1]];
}

/**
 * Doubles in the record of a motion that the kernels read (`Motion` in turning-pose.ts), including
 * room for the pose that they write.
 */
export const MOTION_DOUBLES = 50;

/**
 * Writes the record of a body that starts at `position` and moves with constant velocities;
 * `rotation` is row-major.
 */
export function writeMotion(
  out: Float64Array,
  at: number,
  start: number,
  position: Vector,
  velocity: Vector,
  angularVelocity: Vector,
  rotation: readonly number[],
): void {
  const speed = length(angularVelocity);
  const scale = speed > 0 ? 1 / speed : 0;
  const x = scale * angularVelocity[0];
  const y = scale * angularVelocity[1];
  const z = scale * angularVelocity[2];
  out[at] = start;
  for (let k = 0; k < 3; k++) {
    out[at + 1 + k] = position[k];
    out[at + 4 + k] = velocity[k];
    out[at + 7 + k] = angularVelocity[k];
  }
  out[at + 10] = speed;
  for (let i = 0; i < 9; i++) out[at + 11 + i] = rotation[i];
  // K·R0, then K·K·R0, where K is the cross-product matrix of the axis.
  for (let from = at + 11; from < at + 29; from += 9) {
    for (let j = from; j < from + 3; j++) {
      const a = out[j];
      const b = out[j + 3];
      const c = out[j + 6];
      out[j + 9] = y * c - z * b;
      out[j + 12] = z * a - x * c;
      out[j + 15] = x * b - y * a;
    }
  }
}

/** Writes the record of one leg. */
export function writeLeg(out: Float64Array, at: number, { start, pose, matrix, velocity, angularVelocity }: Leg): void {
  writeMotion(out, at, start, pose.position, velocity, angularVelocity, matrix);
}
