// The stretches of time over which both motions keep their velocities, with the poses of both bodies at the start of each.
import { type CheckedPose, rotationMatrix } from '../../core/motion/pose.ts';
import type { Leg, RigidMotion } from '../../core/motion/rigid-motion.ts';

export interface Mover {
  readonly pose: CheckedPose;
  readonly matrix: readonly number[];
  readonly velocity: readonly [number, number, number];
  readonly angularVelocity: readonly [number, number, number];
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
  if (start === leg.start) return leg;
  const pose = motion.at(start);
  return { ...leg, pose, matrix: rotationMatrix(pose.rotation) };
}

/** A body that stays where it is. */
export function stillMover(pose: CheckedPose): Mover {
  return { pose, matrix: rotationMatrix(pose.rotation), velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
}

export function exchanged({ start, end, a, b }: Stretch): Stretch {
  return { start, end, a: b, b: a };
}
