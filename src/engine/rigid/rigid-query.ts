// Writes into the context of the kernels what a search needs to know about two bodies and a segment
// of their motions, and bounds what is lost to rounding. The fields are described where they are
// declared, in kernels/rigid-context.ts.
import { length, minus, productWithInverse, rotatedBack, type Vector, ZERO } from '../../core/math/vector.ts';
import type { RigidMemory } from '../../core/memory/arena.ts';
import { MOTION_DOUBLES, writeMotion } from '../../core/motion/rigid-motion.ts';
import { RigidContext } from '../../core/wasm/rigid.generated.ts';
import {
  type AccelerationBounds,
  accelerationBoundsInB,
  accelerationInB,
  type Frame,
  IN_STILL_B,
  IN_TURNING_B,
} from './frame.ts';
import { type MotionSegment, swapped } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';

/**
 * Rounding of the relative pose and of what is measured with it, as part of the lengths involved:
 * docs/numerics.md derives it.
 */
const RELATIVE_MARGIN = 1024 * 2 ** -53;
/** Units that a distance or speed in floats may reach: its square stays far from overflow. */
const MAX_UNITS = 2 ** 40;

/** A context with its scratch and the records of both motions; its queue has no room yet. */
export function allocateContext(memory: RigidMemory): RigidContext {
  const context = new RigidContext(memory, memory.allocate(memory.kernels.rigidContextBytes()));
  context.motionA = memory.allocate(8 * MOTION_DOUBLES);
  context.motionB = memory.allocate(8 * MOTION_DOUBLES);
  context.capacity = 0;
  return context;
}

/**
 * Returns the lengths by which a gap in doubles may err. `separation`: distance up to which bodies
 * count as touching.
 */
export function writeQuery(
  context: RigidContext,
  a: RigidBody,
  b: RigidBody,
  segment: MotionSegment,
  frame: Frame,
  separation: number,
): number {
  context.nodesA = a.nodes;
  context.nodesB = b.nodes;
  context.trianglesA = a.corners;
  context.trianglesB = b.corners;
  context.scaleA = a.unit;
  context.scaleB = b.unit;
  context.centreAX = a.centre[0];
  context.centreAY = a.centre[1];
  context.centreAZ = a.centre[2];
  context.centreBX = b.centre[0];
  context.centreBY = b.centre[1];
  context.centreBZ = b.centre[2];
  context.radii = a.radius + b.radius;
  context.frame = frame;
  context.separation = separation;
  const position = minus(segment.a.pose.position, segment.b.pose.position);
  const velocity = minus(segment.a.velocity, segment.b.velocity);
  writeMotions(context, segment, frame, position, velocity);
  writeAngularVelocities(context, a, segment, frame);
  writeAccelerationsInA(context, accelerationBoundsInB(b, swapped(segment)));
  writeAccelerationsInB(context, accelerationBoundsInB(a, segment));
  return writeMargins(context, a, b, segment, length(position), length(velocity));
}

/**
 * The motion of a relative to b's position, in b's frame if b does not turn; else b turns about its
 * origin.
 */
function writeMotions(
  context: RigidContext,
  { start, a, b }: MotionSegment,
  frame: Frame,
  position: Vector,
  velocity: Vector,
): void {
  const out = context.memory.doubles;
  const atA = context.motionA / 8;
  if (frame !== IN_STILL_B) {
    writeMotion(out, atA, start, position, velocity, a.angularVelocity, a.matrix);
    writeMotion(out, context.motionB / 8, start, ZERO, ZERO, b.angularVelocity, b.matrix);
    return;
  }
  const p = rotatedBack(b.matrix, position);
  const v = rotatedBack(b.matrix, velocity);
  const w = rotatedBack(b.matrix, a.angularVelocity);
  writeMotion(out, atA, start, p, v, w, productWithInverse(b.matrix, a.matrix));
}

/**
 * Angular velocities, and the bounds on accelerations for directions that are fixed in a turning b.
 */
function writeAngularVelocities(context: RigidContext, a: RigidBody, segment: MotionSegment, frame: Frame): void {
  const { a: motionA, b: motionB } = segment;
  const omegaB = rotatedBack(motionB.matrix, motionB.angularVelocity);
  const speedB = length(motionB.angularVelocity);
  context.omegaBX = omegaB[0];
  context.omegaBY = omegaB[1];
  context.omegaBZ = omegaB[2];
  context.angularSpeedB = speedB;
  if (frame === IN_TURNING_B) {
    const extra = accelerationInB(a, segment);
    context.angularSpeedA = length(minus(motionA.angularVelocity, motionB.angularVelocity));
    context.extraAcceleration = extra.rest;
    context.crossAcceleration = extra.cross / speedB;
  } else {
    context.angularSpeedA = length(motionA.angularVelocity);
    context.extraAcceleration = 0;
    context.crossAcceleration = 0;
  }
}

/**
 * The unit of the floats and the margins of gaps and speeds, from bounds on the lengths and speeds
 * that enter them. An angle is rounded in proportion to its size, so turning counts like length.
 * Returns the margin without the separation.
 */
function writeMargins(
  context: RigidContext,
  a: RigidBody,
  b: RigidBody,
  { start, end, a: motionA, b: motionB }: MotionSegment,
  offset: number,
  speed: number,
): number {
  const turnsA = 1 + motionA.turned + length(motionA.angularVelocity);
  const turnsB = 1 + motionB.turned + length(motionB.angularVelocity);
  const distance = offset + (end - start) * speed;
  const lengths = turnsB * (distance + a.reach + b.reach) + turnsA * a.reach;
  // Relative to b, which may turn, every speed is less than this at any time.
  const speeds = speed + turnsA * a.reach + turnsB * (a.reach + b.reach + distance);
  const margin = RELATIVE_MARGIN * lengths;
  context.perUnit = 1 / unitFor(Math.max(a.unit, b.unit), Math.max(lengths, speeds));
  context.margin = margin + context.separation;
  context.speedMargin = RELATIVE_MARGIN * speeds;
  context.greatestSpeed = speeds;
  return margin;
}

/** Bounds on accelerations of points of b relative to a. */
function writeAccelerationsInA(context: RigidContext, { max, cross, rest, axis }: AccelerationBounds): void {
  context.maxAccelerationInA = max;
  context.crossAccelerationInA = cross;
  context.restAccelerationInA = rest;
  context.axisInAX = axis[0];
  context.axisInAY = axis[1];
  context.axisInAZ = axis[2];
}

/** Bounds on accelerations of points of a relative to b. */
function writeAccelerationsInB(context: RigidContext, { max, cross, rest, axis }: AccelerationBounds): void {
  context.maxAccelerationInB = max;
  context.crossAccelerationInB = cross;
  context.restAccelerationInB = rest;
  context.axisInBX = axis[0];
  context.axisInBY = axis[1];
  context.axisInBZ = axis[2];
}

/** A power of two in which bodies and distances are far from overflow. */
function unitFor(unit: number, greatest: number): number {
  let wide = unit;
  while (wide * MAX_UNITS < greatest) wide *= 2;
  return wide;
}
