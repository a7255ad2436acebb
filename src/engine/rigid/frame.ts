// Chooses the directions along which gaps are measured. Where one body does not turn, directions
// fixed in it are fixed in the world too, and the other's motion is simple relative to it. Where
// both turn there are two choices, both sound: directions fixed in the world, where the bounds of
// both bodies add up; and directions fixed in one body, relative to which the other turns by the
// difference of their angular velocities, but every point is accelerated besides. The second wins
// where bodies turn together, such as a pin in a spinning wheel.
//
// Relative to b, a point p + ρ of a (p: a's origin from b's, ρ: from a's origin, Δ = ω_a − ω_b) has
//   velocity v − ω_b × p + Δ × ρ and
//   acceleration Δ × (Δ × ρ) + (Δ × ω_b) × ρ − 2 ω_b × v + ω_b × (ω_b × p).
import { cross, length, minus, rotatedBack, unitVector, type Vector } from '../../core/math/vector.ts';
import { type BodyMotion, type MotionSegment, swapped } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';

/** Directions fixed in b, which does not turn. */
export const IN_STILL_B = 0;
/** Directions fixed in the world. */
export const IN_WORLD = 1;
/** Directions fixed in b, which turns. */
export const IN_TURNING_B = 2;
/** What directions are fixed in; the numbers are those of the kernel (relative-pose.ts). */
export type Frame = typeof IN_STILL_B | typeof IN_WORLD | typeof IN_TURNING_B;

/** A frame, and which body is its b. */
export interface FrameChoice {
  /** What directions are fixed in. */
  readonly frame: Frame;
  /** Whether the bodies are exchanged, so that the frame's b is a. */
  readonly isSwapped: boolean;
}

/**
 * A frame fixed in a turning body has to be cheaper than the world by this factor: its bound on the
 * acceleration is the same for all directions.
 */
const MIN_GAIN = 0.5;

/** The frame in which a search for contact probably takes the fewest steps. */
export function chooseFrame(a: RigidBody, b: RigidBody, segment: MotionSegment): FrameChoice {
  if (!isTurning(segment.b)) return { frame: IN_STILL_B, isSwapped: false };
  if (!isTurning(segment.a)) return { frame: IN_STILL_B, isSwapped: true };
  const inB = costInTurningB(a, b, segment);
  const inA = costInTurningB(b, a, swapped(segment));
  if (Math.min(inA, inB) > MIN_GAIN * costInWorld(a, b, segment)) return { frame: IN_WORLD, isSwapped: false };
  return { frame: IN_TURNING_B, isSwapped: inA < inB };
}

function isTurning({ angularVelocity }: BodyMotion): boolean {
  return angularVelocity[0] !== 0 || angularVelocity[1] !== 0 || angularVelocity[2] !== 0;
}

/**
 * Speed by turning, and the speed that an acceleration gathers over the size of the bodies.
 * Translation costs the same in any frame.
 */
function cost(a: RigidBody, b: RigidBody, speed: number, acceleration: number): number {
  return speed + Math.sqrt(acceleration * (a.reach + b.reach));
}

function costInWorld(a: RigidBody, b: RigidBody, { a: motionA, b: motionB }: MotionSegment): number {
  const [speedA, speedB] = [length(motionA.angularVelocity), length(motionB.angularVelocity)];
  const speed = speedA * a.reach + speedB * b.reach;
  return cost(a, b, speed, speedA * speedA * a.reach + speedB * speedB * b.reach);
}

function costInTurningB(a: RigidBody, b: RigidBody, segment: MotionSegment): number {
  const { a: motionA, b: motionB } = segment;
  const difference = length(minus(motionA.angularVelocity, motionB.angularVelocity));
  const acceleration = accelerationInB(a, segment);
  return cost(a, b, maxOriginSpeed(segment) + difference * a.reach, acceleration.cross + acceleration.rest);
}

/** Greatest |ω_b × p|: p moves along a line, so it is at an end. Rounded up. */
function maxOriginSpeed({ start, end, a, b }: MotionSegment): number {
  const p = minus(a.pose.position, b.pose.position);
  const v = minus(a.velocity, b.velocity);
  const span = end - start;
  const q: Vector = [p[0] + span * v[0], p[1] + span * v[1], p[2] + span * v[2]];
  const omega = b.angularVelocity;
  const rounding = 2 ** -50 * length(omega) * (length(p) + span * length(v));
  return Math.max(length(cross(omega, p)), length(cross(omega, q))) + rounding;
}

/**
 * Bounds for any point of a at any time, relative to b, which turns: cross · |n × ω_b|/|ω_b| + rest
 * along a direction n. Δ splits into a part along ω_b, which is fixed in b, and a perpendicular
 * one, which rotates: |n × Δ| ≤ |n × ω_b|/|ω_b|·|Δ∥| + |Δ⊥| at any time.
 */
export function accelerationInB(a: RigidBody, segment: MotionSegment): { cross: number; rest: number } {
  const { a: motionA, b: motionB } = segment;
  const omega = motionB.angularVelocity;
  const speed = length(omega);
  const difference = minus(motionA.angularVelocity, omega);
  const size = length(difference);
  const perpendicular = length(cross(difference, omega)) / speed + 2 ** -50 * size;
  const velocity = minus(motionA.velocity, motionB.velocity);
  const drift = 2 * (length(cross(omega, velocity)) + 2 ** -50 * speed * length(velocity));
  return {
    cross: size * size * a.reach + drift + speed * maxOriginSpeed(segment),
    rest: perpendicular * (size + speed) * a.reach,
  };
}

/** Bounds on the acceleration of any point of a at any time, relative to b. */
export interface AccelerationBounds {
  /** In any direction. */
  readonly max: number;
  /** Along a direction n that is fixed in b: cross · |n × axis| + rest. */
  readonly cross: number;
  /** See `cross`. */
  readonly rest: number;
  /** Unit vector that is fixed in b. */
  readonly axis: Vector;
}

/** The bounds for the points of a, in either case: b turns or does not. */
export function accelerationBoundsInB(a: RigidBody, segment: MotionSegment): AccelerationBounds {
  const { a: motionA, b: motionB } = segment;
  const omega = motionB.angularVelocity;
  const difference = minus(motionA.angularVelocity, omega);
  const axisOf = (w: Vector): Vector => unitVector(rotatedBack(motionB.matrix, w));
  // Where b does not turn, a turns about an axis that is fixed in b, and nothing else accelerates
  // it.
  if (!isTurning(motionB)) {
    const max = length(difference) ** 2 * a.reach;
    return { max, cross: max, rest: 0, axis: axisOf(difference) };
  }
  const bounds = accelerationInB(a, segment);
  const perpendicular = length(cross(difference, omega)) + 2 ** -50 * length(difference) * length(omega);
  const max = bounds.cross + perpendicular * a.reach;
  return { max, cross: bounds.cross, rest: bounds.rest, axis: axisOf(omega) };
}
