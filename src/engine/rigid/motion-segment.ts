// Cuts two motions into segments in which both bodies keep their velocities, and gives the poses of
// both at the start of each segment. Searches work on one segment (rigid-search.ts).
import { length, times, type Vector, ZERO } from '../../core/math/vector.ts';
import { type CheckedPose, rotationMatrix } from '../../core/motion/pose.ts';
import type { Leg, RigidMotion } from '../../core/motion/rigid-motion.ts';

/** How one body moves during a segment. */
export interface BodyMotion {
  /** Pose at the start of the segment. */
  readonly pose: CheckedPose;
  /** Rotation matrix of that pose, row-major. */
  readonly matrix: readonly number[];
  /** Lengths per unit of time, in the world. */
  readonly velocity: Vector;
  /** Radians per unit of time, about axes of the world. */
  readonly angularVelocity: Vector;
  /**
   * Radians by which the body has turned since the start of its leg. The rounding error of `pose`
   * grows in proportion.
   */
  readonly turned: number;
}

/** A part of [0, 1] in which both bodies move with constant velocities. */
export interface MotionSegment {
  /** Time at which it begins. */
  readonly start: number;
  /** Time at which it ends. */
  readonly end: number;
  /** Motion of the first body. */
  readonly a: BodyMotion;
  /** Motion of the second body. */
  readonly b: BodyMotion;
}

/** The segments of two motions, in order; they cover [0, 1]. */
export function motionSegments(motionA: RigidMotion, motionB: RigidMotion): MotionSegment[] {
  const all: MotionSegment[] = [];
  let i = 0;
  let j = 0;
  let start = 0;
  while (i < motionA.legs.length && j < motionB.legs.length) {
    const legA = motionA.legs[i];
    const legB = motionB.legs[j];
    const end = Math.min(legA.end, legB.end);
    all.push({ start, end, a: motionFrom(motionA, legA, start), b: motionFrom(motionB, legB, start) });
    if (legA.end === end) i++;
    if (legB.end === end) j++;
    start = end;
  }
  return all;
}

/** The motion of a leg from a time within it on. */
function motionFrom(motion: RigidMotion, leg: Leg, start: number): BodyMotion {
  const { pose, matrix, velocity, angularVelocity } = leg;
  if (start === leg.start) return { pose, matrix, velocity, angularVelocity, turned: 0 };
  const later = motion.at(start);
  const turned = (start - leg.start) * length(angularVelocity);
  return { pose: later, matrix: rotationMatrix(later.rotation), velocity, angularVelocity, turned };
}

/** Two bodies that do not move, at time 0. */
export function staticSegment(poseA: CheckedPose, poseB: CheckedPose): MotionSegment {
  return { start: 0, end: 0, a: staticMotion(poseA), b: staticMotion(poseB) };
}

function staticMotion(pose: CheckedPose): BodyMotion {
  return { pose, matrix: rotationMatrix(pose.rotation), velocity: ZERO, angularVelocity: ZERO, turned: 0 };
}

/**
 * The same segment with its own time from 0 to 1. Short segments late in a motion then lose no
 * digits to the rounding of time.
 */
export function inUnitTime(segment: MotionSegment): MotionSegment {
  const { start, end, a, b } = segment;
  const span = end - start;
  if (start === 0 && (span === 1 || span === 0)) return segment;
  return { start: 0, end: 1, a: scaled(a, span), b: scaled(b, span) };
}

function scaled(motion: BodyMotion, span: number): BodyMotion {
  return { ...motion, velocity: times(motion.velocity, span), angularVelocity: times(motion.angularVelocity, span) };
}

/** The same segment with a and b exchanged. */
export function swapped({ start, end, a, b }: MotionSegment): MotionSegment {
  return { start, end, a: b, b: a };
}
