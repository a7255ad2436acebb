// Frames in which gaps are measured: the answer does not depend on the choice, and the bounds on
// accelerations hold.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomDirection, randomRotation, times } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { rotatedBack } from '../../../src/core/math/vector.ts';
import { rotationMatrix } from '../../../src/core/motion/pose.ts';
import {
  accelerationBoundsInB,
  chooseFrame,
  type FrameChoice,
  IN_NONROTATING_B,
  IN_ROTATING_B,
  IN_WORLD,
} from '../../../src/engine/rigid/frame.ts';
import { motionSegments } from '../../../src/engine/rigid/motion-segment.ts';
import { distance, firstContact, intersects, RigidBody, RigidMotion } from '../../../src/rigid.ts';
import { along, pick, realVec, type Vec, whole } from '../../generate/draw.ts';
import { apply, cross, dot, length, minus } from '../../oracle/rigid-motion.ts';
import { box } from '../../oracle/rigid-shapes.ts';

const forced = vi.hoisted((): { choice: FrameChoice | null } => ({ choice: null }));
vi.mock('../../../src/engine/rigid/frame.ts', async (load) => {
  const frame = await load<typeof import('../../../src/engine/rigid/frame.ts')>();
  const choose: typeof frame.chooseFrame = (a, b, segment) => forced.choice ?? frame.chooseFrame(a, b, segment);
  return { ...frame, chooseFrame: choose };
});
afterEach(() => {
  forced.choice = null;
});

const SEED = 71;
const TOLERANCE = 1e-4;
const CHOICES: readonly FrameChoice[] = ([IN_WORLD, IN_ROTATING_B] as const).flatMap((frame) =>
  [false, true].map((isSwapped) => ({ frame, isSwapped })),
);

function boxBody(low: Vec, size: Vec): RigidBody {
  const { positions, triangles } = box(low, size);
  return RigidBody.from(positions, triangles);
}

function drawBody(random: Random): RigidBody {
  const middle = times(randomDirection(random), pick(random, [0, 0, 2]));
  const points = Array.from({ length: 3 * whole(random, 1, 40) }, () => along(middle, 1, realVec(random, 1)));
  return RigidBody.from(
    points.flat(),
    points.map((_, i) => i),
  );
}

const spinning = (position: Vec, velocity: Vec, omega: Vec, rotation: readonly number[] = [0, 0, 0, 1]): RigidMotion =>
  RigidMotion.withVelocity({ position, rotation }, velocity, omega);

/**
 * Both turn, about axes of their own or parallel ones, with the same or another rate; or, if it
 * may, the second does not.
 */
function drawMotions(random: Random, mayRest = false): readonly [RigidMotion, RigidMotion] {
  const omega = times(randomDirection(random), random.between(0.1, 12));
  const other = pick<Vec>(random, [
    ...(mayRest ? [[0, 0, 0] as Vec] : []),
    omega,
    times(omega, random.between(-1.5, 1.5)),
    along(omega, random.between(0, 0.5), randomDirection(random)),
    times(randomDirection(random), random.between(0.1, 12)),
  ]);
  const start = times(randomDirection(random), random.between(1, 6));
  const towards = along(realVec(random, 2), -random.between(0, 1.5), start);
  return [
    spinning(start, towards, omega, randomRotation(random)),
    spinning([0, 0, 0], realVec(random, 1), other, randomRotation(random)),
  ];
}

describe('a frame', () => {
  it('does not change the answer but for the tolerance', () => {
    const random = seededRandom(SEED);
    const seen = { hit: 0, separated: 0, overlapping: 0, 'iteration-limit': 0 };
    for (let i = 0; i < 150; i++) {
      const [a, b] = [drawBody(random), drawBody(random)];
      const [motionA, motionB] = drawMotions(random);
      const name = `seed ${SEED}, case ${i}`;
      const answers = [null, ...CHOICES].map((choice) => {
        forced.choice = choice;
        return [TOLERANCE, 1e-9].map((tolerance) => firstContact(a, motionA, b, motionB, { tolerance }));
      });
      forced.choice = null;
      const [coarse, fine] = [0, 1].map((k) => answers.map((answer) => answer[k]));
      seen[fine[0].state]++;
      expect(new Set(fine.map(({ state }) => state)).size, name).toBe(1);
      // What is free of contact until then cannot be within a hair's breadth much earlier.
      const contact = Math.min(...fine.map(({ time }) => time));
      if (contact < Infinity) {
        for (const { time } of fine) expect(time - contact, name).toBeLessThanOrEqual(1e-7);
        for (const { time } of coarse) expect(time, name).toBeLessThanOrEqual(contact + 1e-7);
      }
      for (const { state, time } of coarse) {
        if (state === 'separated') continue;
        const [poseA, poseB] = [motionA.at(time), motionB.at(time)];
        expect(distance(a, poseA, b, poseB).distance, name).toBeLessThanOrEqual(TOLERANCE * (1 + 1e-9));
      }
      const latest = Math.min(1, Math.max(...coarse.map(({ time }) => time)));
      for (let k = 0; k < 20 && latest > 0; k++) {
        const t = (latest * k) / 20;
        expect(intersects(a, motionA.at(t), b, motionB.at(t)), `${name}, t = ${t}`).toBe(false);
      }
    }
    expect(Math.min(seen.hit, seen.separated)).toBeGreaterThan(30);
    expect(seen['iteration-limit']).toBe(0);
  });

  it('is the simplest, and rides where bodies turn together', () => {
    const wheel = boxBody([-5, -5, -1], [10, 10, 2]);
    const pin = boxBody([-0.1, -0.1, -1], [0.2, 0.2, 2]);
    const choose = (a: RigidBody, motionA: RigidMotion, b: RigidBody, motionB: RigidMotion): FrameChoice =>
      chooseFrame(a, b, motionSegments(motionA, motionB)[0]);
    const still = spinning([0, 0, 0], [1, 2, 3], [0, 0, 0]);
    const turning = spinning([9, 0, 0], [0, 0, 0], [0, 0, 7]);
    expect(choose(wheel, still, pin, still)).toEqual({ frame: IN_NONROTATING_B, isSwapped: false });
    expect(choose(wheel, turning, pin, still)).toEqual({ frame: IN_NONROTATING_B, isSwapped: false });
    expect(choose(wheel, still, pin, turning)).toEqual({ frame: IN_NONROTATING_B, isSwapped: true });
    const [about, against] = [spinning([0, 0, 0], [0, 0, 0], [0, 0, 7]), spinning([0, 0, 0], [0, 0, 0], [0, 0, -7])];
    expect(choose(pin, about, wheel, about).frame).toBe(IN_ROTATING_B);
    expect(choose(wheel, about, pin, about).frame).toBe(IN_ROTATING_B);
    expect(choose(pin, turning, wheel, turning).frame).toBe(IN_ROTATING_B);
    expect(choose(wheel, about, wheel, against)).toEqual({ frame: IN_WORLD, isSwapped: false });
    // However fast they move along.
    const together = spinning([0, 0, 3], [0, 0, -9], [0, 0, 0.2]);
    expect(choose(pin, together, wheel, spinning([0, 0, 0], [0, 0, 1], [0, 0, 0.2])).frame).toBe(IN_ROTATING_B);
    expect(choose(wheel, turning, wheel, against)).toEqual({ frame: IN_WORLD, isSwapped: false });
    expect(choose(pin, turning, wheel, against)).toEqual({ frame: IN_WORLD, isSwapped: false });
  });
});

/** Where a point of a is seen from b. */
function seen(point: Vec, motionA: RigidMotion, motionB: RigidMotion, t: number): Vec {
  const [poseA, poseB] = [motionA.at(t), motionB.at(t)];
  const [x, y, z] = apply(rotationMatrix(poseA.rotation), ...point);
  const [p, q, r] = minus(poseA.position, poseB.position);
  return rotatedBack(rotationMatrix(poseB.rotation), [x + p, y + q, z + r]) as Vec;
}

describe('the acceleration seen from a body', () => {
  it('is not above its bound, along any direction', () => {
    const random = seededRandom(SEED + 1);
    const h = 2 ** -11;
    let [closest, closestOfAll, askew, resting] = [0, 0, 0, 0];
    for (let i = 0; i < 600; i++) {
      const body = drawBody(random);
      const [motionA, motionB] = drawMotions(random, true);
      const [segment] = motionSegments(motionA, motionB);
      const { max, cross: perpendicular, rest, axis } = accelerationBoundsInB(body, segment);
      expect(length(axis as Vec)).toBeCloseTo(1, 14);
      if (length(segment.b.angularVelocity as Vec) === 0) resting++;
      if (length(cross(segment.a.angularVelocity, segment.b.angularVelocity)) > 1e-9) askew++;
      for (let k = 0; k < 40; k++) {
        const v = 3 * random.below(body.positions.length / 3);
        const point: Vec = [body.positions[v], body.positions[v + 1], body.positions[v + 2]];
        const t = random.between(h, 1 - h);
        const [before, now, after] = [t - h, t, t + h].map((time) => seen(point, motionA, motionB, time));
        const bent = along(along(before, -2, now), 1, after);
        // The direction of the acceleration itself is the hardest.
        const n = k % 2 ? randomDirection(random) : times(bent, 1 / length(bent));
        const found = Math.abs(dot(n, bent)) / (h * h);
        const bound = perpendicular * length(cross(n, axis as Vec)) + rest;
        const rounding = (2 ** -48 * (length(now) + 20)) / (h * h);
        expect(found, `seed ${SEED + 1}, case ${i}`).toBeLessThanOrEqual(bound * (1 + 1e-9) + rounding);
        closest = Math.max(closest, found / (bound + rounding));
        expect(found, `seed ${SEED + 1}, case ${i}`).toBeLessThanOrEqual(max * (1 + 1e-9) + rounding);
        closestOfAll = Math.max(closestOfAll, found / (max + rounding));
      }
    }
    // Not a bound that anything would keep to.
    expect(closest).toBeGreaterThan(0.7);
    expect(closestOfAll).toBeGreaterThan(0.96);
    expect(askew).toBeGreaterThan(100);
    expect(600 - askew).toBeGreaterThan(100);
    expect(resting).toBeGreaterThan(50);
  });
});
