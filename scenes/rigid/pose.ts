// Poses and motions of rigid bodies as scenes draw them. A world point is position + rotation · x;
// over t in [0, 1] the frame's origin has a constant velocity, and the frame a constant angular
// velocity about an axis of the world.
import type { Random } from '../../src/core/math/random.ts';
import type { Point } from './soup.ts';

/** A unit quaternion: x, y, z, w. */
export type Rotation = readonly [number, number, number, number];

/** A position and a rotation. */
export interface Pose {
  readonly position: Point;
  readonly rotation: Rotation;
}

/** A motion from one pose to another, by the shorter rotation. */
export interface PosePair {
  readonly pose0: Pose;
  readonly pose1: Pose;
}

/** A motion by velocities over the whole step, which may rotate by more than π. */
export interface Velocities {
  readonly pose0: Pose;
  readonly velocity: Point;
  /** The axis times the angle over the step, in radians. */
  readonly angularVelocity: Point;
}

/** A motion as scenes draw it. */
export type MotionDraw = PosePair | Velocities;

/** No rotation. */
export const UNTURNED: Rotation = [0, 0, 0, 1];
/** A body that stays at the origin. */
export const AT_REST: PosePair = {
  pose0: { position: [0, 0, 0], rotation: UNTURNED },
  pose1: { position: [0, 0, 0], rotation: UNTURNED },
};

/** The product of two rotations: first the second one, then the first. */
export function compose([a, b, c, d]: Rotation, [x, y, z, w]: Rotation): Rotation {
  return unitRotation([
    a * w + d * x + b * z - c * y,
    b * w + d * y + c * x - a * z,
    c * w + d * z + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ]);
}

/** The rotation about this direction by an angle equal to its length. */
export function rotationBy([x, y, z]: Point): Rotation {
  const angle = Math.hypot(x, y, z);
  if (angle === 0) return UNTURNED;
  const sin = Math.sin(angle / 2) / angle;
  return unitRotation([sin * x, sin * y, sin * z, Math.cos(angle / 2)]);
}

/** Rotates a point. */
export function rotate([x, y, z, w]: Rotation, [p, q, r]: Point): Point {
  const [a, b, c] = [2 * (y * r - z * q), 2 * (z * p - x * r), 2 * (x * q - y * p)];
  return [p + w * a + y * c - z * b, q + w * b + z * a - x * c, r + w * c + x * b - y * a];
}

/** The inverse rotation. */
export function inverse([x, y, z, w]: Rotation): Rotation {
  return [-x, -y, -z, w];
}

/** The first point plus `factor` times the second. */
export function add([x, y, z]: Point, [p, q, r]: Point, factor = 1): Point {
  return [x + factor * p, y + factor * q, z + factor * r];
}

/** A point scaled by a factor. */
export function times([x, y, z]: Point, factor: number): Point {
  return [factor * x, factor * y, factor * z];
}

/** A random direction, uniform on the unit sphere. */
export function randomDirection(random: Random): Point {
  const [z, angle] = [random.between(-1, 1), random.between(0, 2 * Math.PI)];
  const rho = Math.sqrt(1 - z * z);
  return [rho * Math.cos(angle), rho * Math.sin(angle), z];
}

/** A random unit vector perpendicular to another. */
export function randomAcross(random: Random, [x, y, z]: Point): Point {
  const [p, q, r] = randomDirection(random);
  const [a, b, c] = [y * r - z * q, z * p - x * r, x * q - y * p];
  const length = Math.hypot(a, b, c);
  return [a / length, b / length, c / length];
}

/** A random rotation, uniform among all [Shoemake 1992]. */
export function randomRotation(random: Random): Rotation {
  const [share, a, b] = [random.next(), random.between(0, 2 * Math.PI), random.between(0, 2 * Math.PI)];
  const [p, q] = [Math.sqrt(1 - share), Math.sqrt(share)];
  return [p * Math.sin(a), p * Math.cos(a), q * Math.sin(b), q * Math.cos(b)];
}

/** The pose pair of a motion that rotates by at most π. */
export function posePair({ pose0, velocity, angularVelocity }: Velocities): PosePair {
  const position = add(pose0.position, velocity);
  return { pose0, pose1: { position, rotation: compose(rotationBy(angularVelocity), pose0.rotation) } };
}

function unitRotation(q: Rotation): Rotation {
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}
