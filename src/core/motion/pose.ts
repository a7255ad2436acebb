// The pose of a rigid body: a point x of the body is at position + R(rotation)·x in the world.
// Poses of callers are checked and normalised here.
import type { Vector } from '../math/vector.ts';
import { MotionError } from './motion-error.ts';

/**
 * Largest coordinate or speed: the squares of lengths stay far from overflow. Bodies have the same
 * limit.
 */
const MAX_COORDINATE = 2 ** 220;

/** Position and orientation of a rigid body. */
export interface Pose {
  /** Three numbers: the origin of the body's frame, in the world. */
  readonly position: ArrayLike<number>;
  /** A quaternion x, y, z, w of any length but zero; it is normalised. */
  readonly rotation: ArrayLike<number>;
}

/** A pose whose rotation is a unit quaternion. */
export interface CheckedPose {
  /** The origin of the body's frame, in the world. */
  readonly position: Vector;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: readonly [number, number, number, number];
}

/**
 * The pose, normalised. Throws `MotionError` for wrong lengths, numbers that are not finite, or a
 * zero quaternion.
 */
export function checkPose(pose: Pose, name = 'pose'): CheckedPose {
  const position = checkVector(pose.position, `${name}.position`);
  const [x, y, z, w] = checkNumbers(pose.rotation, 4, `${name}.rotation`);
  // Scaled first: squares of very large or small numbers would overflow or underflow.
  const greatest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (greatest === 0) {
    throw new MotionError('zero-rotation', `${name}.rotation is the zero quaternion; no rotation is [0, 0, 0, 1].`);
  }
  const [a, b, c, d] = [x / greatest, y / greatest, z / greatest, w / greatest];
  const squared = a * a + b * b + c * c + d * d;
  // A unit quaternion stays as it is: normalising would only add another rounding.
  if (greatest <= 1 && Math.abs(squared * greatest * greatest - 1) < 2 ** -50)
    return { position, rotation: [x, y, z, w] };
  const length = Math.sqrt(squared);
  return { position, rotation: [a / length, b / length, c / length, d / length] };
}

/** Three finite lengths or speeds whose squares do not overflow. Throws `MotionError`. */
export function checkVector(values: ArrayLike<number>, name: string): Vector {
  const [x, y, z] = checkFinite(values, name);
  const greatest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (greatest > MAX_COORDINATE)
    throw new MotionError(
      'too-large',
      `${name} reaches ${greatest}; numbers up to ${MAX_COORDINATE} can be worked with.`,
    );
  return [x, y, z];
}

/** Three finite numbers. Throws `MotionError`. */
export function checkFinite(values: ArrayLike<number>, name: string): Vector {
  const [x, y, z] = checkNumbers(values, 3, name);
  return [x, y, z];
}

function checkNumbers(values: ArrayLike<number>, count: number, name: string): number[] {
  if (values?.length !== count) {
    throw new MotionError('wrong-length', `${name} has ${values?.length ?? 'no'} numbers; ${count} are needed.`);
  }
  const numbers = Array.from(values, Number);
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new MotionError('not-finite', `${name}[${bad}] is ${values[bad]}; it must be a finite number.`);
  return numbers;
}

/** Row-major rotation matrix of a unit quaternion. */
export function rotationMatrix([x, y, z, w]: readonly number[]): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** The quaternion of the rotation p followed by the rotation q. */
export function quaternionProduct(
  [qx, qy, qz, qw]: readonly number[],
  [px, py, pz, pw]: readonly number[],
): [number, number, number, number] {
  // Paired so that a rotation and its inverse give exactly no rotation.
  return [
    qw * px + qx * pw + (qy * pz - qz * py),
    qw * py + qy * pw + (qz * px - qx * pz),
    qw * pz + qz * pw + (qx * py - qy * px),
    qw * pw - qx * px - qy * py - qz * pz,
  ];
}
