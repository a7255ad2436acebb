// Random boxes of two random bodies that move, near each other at some time.
import { randomDirection, randomRotation } from '../../../../scenes/rigid/pose.ts';
import type { Random } from '../../../../src/core/math/random.ts';
import { rotationMatrix } from '../../../../src/core/motion/pose.ts';
import { RigidMotion } from '../../../../src/core/motion/rigid-motion.ts';
import { RigidBody } from '../../../../src/engine/rigid/rigid-body.ts';
import { chance, magnitude, pick, realVec, type Vec } from '../../../generate/draw.ts';
import { type Box, MovingBox } from './moving-boxes.ts';

/** Boxes of a body: as many as are compared together in floats. */
export const LANES = 4;

export interface Side {
  readonly body: RigidBody;
  readonly boxes: readonly Box[];
  readonly motion: RigidMotion;
}

export interface Case {
  readonly a: Side;
  readonly b: Side;
  readonly t: number;
}

/** One triangle, whose middle and size are those of a body. */
export function bodyOf(centre: Vec, radius: number): RigidBody {
  const corners = [-1, 1, 0].map((x) => centre.map((c) => c + (x * radius) / Math.sqrt(3)));
  return RigidBody.from(corners.flat(), [0, 1, 2]);
}

/** Boxes about one point, inside of the body's sphere but for corners. */
function boxesOf(random: Random, { radius, unit }: RigidBody): Box[] {
  const size = radius / unit;
  const centre = times(randomDirection(random), 0.7 * size * random.next()).map(Math.fround);
  return Array.from({ length: LANES }, () => {
    const [flat, second] = [pick(random, [0, 1e-7, 1e-3, 1, 1]), pick(random, [1e-4, 1, 1])];
    const wide = 0.5 * size * pick(random, [0, 1e-6, 0.01, 0.1, 0.3, 1]);
    const extents = [flat, second, 1].map((share) => Math.fround(wide * share * random.next()));
    const m = rotationMatrix(chance(random, 0.4) ? [0, 0, 0, 1] : randomRotation(random)).map(Math.fround);
    return { centre, extents, axes: [m.slice(0, 3), m.slice(3, 6), m.slice(6)] };
  });
}

const times = (v: ArrayLike<number>, factor: number): Vec => [v[0] * factor, v[1] * factor, v[2] * factor];
const plus = (p: ArrayLike<number>, q: ArrayLike<number>): Vec => [p[0] + q[0], p[1] + q[1], p[2] + q[2]];

/**
 * Angular velocities of both: up to 20 radians, or next to nothing; equal, parallel or not; of b,
 * often none.
 */
function turnsOf(random: Random, isStill: boolean): [Vec, Vec] {
  const any = (): Vec =>
    times(randomDirection(random), pick(random, [0, 1e-160, 1e-30, 1e-3, 1, 5, 20]) * random.next());
  const a = any();
  if (isStill) return [a, [0, 0, 0]];
  const axis = times(randomDirection(random), random.between(0.01, 20));
  return pick(random, [
    [a, axis],
    [axis, axis],
    [plus(axis, times(any(), 1e-3)), axis],
    [times(axis, random.between(-1.5, 1.5)), axis],
  ]);
}

/** At the position at time t. */
function motionThrough(position: Vec, rotation: readonly number[], velocity: Vec, omega: Vec, t: number): RigidMotion {
  return RigidMotion.withVelocity({ position: plus(position, times(velocity, -t)), rotation }, velocity, omega);
}

/** Boxes about as far apart as they are large at t, often on their way to each other. */
export function drawCase(random: Random, isStill: boolean): Case {
  const scale = magnitude(random, -6, 6);
  const [a, b] = [scale, scale * pick(random, [1, 1, 1e-3, 1e3, 1e6])].map((size) =>
    bodyOf(times(randomDirection(random), size * pick(random, [0, 0, 1, 100])), size * random.between(0.5, 1)),
  );
  const [boxesA, boxesB] = [boxesOf(random, a), boxesOf(random, b)];
  const [turnA, turnB] = turnsOf(random, isStill);
  const [rotationA, rotationB] = [0, 1].map(() => (chance(random, 0.3) ? [0, 0, 0, 1] : randomRotation(random)));
  const t = pick(random, [0, random.next(), random.next()]);
  const motionB = motionThrough(
    times(randomDirection(random), scale * pick(random, [0, 0, 1e6])),
    rotationB,
    times(realVec(random, 1), scale * pick(random, [0, 0, 1])),
    turnB,
    t,
  );
  const atOrigin = motionThrough([0, 0, 0], rotationA, [0, 0, 0], turnA, t);
  const centreA = new MovingBox(boxesA[0], a, atOrigin.legs[0], [0, 0, 0]).moveTo(t);
  const centreB = new MovingBox(boxesB[0], b, motionB.legs[0], [0, 0, 0]).moveTo(t);
  const lane = random.below(LANES);
  const sizes = Math.hypot(...boxesA[lane].extents) * a.unit + Math.hypot(...boxesB[lane].extents) * b.unit;
  const apart = times(randomDirection(random), sizes * random.between(0.3, 1.5) + 1e-3 * scale * random.next());
  const astray = times(realVec(random, 1), Math.hypot(...apart) * pick(random, [0, 0.3, 1]));
  const velocity = times(plus(apart, astray), -pick(random, [0, 1, 2, 30]));
  const position = plus(apart, plus(centreB, times(centreA, -1)));
  const motionA = motionThrough(position, rotationA, plus(motionB.legs[0].velocity, velocity), turnA, t);
  return { a: { body: a, boxes: boxesA, motion: motionA }, b: { body: b, boxes: boxesB, motion: motionB }, t };
}
