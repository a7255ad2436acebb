// Chooses the frame in which the directions of gaps are fixed, before each search
// (rigid-search.ts). If one body does not rotate, directions fixed in it are fixed in the world
// too, and the motion of the other relative to it is simple. If both rotate there are two choices,
// both sound. With directions fixed in the world, the motion bounds of both bodies add up. With
// directions fixed in one body, the other rotates by the difference of their angular velocities
// only, but every point has an additional acceleration. The second choice wins where bodies rotate
// together, such as a pin in a spinning wheel.
//
// Relative to b, a point p + ρ of a (p: a's origin from b's, ρ: from a's origin, Δ = ω_a − ω_b) has
//   velocity v − ω_b × p + Δ × ρ and
//   acceleration Δ × (Δ × ρ) + (Δ × ω_b) × ρ − 2 ω_b × v + ω_b × (ω_b × p).
import { cross, length, minus, rotatedBack, unitVector, type Vector } from '../../core/math/vector.ts';
import { type BodyMotion, type MotionSegment, swapped } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';

/** Directions are fixed in b, which does not rotate; it may translate. */
export const IN_NONROTATING_B = 0;
/** Directions are fixed in the world, and both bodies may rotate. */
export const IN_WORLD = 1;
/** Directions are fixed in b, which rotates. */
export const IN_ROTATING_B = 2;
/**
 * The frame in which directions are fixed. The kernels use the same numbers
 * (kernels/relative-pose.ts).
 */
export type Frame = typeof IN_NONROTATING_B | typeof IN_WORLD | typeof IN_ROTATING_B;

/** A frame, and which body is its b. */
export interface FrameChoice {
  /** The frame in which directions are fixed. */
  readonly frame: Frame;
  /** Whether the bodies are exchanged: the a of the caller is then the b of the frame. */
  readonly isSwapped: boolean;
}

/**
 * A frame fixed in a rotating body is chosen only if its cost is at most this share of the cost in
 * the world: its bound on the acceleration is the same for all directions.
 */
const MAX_COST_RATIO = 0.5;

/** Bounds are raised by this share of the magnitudes they are computed from, to cover rounding. */
const BOUND_ROUNDING = 2 ** -50;

/** The frame in which a search for contact probably takes the fewest steps. */
export function chooseFrame(a: RigidBody, b: RigidBody, segment: MotionSegment): FrameChoice {
  if (!isTurning(segment.b)) return { frame: IN_NONROTATING_B, isSwapped: false };
  if (!isTurning(segment.a)) return { frame: IN_NONROTATING_B, isSwapped: true };
  const inB = costInRotatingB(a, b, segment);
  const inA = costInRotatingB(b, a, swapped(segment));
  if (Math.min(inA, inB) > MAX_COST_RATIO * costInWorld(a, b, segment)) return { frame: IN_WORLD, isSwapped: false };
  return { frame: IN_ROTATING_B, isSwapped: inA < inB };
}

function isTurning({ angularVelocity }: BodyMotion): boolean {
  return angularVelocity[0] !== 0 || angularVelocity[1] !== 0 || angularVelocity[2] !== 0;
}

/**
 * Estimated cost of a search in a frame, as a speed: the speed due to rotation, plus the speed that
 * the acceleration gathers over the size of the bodies. Translation is left out, since it costs the
 * same in every frame.
 */
function cost(a: RigidBody, b: RigidBody, speed: number, acceleration: number): number {
  return speed + Math.sqrt(acceleration * (a.reach + b.reach));
}

function costInWorld(a: RigidBody, b: RigidBody, { a: motionA, b: motionB }: MotionSegment): number {
  const [speedA, speedB] = [length(motionA.angularVelocity), length(motionB.angularVelocity)];
  const speed = speedA * a.reach + speedB * b.reach;
  return cost(a, b, speed, speedA * speedA * a.reach + speedB * speedB * b.reach);
}

function costInRotatingB(a: RigidBody, b: RigidBody, segment: MotionSegment): number {
  const difference = length(minus(segment.a.angularVelocity, segment.b.angularVelocity));
  const bounds = accelerationBoundsInB(a, segment);
  return cost(a, b, maxOriginSpeed(segment) + difference * a.reach, bounds.cross + bounds.rest);
}

/**
 * Upper bound of |ω_b × p| over the segment. p moves along a line, so the maximum is at one end.
 */
function maxOriginSpeed({ start, end, a, b }: MotionSegment): number {
  const p = minus(a.pose.position, b.pose.position);
  const v = minus(a.velocity, b.velocity);
  const span = end - start;
  const q: Vector = [p[0] + span * v[0], p[1] + span * v[1], p[2] + span * v[2]];
  const omega = b.angularVelocity;
  const rounding = BOUND_ROUNDING * length(omega) * (length(p) + span * length(v));
  return Math.max(length(cross(omega, p)), length(cross(omega, q))) + rounding;
}

/** Bounds on the acceleration of any point of a at any time, relative to b. */
export interface AccelerationBounds {
  /** Bound in any direction. */
  readonly max: number;
  /** The bound along a unit direction n that is fixed in b is cross · |n × axis| + rest. */
  readonly cross: number;
  /** See `cross`. */
  readonly rest: number;
  /** Unit vector of the bound `cross`, fixed in b. */
  readonly axis: Vector;
}

/**
 * The bounds for the points of a. Where b turns, Δ splits into a part along ω_b, which is fixed in
 * b, and a perpendicular one, which rotates: |n × Δ| ≤ |n × ω_b|/|ω_b|·|Δ∥| + |Δ⊥| at any time.
 */
export function accelerationBoundsInB(a: RigidBody, segment: MotionSegment): AccelerationBounds {
  const { a: motionA, b: motionB } = segment;
  const omega = motionB.angularVelocity;
  const difference = minus(motionA.angularVelocity, omega);
  const size = length(difference);
  const spin = size * size * a.reach;
  const axisOf = (w: Vector): Vector => unitVector(rotatedBack(motionB.matrix, w));
  // Where b does not turn, a turns about an axis that is fixed in b, and nothing else accelerates
  // it.
  if (!isTurning(motionB)) return { max: spin, cross: spin, rest: 0, axis: axisOf(difference) };
  const speed = length(omega);
  const skew = length(cross(difference, omega));
  const velocity = minus(motionA.velocity, motionB.velocity);
  const drift = 2 * (length(cross(omega, velocity)) + BOUND_ROUNDING * speed * length(velocity));
  const along = spin + drift + speed * maxOriginSpeed(segment);
  return {
    max: along + (skew + BOUND_ROUNDING * size * speed) * a.reach,
    cross: along,
    rest: (skew / speed + BOUND_ROUNDING * size) * (size + speed) * a.reach,
    axis: axisOf(omega),
  };
}
