// Advancement on motions made to be hard, whose truth is known by construction: sliding, face to
// face, near misses, resting, grazing and overlapping. Running out of iterations is an answer; a
// wrong one is not.
import { describe, expect, it } from 'vitest';
import { type MotionDraw, type SpecialName, specialMotions } from '../../../scenes/rigid/index.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { Advancement } from '../../../src/papers/c2a/advancement.ts';
import { SweptSpheres } from '../../../src/papers/c2a/swept-spheres.ts';
import { trianglesOf } from './soups.ts';
import { ways } from './ways.ts';

const SEED = 20085;
const TOLERANCE = 1e-4;

const motionOf = (draw: MotionDraw): RigidMotion =>
  'pose1' in draw
    ? RigidMotion.between(draw.pose0, draw.pose1)
    : RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);

/** What may be said; within the tolerance both. */
function allowed(truth: 'overlapping' | 'touching' | 'apart', least: number): readonly string[] {
  if (truth === 'overlapping') return ['overlapping'];
  if (truth === 'touching') return ['hit', 'iteration-limit'];
  return least > TOLERANCE ? ['separated', 'iteration-limit'] : ['hit', 'separated', 'iteration-limit'];
}

describe.each(Object.keys(specialMotions) as SpecialName[])('%s', (name) => {
  it.each(ways)('is told apart, %s', (_, way) => {
    specialMotions[name](12, SEED, 0.02).forEach(({ bodies, motion, truth, least }, i) => {
      const trees = [bodies.a, bodies.b].map((soup) => SweptSpheres.over(trianglesOf(soup)));
      const advancement = new Advancement(trees[0], trees[1]);
      const options = { ...way, tolerance: TOLERANCE, maxIterations: 300 };
      const { state, distance } = advancement.firstContact(motionOf(motion.a), motionOf(motion.b), options);
      expect(allowed(truth, least), `${name}, seed ${SEED}, case ${i}`).toContain(state);
      if (state === 'hit') expect(distance).toBeLessThanOrEqual(TOLERANCE);
    });
  });
});
