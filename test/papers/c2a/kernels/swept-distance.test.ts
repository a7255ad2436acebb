// Distances of all nine pairs of kinds [C²A §III-B] against brute force, and the guarantee: never
// more than the true distance, along a direction in which the volumes really are that far apart.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { SweptQuery } from '../../../../src/papers/c2a/swept-query.ts';
import type { Kind } from '../../../../src/papers/c2a/swept-volume.ts';
import { apply, dot, minus, type Vec } from '../../../oracle/rigid-motion.ts';
import { randomMotion, straight } from '../motions.ts';
import { generatorDistance, kinds, pointIn, posed, randomVolume, sideOf, times, type Volume } from '../volumes.ts';

const SEED = 20081;
/** What brute force may find between generators that cross. */
const ROUNDED = 1e-12;
const names = ['PSS', 'LSS', 'RSS'];
const pairs = kinds.flatMap((a) => kinds.map((b) => ({ a, b, name: `${names[a]}–${names[b]}` })));

const STILL = straight([0, 0, 0], [0, 0, 0]);

/** Gaps of volume i of one body and volume i of another, and the distance by brute force. */
function gapsOf(as: readonly Volume[], bs: readonly Volume[], moveA = STILL, moveB = STILL, t = 0) {
  const query = new SweptQuery(sideOf(as), sideOf(bs));
  query.begin(moveA.motion.legs[0], moveB.motion.legs[0]);
  const [frameA, frameB] = [moveA.reference.frame(t), moveB.reference.frame(t)];
  return as.map((volume, i) => {
    const { gap, direction } = query.gap(t, i, i);
    const [a, b] = [posed(volume, frameA), posed(bs[i], frameB)];
    const between = generatorDistance(a, b);
    const n = apply(frameB.rotation, ...direction);
    return { gap, n, a, b, between, expected: between - a.radius - b.radius, margin: query.context.margin };
  });
}

const gapOf = (a: Volume, b: Volume) => gapsOf([a], [b])[0];

/** Many volumes of a kind. */
const draw = (random: Random, kind: Kind, aligned = false): Volume[] =>
  Array.from({ length: 25 }, () => randomVolume(random, kind, aligned));

describe.each(pairs)('$name', ({ a: kindA, b: kindB, name }) => {
  it('has the distance of brute force, and never more', () => {
    const random = seededRandom(SEED + 10 * kindA + kindB);
    for (let i = 0; i < 24; i++) {
      const [moveA, moveB] = [randomMotion(random, 3, 3, 20), randomMotion(random, 3, 3, 20)];
      const found = gapsOf(draw(random, kindA), draw(random, kindB), moveA, moveB, random.next());
      for (const { gap, expected, between } of found) {
        expect(gap, `${name} ${i}`).toBeLessThanOrEqual(expected);
        if (between > ROUNDED) expect(gap, `${name} ${i}`).toBeGreaterThanOrEqual(expected - 1e-9 * (1 + between));
      }
    }
  });

  it('has it where sides are parallel, coplanar or touch', () => {
    const random = seededRandom(SEED + 100 + 10 * kindA + kindB);
    for (let i = 0; i < 24; i++) {
      const found = gapsOf(draw(random, kindA, true), draw(random, kindB, true));
      for (const { gap, expected, between, margin } of found) {
        expect(gap, `${name} ${i}`).toBeLessThanOrEqual(expected);
        if (between > 0) expect(gap, `${name} ${i}`).toBeGreaterThanOrEqual(expected - 2 * margin);
        else expect(gap, `${name} ${i}`).toBeLessThanOrEqual(0);
      }
    }
  });

  it('is that far apart along its direction', () => {
    const random = seededRandom(SEED + 200 + 10 * kindA + kindB);
    for (let i = 0; i < 12; i++) {
      const [moveA, moveB] = [randomMotion(random, 6, 3, 20), randomMotion(random, 6, 3, 20)];
      for (const { gap, n, a, b } of gapsOf(draw(random, kindA), draw(random, kindB), moveA, moveB, random.next())) {
        if (gap <= 0) continue;
        expect(Math.hypot(...n)).toBeCloseTo(1, 14);
        const apart = Array.from({ length: 40 }, () => dot(n, minus(pointIn(b, random), pointIn(a, random))));
        expect(Math.min(...apart), `${name} ${i}`).toBeGreaterThanOrEqual(gap);
      }
    }
  });
});

it('keeps to the lower side between rectangles that almost touch', () => {
  const random = seededRandom(SEED);
  for (let i = 0; i < 500; i++) {
    const a = { ...randomVolume(random, 2), radius: 0 };
    const b = { ...randomVolume(random, 2), radius: 0 };
    const { n, between } = gapOf(a, b);
    if (between === 0) continue;
    // Moved together until they are 10⁻³ … 10⁻¹³ apart.
    const left = 10 ** random.between(-13, -3);
    const centre = minus(b.centre, times(n as Vec, between - left));
    const { gap, expected } = gapOf(a, { ...b, centre });
    expect(gap, `seed ${SEED}, ${i}`).toBeLessThanOrEqual(expected);
  }
});

it('has no direction where centres coincide', () => {
  const random = seededRandom(SEED);
  for (const { a, b } of pairs) {
    const [first, second] = [randomVolume(random, a), randomVolume(random, b)];
    const { gap, n } = gapOf(first, { ...second, centre: first.centre });
    expect(gap).toBeLessThan(0);
    expect(n.every(Number.isFinite)).toBe(true);
  }
});
