// The stretches of time over which both motions keep their velocities, with the poses of both bodies at the start of each.
import { type CheckedPose, rotationMatrix } from '../../core/motion/pose.ts';
import type { Leg, RigidMotion } from '../../core/motion/rigid-motion.ts';
import { length, type Vector, ZERO } from './vectors.ts';

export interface Mover {
  readonly pose: CheckedPose;
  readonly matrix: readonly number[];
  readonly velocity: readonly [number, number, number];
  readonly angularVelocity: readonly [number, number, number];
  /** Radians by which it has turned on this leg before: its pose is rounded in proportion. */
  readonly turned: number;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly a: Mover;
  readonly b: Mover;
}

export function stretches(motionA: RigidMotion, motionB: RigidMotion): Stretch[] {
  const all: Stretch[] = [];
  let i = 0;
  let j = 0;
  let start = 0;
  while (i < motionA.legs.length && j < motionB.legs.length) {
    const legA = motionA.legs[i];
    const legB = motionB.legs[j];
    const end = Math.min(legA.end, legB.end);
    all.push({ start, end, a: moverFrom(motionA, legA, start), b: moverFrom(motionB, legB, start) });
    if (legA.end === end) i++;
    if (legB.end === end) j++;
    start = end;
  }
  return all;
}

/** The leg from a time within it on. */
function moverFrom(motion: RigidMotion, leg: Leg, start: number): Mover {
  const { pose, matrix, velocity, angularVelocity } = leg;
  if (start === leg.start) return { pose, matrix, velocity, angularVelocity, turned: 0 };
  const later = motion.at(start);
  const turned = (start - leg.start) * length(angularVelocity);
  return { pose: later, matrix: rotationMatrix(later.rotation), velocity, angularVelocity, turned };
}

/** A body that stays where it is. */
export function stillMover(pose: CheckedPose): Mover {
  return { pose, matrix: rotationMatrix(pose.rotation), velocity: ZERO, angularVelocity: ZERO, turned: 0 };
}

/** The same with a time of its own, from 0 to 1: short stretches late in a motion lose nothing to the rounding of the time. */
export function inOwnTime(stretch: Stretch): Stretch {
  const { start, end, a, b } = stretch;
  const span = end - start;
  if (start === 0 && (span === 1 || span === 0)) return stretch;
  return { start: 0, end: 1, a: scaled(a, span), b: scaled(b, span) };
}

function scaled(mover: Mover, span: number): Mover {
  return { ...mover, velocity: times(mover.velocity, span), angularVelocity: times(mover.angularVelocity, span) };
}

function times([x, y, z]: Vector, factor: number): Vector {
  return [factor * x, factor * y, factor * z];
}

export function exchanged({ start, end, a, b }: Stretch): Stretch {
  return { start, end, a: b, b: a };
}
