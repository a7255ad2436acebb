// Sines, cosines and poses of the kernel against fixed point with 256 bits.
import { describe, expect, it } from 'vitest';
import { randomDirection, randomRotation } from '../../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { KernelMemory } from '../../../../src/core/memory/kernel-memory.ts';
import { type Leg, MOTION_DOUBLES, RigidMotion, writeLeg } from '../../../../src/core/motion/rigid-motion.ts';
import { rigidKernels } from '../../../../src/core/wasm/rigid.generated.ts';
import { magnitude, realVec } from '../../../generate/draw.ts';
import { neighbour } from '../../../oracle/doubles.ts';
import { exactPoint, fixed, offBy, sineAndCosine } from '../exact-turn.ts';

const EPSILON = 2 ** -53;
const FARTHEST = 2 ** 20;
/**
 * A thirtieth of what rigid-query.ts reserves for the rounding of a pose and of what is measured
 * with it, relative to the lengths involved.
 */
const MARGIN = 16 * EPSILON;

const memory = new KernelMemory(rigidKernels);
const place = memory.allocate(8 * MOTION_DOUBLES) / 8;

/** The larger of both errors. */
function errorAt(angle: number): number {
  memory.kernels.sineAndCosine(angle, 8 * place);
  const [sine, cosine] = sineAndCosine(fixed(angle));
  return Math.max(offBy(memory.doubles[place], sine), offBy(memory.doubles[place + 1], cosine));
}

const around = (x: number): number[] => [neighbour(x, -1), x, neighbour(x, 1)].filter((y) => y >= 0 && y <= FARTHEST);

describe('sine and cosine', () => {
  const random = seededRandom(1);
  const angles: [string, () => number[]][] = [
    ['anywhere', () => Array.from({ length: 8000 }, () => random.between(0, FARTHEST))],
    ['of any size', () => Array.from({ length: 4000 }, () => Math.min(FARTHEST, magnitude(random, -20, 6.02)))],
    ['in the first turns', () => Array.from({ length: 4000 }, () => random.between(0, 20))],
    [
      'at multiples of π/4 and beside them',
      () =>
        Array.from({ length: 2000 }, (_, i) => around(((i < 200 ? i : random.below(1335088)) * Math.PI) / 4)).flat(),
    ],
    ['at the ends', () => [0, Number.MIN_VALUE, 1e-300, 2 ** -30, 1, neighbour(FARTHEST, -1), FARTHEST]],
  ];
  it.each(angles)('are within three roundings of the truth: %s', (_, draw) => {
    for (const angle of draw()) expect(errorAt(angle), `seed 1, angle ${angle}`).toBeLessThanOrEqual(3 * EPSILON);
  });

  it('are exact at 0', () => {
    memory.kernels.sineAndCosine(0, 8 * place);
    expect([memory.doubles[place], memory.doubles[place + 1]]).toEqual([0, 1]);
  });
});

function randomLeg(random: Random, rate: number, size: number): Leg {
  const omega = randomDirection(random).map((x) => rate * x);
  const rotation = random.next() < 0.2 ? [0, 0, 0, 1] : randomRotation(random);
  return RigidMotion.withVelocity({ position: realVec(random, size), rotation }, realVec(random, size), omega).legs[0];
}

describe('the pose of a motion', () => {
  it.each([0, 1e-9, 1, Math.PI, 20, 1000, 1e5, FARTHEST])('is within the margin when turning by %d', (rate) => {
    const random = seededRandom(2);
    for (let i = 0; i < 300; i++) {
      const leg = {
        ...randomLeg(random, rate * (1 - 2 ** -50), magnitude(random, -6, 6)),
        start: i % 3 ? 0 : random.between(0, 0.5),
      };
      const t = i % 5 ? random.between(leg.start, 1) : 1;
      const point = realVec(random, magnitude(random, -6, 6));
      writeLeg(memory.doubles, place, leg);
      memory.kernels.setRigidPose(8 * place, t);
      const rotation = memory.doubles.subarray(place + 38, place + 47);
      const position = memory.doubles.subarray(place + 47, place + 50);
      const { pose, velocity, angularVelocity } = leg;
      const truth = exactPoint(pose, velocity, angularVelocity, fixed(t) - fixed(leg.start), point);
      const lengths = Math.hypot(...pose.position) + Math.hypot(...velocity) + (1 + rate) * Math.hypot(...point);
      const errors = truth.map((x, k) => {
        const turned = [0, 1, 2].reduce((sum, j) => sum + rotation[3 * k + j] * point[j], 0);
        return offBy(position[k] + turned, x);
      });
      expect(Math.hypot(...errors), `seed 2, case ${i}`).toBeLessThanOrEqual(MARGIN * lengths);
    }
  });
});
