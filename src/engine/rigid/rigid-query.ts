// Writes two bodies and a segment of their motions into the context of the kernels, with bounds on
// the rounding of gaps and speeds. rigid-search.ts calls it before each search. The fields are
// described where they are declared, in kernels/rigid-context.ts.
import { length, minus, productWithInverse, rotatedBack, type Vector, ZERO } from '../../core/math/vector.ts';
import type { RigidMemory } from '../../core/memory/arena.ts';
import { MOTION_DOUBLES, writeMotion } from '../../core/motion/rigid-motion.ts';
import { RigidContext } from '../../core/wasm/rigid.generated.ts';
import {
  type AccelerationBounds,
  accelerationBoundsInB,
  type Frame,
  IN_NONROTATING_B,
  IN_ROTATING_B,
} from './frame.ts';
import { type MotionSegment, swapped } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';

/**
 * Bound on the rounding error of the relative pose and of gaps measured with it, as a share of the
 * lengths involved: docs/numerics.md derives it.
 */
const RELATIVE_MARGIN = 1024 * 2 ** -53;
/** Doubles in the record of the bounds on accelerations that the kernels read. */
const ACCELERATION_DOUBLES = 6;
/** Largest distance or speed in floats, in units: its square stays far from overflow. */
const MAX_UNITS = 2 ** 40;

/**
 * Allocates a context with its scratch and the records of both motions. Its queue has no room yet.
 */
export function allocateContext(memory: RigidMemory): RigidContext {
  const context = new RigidContext(memory, memory.allocate(memory.kernels.rigidContextBytes()));
  context.motionA = memory.allocate(8 * MOTION_DOUBLES);
  context.motionB = memory.allocate(8 * MOTION_DOUBLES);
  context.accelerationsInA = memory.allocate(8 * ACCELERATION_DOUBLES);
  context.accelerationsInB = memory.allocate(8 * ACCELERATION_DOUBLES);
  context.capacity = 0;
  return context;
}

/**
 * Writes all inputs of a search. `separation` is the distance up to which bodies count as touching.
 * Returns the length by which a gap in doubles may err.
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
  const inB = accelerationBoundsInB(a, segment);
  writeAngularVelocities(context, segment, frame, inB);
  writeAccelerations(context.memory.doubles, context.accelerationsInA, accelerationBoundsInB(b, swapped(segment)));
  writeAccelerations(context.memory.doubles, context.accelerationsInB, inB);
  return writeMargins(context, a, b, segment, length(position), length(velocity));
}

/**
 * Writes the motion of a relative to b's position. If b does not rotate, the motion is expressed in
 * b's frame; else b's rotation about its own origin is written too.
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
  if (frame !== IN_NONROTATING_B) {
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
 * Writes the angular velocities and, for directions that are fixed in a rotating b, the bounds on
 * the acceleration of a relative to b.
 */
function writeAngularVelocities(
  context: RigidContext,
  { a: { angularVelocity: omegaA }, b: { angularVelocity: omegaB, matrix } }: MotionSegment,
  frame: Frame,
  { cross, rest }: AccelerationBounds,
): void {
  const isFixedInB = frame === IN_ROTATING_B;
  const ownOmegaB = rotatedBack(matrix, omegaB);
  context.omegaBX = ownOmegaB[0];
  context.omegaBY = ownOmegaB[1];
  context.omegaBZ = ownOmegaB[2];
  context.angularSpeedA = length(isFixedInB ? minus(omegaA, omegaB) : omegaA);
  context.angularSpeedB = length(omegaB);
  context.extraAcceleration = isFixedInB ? rest : 0;
  context.crossAcceleration = isFixedInB ? cross / context.angularSpeedB : 0;
}

/**
 * Writes the unit of the floats and the margins of gaps and speeds, from bounds on the lengths and
 * speeds that enter them. The rounding error of an angle is proportional to its size, so rotation
 * counts like length. Returns the margin without the separation.
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
  // Upper bound of the speed of every point relative to b, which may rotate, at any time.
  const speeds = speed + turnsA * a.reach + turnsB * (a.reach + b.reach + distance);
  const margin = RELATIVE_MARGIN * lengths;
  context.perUnit = 1 / unitFor(Math.max(a.unit, b.unit), Math.max(lengths, speeds));
  context.margin = margin + context.separation;
  context.speedMargin = RELATIVE_MARGIN * speeds;
  context.greatestSpeed = speeds;
  return margin;
}

/** Writes the six doubles that the kernels read (kernels/sample-times.ts). */
function writeAccelerations(out: Float64Array, pointer: number, { max, cross, rest, axis }: AccelerationBounds): void {
  const at = pointer / 8;
  out[at] = max;
  out[at + 1] = cross;
  out[at + 2] = rest;
  for (let k = 0; k < 3; k++) out[at + 3 + k] = axis[k];
}

/** A power of two in which bodies and distances are far from overflow. */
function unitFor(unit: number, greatest: number): number {
  let wide = unit;
  while (wide * MAX_UNITS < greatest) wide *= 2;
  return wide;
}
