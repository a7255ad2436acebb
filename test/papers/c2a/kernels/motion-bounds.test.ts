// Lemma 1 and lemma 2 [C²A §IV]: no point of a volume or a triangle approaches one of the other
// body faster than the bound, along a direction fixed in the world. Over 10⁵ pairs of points each,
// both bodies moving, angles up to 20 radians.
import { expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { type Gap, SweptQuery } from '../../../../src/papers/c2a/swept-query.ts';
import { apply, dot, minus, type ReferenceMotion, type Vec } from '../../../oracle/rigid-motion.ts';
import { type Drawn, randomMotion, straight } from '../motions.ts';
import { kinds, placed, plus3, pointIn, randomUnit, randomVolume, sideOf, times } from '../volumes.ts';

const SEED = 20082;
const BODIES = 600;
const POINTS = 40;
const TIMES = 5;

interface Bound {
  readonly speed: number;
  readonly n: Vec;
  readonly t0: number;
}

/** How far pairs of points approach each other along n after t0 beyond what the bound allows. */
function worst(random: Random, { speed, n, t0 }: Bound, a: Drawn, b: Drawn, pick: () => readonly [Vec, Vec]): number {
  const near = (p: Vec, q: Vec, t: number): number => dot(n, minus(at(a.reference, p, t), at(b.reference, q, t)));
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < POINTS; k++) {
    const [p, q] = pick();
    const before = near(p, q, t0);
    for (let j = 0; j < TIMES; j++) {
      const t = t0 + (1 - t0) * random.next() ** 3;
      most = Math.max(most, near(p, q, t) - before - speed * (t - t0));
    }
  }
  return most;
}

const at = (motion: ReferenceMotion, point: Vec, t: number): Vec => placed(motion.frame(t), point);

/** A direction of b's frame at t0, often one in which it matters, and the same in the world. */
function direction(random: Random, b: Drawn, t0: number, gap: Gap): { inB: Gap['direction']; n: Vec } {
  const inB = gap.gap > 0 && random.below(2) === 0 ? gap.direction : randomUnit(random);
  return { inB, n: apply(b.reference.frame(t0).rotation, ...inB) };
}

/** Rounding of the reference, which the bound need not hold. */
const SLACK = 1e-12;

it('lemma 1: volumes', () => {
  const random = seededRandom(SEED);
  for (let i = 0; i < BODIES; i++) {
    const [u, v] = [0, 1].map(() => randomVolume(random, kinds[random.below(3)]));
    const [a, b] = [randomMotion(random, 5, 3, 20), randomMotion(random, 5, 3, i % 3 === 0 ? 0 : 20)];
    const query = new SweptQuery(sideOf([u]), sideOf([v]));
    query.begin(a.motion.legs[0], b.motion.legs[0]);
    const t0 = random.next();
    const { inB, n } = direction(random, b, t0, query.gap(t0, 0, 0));
    const speed = query.closingSpeedOfNodes(t0, inB, 0, 0);
    const found = worst(random, { speed, n, t0 }, a, b, () => [pointIn(u, random), pointIn(v, random)]);
    expect(found, `seed ${SEED}, bodies ${i}`).toBeLessThanOrEqual(SLACK);
  }
});

it('lemma 2: triangles', () => {
  const random = seededRandom(SEED + 1);
  const triangle = (): Vec[] => [0, 1, 2].map(() => times(randomUnit(random), 2 * random.next()));
  const inside = ([p, q, r]: Vec[]): Vec => {
    const [s, t] = [random.next(), random.next()];
    const [x, y] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
    return random.below(3) > 0 ? [p, q, r][random.below(3)] : plus3(times(p, 1 - x - y), times(q, x), times(r, y));
  };
  for (let i = 0; i < BODIES; i++) {
    const [u, v] = [triangle(), triangle()];
    const [a, b] = [randomMotion(random, 5, 3, 20), randomMotion(random, 5, 3, i % 3 === 0 ? 0 : 20)];
    const side = (corners: Vec[]) => ({
      ...sideOf([randomVolume(random, 2)]),
      triangles: Float64Array.from(corners.flat()),
      extent: 2,
    });
    const query = new SweptQuery(side(u), side(v));
    query.begin(a.motion.legs[0], b.motion.legs[0]);
    const t0 = random.next();
    const { inB, n } = direction(random, b, t0, query.gap(t0, 0, 0));
    const speed = query.closingSpeedOfTriangles(t0, inB, 0, 0);
    const found = worst(random, { speed, n, t0 }, a, b, () => [inside(u), inside(v)]);
    expect(found, `seed ${SEED + 1}, bodies ${i}`).toBeLessThanOrEqual(SLACK);
  }
});

it('with the magnitude of v·n: never less, and the same where the bodies approach', () => {
  const random = seededRandom(SEED + 2);
  for (let i = 0; i < BODIES; i++) {
    const sides = [0, 1].map(() => sideOf([randomVolume(random, kinds[random.below(3)])]));
    const [a, b] = [randomMotion(random, 5, 3, 0), randomMotion(random, 5, 3, 0)];
    const query = new SweptQuery(sides[0], sides[1]);
    query.begin(a.motion.legs[0], b.motion.legs[0]);
    const inB = randomUnit(random);
    const signed = query.closingSpeedOfNodes(0, inB, 0, 0);
    query.context.signedSpeed = false;
    expect(query.closingSpeedOfNodes(0, inB, 0, 0), `seed ${SEED + 2}, ${i}`).toBeCloseTo(Math.abs(signed), 11);
    expect(query.closingSpeedOfNodes(0, inB, 0, 0)).toBeGreaterThanOrEqual(signed);
  }
});

it('is attained: a point at full reach that moves straight at the other', () => {
  // Two unit arms about z, from x = ±2, swing towards each other while the distance of their
  // origins shrinks by 1.
  const [a, b] = [straight([-2, 0, 0], [0.5, 0, 0], [0, 0, 3]), straight([2, 0, 0], [-0.5, 0, 0], [0, 0, 3])];
  const arm = {
    kind: 1,
    axes: [
      [1, 0, 0],
      [0, 1, 0],
    ],
    half: [0.25, 0],
    radius: 0.25,
  } as const;
  const query = new SweptQuery(sideOf([{ ...arm, centre: [0.5, 0, 0] }]), sideOf([{ ...arm, centre: [-0.5, 0, 0] }]));
  query.begin(a.motion.legs[0], b.motion.legs[0]);
  expect(query.closingSpeedOfNodes(0, [1, 0, 0], 0, 0)).toBeCloseTo(1 + 3 + 3, 11);
  expect(query.closingSpeedOfNodes(0, [0, 1, 0], 0, 0)).toBeCloseTo(3 + 3, 11);
  expect(query.closingSpeedOfNodes(0, [0, 0, 1], 0, 0)).toBeCloseTo(0, 11);
  expect(query.closingSpeedOfNodes(0, [-1, 0, 0], 0, 0)).toBeCloseTo(3 + 3 - 1, 11);
  // Point (1, 0, 0) of a starts along y with 3, and so does the arm of b against it.
  const h = 1e-6;
  const moved = (drawn: Drawn, p: Vec): number => (at(drawn.reference, p, h)[1] - at(drawn.reference, p, 0)[1]) / h;
  expect(moved(a, [1, 0, 0]) - moved(b, [-1, 0, 0])).toBeCloseTo(6, 5);
});
