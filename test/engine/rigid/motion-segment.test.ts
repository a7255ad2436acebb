// The segments into which two motions are cut: they break where either motion does, and follow
// both.
import { describe, expect, it } from 'vitest';
import { randomRotation, times as scaled } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { rotationMatrix } from '../../../src/core/motion/pose.ts';
import { type MotionSegment, motionSegments } from '../../../src/engine/rigid/motion-segment.ts';
import { RigidMotion } from '../../../src/rigid.ts';
import { chance, realVec, whole } from '../../generate/draw.ts';

const SEED = 71;

describe('segments of two motions', () => {
  const drawPath = (random: Random): readonly [RigidMotion, readonly number[]] => {
    const inner = Array.from({ length: random.below(5) }, () =>
      chance(random, 0.7) ? whole(random, 1, 7) / 8 : random.between(0.01, 0.99),
    );
    const times = [0, ...new Set(inner.sort((p, q) => p - q)), 1];
    const poses = times.map(() => ({ position: realVec(random, 3), rotation: randomRotation(random) }));
    return [RigidMotion.path(poses, times), times];
  };
  const near = (p: ArrayLike<number>, q: ArrayLike<number>): number =>
    Math.max(...Array.from(p, (x, k) => Math.abs(x - q[k])));

  it('break where either breaks, and cover all of the time', () => {
    const random = seededRandom(SEED + 2);
    let shared = 0;
    for (let i = 0; i < 200; i++) {
      const [[motionA, timesA], [motionB, timesB]] = [drawPath(random), drawPath(random)];
      const name = `seed ${SEED + 2}, case ${i}`;
      const parts = motionSegments(motionA, motionB);
      const times = [...new Set([...timesA, ...timesB])].sort((p, q) => p - q);
      shared += timesA.length + timesB.length - 2 - times.length;
      expect([0, ...parts.map(({ end }) => end)], name).toEqual(times);
      expect([...parts.map(({ start }) => start), 1], name).toEqual(times);
      for (const part of parts) followsMotions(part, motionA, motionB, name);
    }
    expect(shared).toBeGreaterThan(50);
  });

  function followsMotions(
    { start, end, a, b }: MotionSegment,
    motionA: RigidMotion,
    motionB: RigidMotion,
    name: string,
  ) {
    for (const [body, motion] of [[a, motionA] as const, [b, motionB] as const]) {
      expect(near(body.matrix, rotationMatrix(motion.at(start).rotation)), name).toBeLessThan(1e-14);
      expect(near(body.matrix, rotationMatrix(body.pose.rotation)), name).toBe(0);
      // By itself each goes on to where the motion is in the middle and at the end.
      const span = end - start;
      const alone = RigidMotion.withVelocity(
        body.pose,
        scaled(body.velocity, span),
        scaled(body.angularVelocity, span),
      );
      for (const part of [0, 0.5, 1]) {
        const [there, where] = [alone.at(part), motion.at(part === 1 ? end : start + part * span)];
        expect(near(there.position, where.position), name).toBeLessThan(1e-13);
        expect(near(rotationMatrix(there.rotation), rotationMatrix(where.rotation)), name).toBeLessThan(1e-13);
      }
    }
  }
});
