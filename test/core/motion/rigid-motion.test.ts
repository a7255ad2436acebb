// Motions between poses, with velocities and along paths: the ends, the way round, the angle, and
// the poses between in fixed point.
import { describe, expect, it } from 'vitest';
import { randomDirection, randomRotation } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { type CheckedPose, checkPose } from '../../../src/core/motion/pose.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { magnitude, realVec } from '../../generate/draw.ts';
import { exactPoint, fixed, offBy } from './exact-turn.ts';

type Quaternion = readonly number[];

const UNTURNED = [0, 0, 0, 1];
const length = (v: readonly number[]): number => Math.hypot(...v);
const apart = (p: readonly number[], q: readonly number[]): number => length(p.map((x, k) => x - q[k]));
const negative = (q: Quaternion): number[] => q.map((x) => -x);
/** q and −q are one rotation. */
const turnedApart = (p: Quaternion, q: Quaternion): number => Math.min(apart(p, q), apart(p, negative(q)));
const at = (rotation: Quaternion, position: readonly number[] = [0, 0, 0]) => ({ position, rotation });
const turnOf = (motion: RigidMotion): readonly number[] => motion.legs[0].angularVelocity;
const between = (p: Quaternion, q: Quaternion): readonly number[] => turnOf(RigidMotion.between(at(p), at(q)));

/** Some of them the same, opposite, or close to one of that. */
function rotationPair(random: Random, i: number): [Quaternion, Quaternion] {
  const p = randomRotation(random);
  if (i % 4 === 0) return [p, randomRotation(random)];
  const nudge = magnitude(random, -17, -1);
  const [x, y, z, w] = p;
  // A half-turn about some axis after p.
  const [a, b, c] = randomDirection(random);
  const half = [a * w + b * z - c * y, b * w + c * x - a * z, c * w + a * y - b * x, -a * x - b * y - c * z];
  const q = i % 4 === 1 ? half : i % 4 === 2 ? p : negative(p);
  return [p, q.map((value) => value + nudge * random.between(-1, 1))];
}

function randomPose(random: Random, rotation: Quaternion): CheckedPose {
  return checkPose({ position: realVec(random, magnitude(random, -6, 6)), rotation });
}

describe('from pose to pose', () => {
  it('does not turn between equal rotations', () => {
    const random = seededRandom(5);
    for (let i = 0; i < 1000; i++) {
      const { rotation } = randomPose(random, randomRotation(random));
      expect(length(between(rotation, rotation)), `seed 5, case ${i}`).toBe(0);
      expect(length(between(rotation, negative(rotation))), `seed 5, case ${i}`).toBe(0);
    }
  });

  it('begins and ends where it should, and turns the shorter way', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 4000; i++) {
      const [p, q] = rotationPair(random, i);
      const [pose0, pose1] = [randomPose(random, p), randomPose(random, q)];
      const motion = RigidMotion.between(pose0, pose1);
      const told = `seed 3, case ${i}`;
      const [start, end] = [motion.at(0), motion.at(1)];
      expect(start, told).toEqual(pose0);
      const far = length(pose0.position) + length(pose1.position);
      expect(apart(end.position, pose1.position), told).toBeLessThanOrEqual(1e-15 * far);
      expect(turnedApart(end.rotation, pose1.rotation), told).toBeLessThanOrEqual(1e-15);
      expect(length(turnOf(motion)), told).toBeLessThanOrEqual(Math.PI * (1 + 4e-16));
    }
  });

  it('is the same for q and −q, and backwards the other way', () => {
    const random = seededRandom(4);
    for (let i = 0; i < 1000; i++) {
      const [p, q] = rotationPair(random, 4 * i + (i % 3 === 0 ? 0 : 2));
      const turn = between(p, q);
      expect(apart(between(negative(p), q), turn), `seed 4, case ${i}`).toBe(0);
      expect(apart(between(p, negative(q)), turn), `seed 4, case ${i}`).toBe(0);
      expect(apart(between(q, p), negative(turn)), `seed 4, case ${i}`).toBeLessThanOrEqual(1e-15);
    }
  });

  it.each([1e-160, 1e-100, 1e-20, 1e-9, 1e-3, 1, 2, 3, 3.1407])('turns by %d radians', (angle) => {
    const random = seededRandom(6);
    for (let i = 0; i < 100; i++) {
      const axis = randomDirection(random);
      const rotation = [...axis.map((x) => Math.sin(angle / 2) * x), Math.cos(angle / 2)];
      const turn = between(UNTURNED, rotation);
      // The cosine that was given is rounded: near π that is the angle's error.
      expect(
        apart(
          turn,
          axis.map((x) => angle * x),
        ),
        `seed 6, case ${i}`,
      ).toBeLessThanOrEqual(1e-15 * Math.max(angle, angle ** 3));
    }
  });

  it.each([
    [
      [1, 0, 0, 0],
      [Math.PI, 0, 0],
    ],
    [
      [0, -2, 0, 0],
      [0, -Math.PI, 0],
    ],
    [
      [0, 0, 1, 1],
      [0, 0, Math.PI / 2],
    ],
    [
      [0, 0, 1, -1],
      [0, 0, -Math.PI / 2],
    ],
    [[1, 1, 1, 1], [1, 1, 1].map((x) => (x * 2 * Math.PI) / Math.sqrt(27))],
    [
      [3, 0, 0, 3e-20],
      [Math.PI, 0, 0],
    ],
  ])('turns to the quaternion %j by %j', (rotation, turn) => {
    expect(apart(between(UNTURNED, rotation), turn)).toBeLessThanOrEqual(2e-15);
  });

  it('turns by π for a half-turn, forth and back', () => {
    const [turn, back] = [between(UNTURNED, [0, 0, 1, 0]), between([0, 0, 1, 0], UNTURNED)];
    expect(length(turn)).toBeCloseTo(Math.PI, 15);
    expect(length(back)).toBeCloseTo(Math.PI, 15);
  });
});

describe('with velocities', () => {
  it.each([0, 1e-160, 1e-9, 1, 7, 300, 1e5])('is right at any time when turning by %d', (rate) => {
    const random = seededRandom(7);
    for (let i = 0; i < 200; i++) {
      const pose0 = randomPose(random, randomRotation(random));
      const velocity = realVec(random, 1);
      const omega = randomDirection(random).map((x) => rate * x);
      const t = i % 10 ? random.next() : 1;
      const { position, rotation } = RigidMotion.withVelocity(pose0, velocity, omega).at(t);
      const point = realVec(random, 1);
      const truth = exactPoint(pose0, velocity, omega, fixed(t), point);
      const found = exactPoint({ position, rotation }, [0, 0, 0], [0, 0, 0], 0n, point);
      const error = length(truth.map((x, k) => offBy(0, x - found[k])));
      const lengths = length(pose0.position) + length(velocity) + (1 + rate) * length(point);
      expect(error, `seed 7, case ${i}`).toBeLessThanOrEqual(16 * 2 ** -53 * lengths);
      expect(Math.abs(length(rotation) - 1), `seed 7, case ${i}`).toBeLessThanOrEqual(2 ** -51);
    }
  });

  it('keeps the pose it was given, normalised', () => {
    const motion = RigidMotion.withVelocity({ position: [1, 2, 3], rotation: [0, 0, 30, 40] }, [4, 5, 6], [0, 0, 0]);
    expect(motion.at(0)).toEqual({ position: [1, 2, 3], rotation: [0, 0, 0.6, 0.8] });
    expect(motion.at(0.5)).toEqual({ position: [3, 4.5, 6], rotation: [0, 0, 0.6, 0.8] });
  });
});

describe('a path', () => {
  const random = seededRandom(8);
  const poses = Array.from({ length: 5 }, () => randomPose(random, randomRotation(random)));

  it('passes every pose at its time', () => {
    const times = [0, 0.125, 0.5, 0.9, 1];
    for (const [path, when] of [
      [RigidMotion.path(poses), [0, 0.25, 0.5, 0.75, 1]],
      [RigidMotion.path(poses, Float32Array.from(times)), times.map(Math.fround)],
    ] as const) {
      poses.forEach((pose, i) => {
        const { position, rotation } = path.at(when[i]);
        const far = poses.reduce((sum, other) => sum + length(other.position), 0);
        expect(apart(position, pose.position)).toBeLessThanOrEqual(1e-15 * far);
        expect(turnedApart(rotation, pose.rotation)).toBeLessThanOrEqual(1e-15);
      });
      expect(path.legs.map(({ start }) => start)).toEqual(when.slice(0, -1));
    }
  });

  it('goes each leg like a motion of its own', () => {
    const path = RigidMotion.path(poses, [0, 0.125, 0.5, 0.75, 1]);
    const leg = RigidMotion.between(poses[1], poses[2]);
    for (const share of [0.25, 0.5, 0.875]) {
      const [found, expected] = [path.at(0.125 + 0.375 * share), leg.at(share)];
      expect(turnedApart(found.rotation, expected.rotation)).toBeLessThanOrEqual(1e-15);
      expect(apart(found.position, expected.position)).toBeLessThanOrEqual(1e-9);
    }
  });

  it('of one pose stays there', () => {
    const [still, path] = [RigidMotion.still(poses[0]), RigidMotion.path([poses[0]])];
    for (const motion of [still, path]) for (const t of [0, 0.3, 1]) expect(motion.at(t)).toEqual(poses[0]);
  });
});
