// A pin in the hole of a gear, with parallel walls all around: searches so long that pairs are
// culled late (pair-search.ts).
import { describe, expect, it } from 'vitest';
import { type MotionDraw, specialMotions } from '../../../scenes/rigid/index.ts';
import { distance, firstContact, RigidBody, RigidMotion } from '../../../src/rigid.ts';

const SEED = 1;
/** Every fourth of the near misses is a pin. */
const COUNT = 24;
const TOLERANCE = 1e-4;
/** Splits after which pairs are culled. */
const LATE = 1500;

const pins = specialMotions['near-miss'](COUNT, SEED)
  .filter((_, i) => i % 4 === 3)
  .map(({ bodies, motion, least }) => ({
    a: RigidBody.from(bodies.a.positions, bodies.a.triangles),
    b: RigidBody.from(bodies.b.positions, bodies.b.triangles),
    motionA: motionOf(motion.a),
    motionB: motionOf(motion.b),
    least,
  }));

function motionOf(draw: MotionDraw): RigidMotion {
  if ('pose1' in draw) return RigidMotion.between(draw.pose0, draw.pose1);
  return RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);
}

describe.each(pins)('a pin $least from the walls', ({ a, b, motionA, motionB, least }) => {
  it('is told from one that touches them', () => {
    const { state, time, tally } = firstContact(a, motionA, b, motionB, { tolerance: TOLERANCE });
    if (least > TOLERANCE) {
      expect(state).toBe('separated');
      // Faces around the hole are distinguished from their boxes, which stick out over it, without
      // a test of each.
      expect(tally.trianglePairs).toBeLessThan(tally.boxPairs / 10);
    } else {
      expect(state).toBe('hit');
      expect(distance(a, motionA.at(time), b, motionB.at(time)).distance).toBeLessThanOrEqual(TOLERANCE);
    }
    const apart = firstContact(a, motionA, b, motionB, { tolerance: least / 4 });
    expect(apart.state).toBe('separated');
    expect(apart.tally.boxPairs).toBeGreaterThan(LATE);
  });
});
