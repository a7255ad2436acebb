import { expect, test } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { distance, intersects, within } from '../../../src/rigid.ts';
import { referencePair } from '../../oracle/rigid-check.ts';
import { rigidClasses } from '../../oracle/rigid-classes.ts';
import { examineVariants } from '../../oracle/rigid-examine.ts';
import { ReferenceMotion } from '../../oracle/rigid-motion.ts';
import { ask, bodyOf, motionOf } from './ask.ts';

const SEED = 20;
/** Of each class; test/fuzz-rigid.ts has the long run. */
const COUNT = 8;

test.each(rigidClasses)(
  '$name: verdicts and times hold against the reference, also swapped, moved and refined',
  (of) => {
    const random = seededRandom(SEED);
    let undecided = 0;
    of.draw(COUNT, SEED).forEach((query, i) => {
      const found = examineVariants(ask, query, random);
      expect(found.faults, `${of.name}, seed ${SEED}, case ${i} of ${COUNT}`).toEqual([]);
      if (found.undecided) undecided++;
    });
    expect(undecided).toBeLessThanOrEqual(COUNT / 8);
  },
);

test.each(rigidClasses)('$name: poses and questions at an instant agree with the reference', (of) => {
  const random = seededRandom(SEED);
  of.draw(COUNT, SEED + 1).forEach((query, i) => {
    const told = `${of.name}, seed ${SEED + 1}, case ${i} of ${COUNT}`;
    const pair = referencePair(query);
    const t = i % 2 === 0 ? 0 : random.next();
    const [poseA, poseB] = [motionOf(query.motionA).at(t), motionOf(query.motionB).at(t)];
    const start = new ReferenceMotion(query.motionA);
    expect(Math.hypot(...start.frame(t).position.map((x, k) => x - poseA.position[k])), told).toBeLessThanOrEqual(
      start.slackOf(1),
    );
    const [a, b] = [bodyOf(query.a), bodyOf(query.b)];
    const truth = pair.distance(t);
    const slack = start.slackOf(pair.a.reach) + new ReferenceMotion(query.motionB).slackOf(pair.b.reach);
    expect(Math.abs(distance(a, poseA, b, poseB).distance - truth), told).toBeLessThanOrEqual(slack);
    expect(within(a, poseA, b, poseB, truth + slack), told).toBe(true);
    // What rounding cannot tell from the limit counts as within it.
    const below = truth - slack - 1e-12 * (truth + pair.a.reach + pair.b.reach);
    if (below > 0) expect(within(a, poseA, b, poseB, below), told).toBe(false);
    if (truth > slack) expect(intersects(a, poseA, b, poseB), told).toBe(false);
    if (pair.crosses(t)) expect(intersects(a, poseA, b, poseB), told).toBe(true);
    if (query.startsExact && t === 0) expect(intersects(a, poseA, b, poseB), told).toBe(pair.meets(0));
  });
});
