// Lays out what the kernels read about two bodies and a stretch of their motions (relative-pose.ts), and bounds what is lost to rounding.
import type { RigidMemory } from '../../core/memory/arena.ts';
import { writeMotion } from '../../core/motion/rigid-motion.ts';
import {
  accelerationSeenFromB,
  type Bends,
  bendsSeenFromB,
  FROM_STILL,
  type Frame,
  IN_WORLD,
  RIDING,
  reach,
} from './frame.ts';
import type { RigidBody } from './rigid-body.ts';
import { exchanged, type Stretch } from './stretch.ts';
import { cross, length, minus, productWithInverse, turnedBack, type Vector, ZERO } from './vectors.ts';

/** Bytes of a query. */
export const QUERY_BYTES = 2336;

/** Places in doubles, of which the floats have a copy in bytes. */
const MOTION_B = 50;
const DOUBLES = 100;
const FLOAT_BYTES = 1120;
const V = 12;
const WA = 15;
const WB = 21;
const OB = 24;
const RATE_A = 27;
const SCALE_A = 29;
const SPEED_SLACK = 32;
const PER_RATE_A = 33;
const BEND = 35;
const UNSTEADY = 36;
const SPIN = 37;
const SWING = 38;
const CENTRE_A = 160;
const CONSTANTS = 166;
const BENDS = 280;

/** Rounding of the relative pose and of what is measured with it, in units of the lengths involved: docs/numerics.md derives both. */
const MARGIN = 1024 * 2 ** -53;
const FLOAT_ROUNDING = 96 * 2 ** -24;
/** Floats are rounded to nearest: rates have to be upper bounds. */
const UP = 1 + 2 ** -22;
/** Units that a distance or speed in floats may reach: its square stays far from overflow. */
const FARTHEST = 2 ** 40;

/** Returns the lengths by which a gap in doubles may err. */
export function writeQuery(
  memory: RigidMemory,
  query: number,
  a: RigidBody,
  b: RigidBody,
  stretch: Stretch,
  frame: Frame,
  separation: number,
): number {
  const { start, end, a: moverA, b: moverB } = stretch;
  const out = memory.doubles;
  const at = query / 8;
  const pose = at + DOUBLES;
  const position = minus(moverA.pose.position, moverB.pose.position);
  const velocity = minus(moverA.velocity, moverB.velocity);
  const rotationA = moverA.matrix;
  const rotationB = moverB.matrix;
  if (frame === FROM_STILL) {
    const v = turnedBack(rotationB, velocity);
    const w = turnedBack(rotationB, moverA.angularVelocity);
    writeMotion(out, at, start, turnedBack(rotationB, position), v, w, productWithInverse(rotationB, rotationA));
    put(out, pose + V, v);
    put(out, pose + WA, w);
  } else {
    writeMotion(out, at, start, position, velocity, moverA.angularVelocity, rotationA);
    writeMotion(out, at + MOTION_B, start, ZERO, ZERO, moverB.angularVelocity, rotationB);
  }
  const spinB = turnedBack(rotationB, moverB.angularVelocity);
  const rateB = length(moverB.angularVelocity);
  const rateA = length(
    frame === RIDING ? minus(moverA.angularVelocity, moverB.angularVelocity) : moverA.angularVelocity,
  );
  const seen = frame === RIDING ? accelerationSeenFromB(a, stretch) : null;
  put(out, pose + WB, spinB);
  put(out, pose + OB, frame === IN_WORLD ? cross(spinB, b.centre) : ZERO);
  out[pose + RATE_A] = rateA;
  out[pose + RATE_A + 1] = rateB;
  out[pose + SCALE_A] = a.unit;
  out[pose + SCALE_A + 1] = b.unit;
  out[pose + PER_RATE_A] = inverse(rateA);
  out[pose + PER_RATE_A + 1] = inverse(rateB);
  out[pose + BEND] = seen ? seen.anywhere : 0;
  out[pose + UNSTEADY] = seen ? Infinity : 0;
  out[pose + SPIN] = frame === IN_WORLD ? 1 : 0;
  out[pose + SWING] = seen ? seen.across / rateB : 0;
  put(out, at + CENTRE_A, a.centre);
  put(out, at + CENTRE_A + 3, b.centre);

  // An angle is rounded in proportion to its size, so turning counts like length.
  const turnsA = 1 + moverA.turned + length(moverA.angularVelocity);
  const turnsB = 1 + moverB.turned + length(moverB.angularVelocity);
  const distance = length(position) + (end - start) * length(velocity);
  const lengths = turnsB * (distance + reach(a) + reach(b)) + turnsA * reach(a);
  // Seen from b, which may turn, every speed is less than this at any time.
  const speeds = length(velocity) + turnsA * reach(a) + turnsB * (reach(a) + reach(b) + distance);
  const unit = unitFor(Math.max(a.unit, b.unit), Math.max(lengths, speeds));
  const margin = MARGIN * lengths;
  out[at + CONSTANTS] = a.radius + b.radius;
  out[at + CONSTANTS + 1] = frame;
  out[at + CONSTANTS + 2] = 1 / unit;
  out[at + CONSTANTS + 3] = FLOAT_ROUNDING;
  out[at + CONSTANTS + 4] = margin + separation;
  out[at + CONSTANTS + 5] = MARGIN * speeds;
  out[at + CONSTANTS + 6] = separation;
  putBends(out, at + BENDS, bendsSeenFromB(b, exchanged(stretch)), unit);
  putBends(out, at + BENDS + 6, bendsSeenFromB(a, stretch), unit);
  writeFloats(memory.floats, (query + FLOAT_BYTES) / 4, out, pose, unit);
  memory.floats[(query + FLOAT_BYTES) / 4 + SPEED_SLACK] = (FLOAT_ROUNDING * speeds) / unit;
  return margin;
}

/** Those that stay for the whole query; the others follow with each time. */
function writeFloats(floats: Float32Array, to: number, doubles: Float64Array, from: number, unit: number): void {
  for (let i = WB; i < OB; i++) floats[to + i] = doubles[from + i];
  for (let i = OB; i < RATE_A; i++) floats[to + i] = doubles[from + i] / unit;
  floats[to + RATE_A] = UP * doubles[from + RATE_A];
  floats[to + RATE_A + 1] = UP * doubles[from + RATE_A + 1];
  floats[to + SCALE_A] = doubles[from + SCALE_A] / unit;
  floats[to + SCALE_A + 1] = doubles[from + SCALE_A + 1] / unit;
  floats[to + PER_RATE_A] = UP * doubles[from + PER_RATE_A];
  floats[to + PER_RATE_A + 1] = UP * doubles[from + PER_RATE_A + 1];
  floats[to + BEND] = (UP * doubles[from + BEND]) / unit;
  floats[to + UNSTEADY] = doubles[from + UNSTEADY];
  floats[to + SPIN] = doubles[from + SPIN];
  floats[to + SWING] = (UP * doubles[from + SWING]) / unit;
}

/** A power of two in which bodies and ways are far from overflow. */
function unitFor(unit: number, greatest: number): number {
  let wide = unit;
  while (wide * FARTHEST < greatest) wide *= 2;
  return wide;
}

function put(out: Float64Array, at: number, v: Vector): void {
  out[at] = v[0];
  out[at + 1] = v[1];
  out[at + 2] = v[2];
}

function putBends(out: Float64Array, at: number, { most, across, anywhere, axis }: Bends, unit: number): void {
  out[at] = (UP * most) / unit;
  out[at + 1] = (UP * across) / unit;
  out[at + 2] = (UP * anywhere) / unit;
  put(out, at + 3, axis);
}

/** Not less than 1 / rate; 0 for what does not turn. */
function inverse(rate: number): number {
  return rate > 0 ? UP / rate : 0;
}
