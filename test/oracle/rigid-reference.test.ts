import { expect, test } from 'vitest';
import type { MotionDraw, Point, Rotation, Velocities } from '../../scenes/rigid/index.ts';
import { compose, rotate, rotationBy } from '../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { closestPoints, triangleDistance } from '../../src/index.ts';
import { carriedAbout, carriedDrift } from './rigid-carried.ts';
import { checkFirstContact, type RigidCase, referencePair } from './rigid-check.ts';
import { clearUntil } from './rigid-clear.ts';
import { knownClasses } from './rigid-known.ts';
import { apply, dot, minus, plus, ReferenceMotion, type Vec } from './rigid-motion.ts';
import { cornersOf, fixedDrift } from './rigid-parting.ts';
import { box, lattice } from './rigid-shapes.ts';

const SEED = 7;
const UNTURNED: Rotation = [0, 0, 0, 1];

const vector = (random: Random, size: number): Point => [
  random.between(-size, size),
  random.between(-size, size),
  random.between(-size, size),
];

const anyMotion = (random: Random, rate = 3): Velocities => ({
  pose0: { position: vector(random, 2), rotation: rotationBy(vector(random, 3)) },
  velocity: vector(random, 2),
  angularVelocity: vector(random, rate),
});

const straight = (position: Point, velocity: Point): MotionDraw => ({
  pose0: { position, rotation: UNTURNED },
  velocity,
  angularVelocity: [0, 0, 0],
});

function expectClose(actual: readonly number[], expected: readonly number[], within: number): void {
  for (const [k, x] of expected.entries()) expect(Math.abs(actual[k] - x)).toBeLessThan(within);
}

test('a motion turns as its quaternions do, and meets its end pose the shorter way round', () => {
  const random = seededRandom(SEED);
  for (let i = 0; i < 200; i++) {
    const draw = anyMotion(random, 1.8);
    const { pose0, velocity, angularVelocity } = draw;
    const turnBy = (t: number): Rotation =>
      compose(rotationBy(angularVelocity.map((x) => t * x) as unknown as Point), pose0.rotation);
    const at = (t: number, x: Point): Point =>
      plus(plus(pose0.position, velocity.map((v) => t * v) as unknown as Vec), rotate(turnBy(t), x));
    const pose1 = {
      position: plus(pose0.position, velocity),
      rotation: turnBy(1).map((c) => -c) as unknown as Rotation,
    };
    const isShort = Math.hypot(...angularVelocity) < 3.1;
    for (const motion of [new ReferenceMotion(draw), new ReferenceMotion(isShort ? { pose0, pose1 } : draw)]) {
      const [t, x] = [random.next(), vector(random, 1)];
      const { rotation, position } = motion.frame(t);
      expectClose(plus(position, apply(rotation, ...x)), at(t, x), motion.slackOf(2));
    }
  }
});

test('the change along a direction stays within its bounds, fixed or carried, and reaches most of them at times', () => {
  const random = seededRandom(SEED);
  let tightest = 0;
  for (let i = 0; i < 2000; i++) {
    const first = anyMotion(random);
    // Half of them turn nearly together.
    const [x, y, z] = vector(random, 0.1);
    const [u, v, w] = first.angularVelocity;
    const second = { ...anyMotion(random), ...(i % 2 ? { angularVelocity: [u + x, v + y, w + z] as Point } : {}) };
    const query = { a: lattice(random, 1, 2), b: lattice(random, 1, 2), motionA: first, motionB: second };
    const { a, b, motionA, motionB, margin } = referencePair(query);
    const h = 2 ** random.between(-8, -1);
    const m = random.between(h, 1 - h);
    const carried = carriedAbout(motionA, motionB, m, h);
    const n = rotate(rotationBy(vector(random, 3)), [1, 0, 0]);
    const pointsAt = (t: number): Vec =>
      minus(cornersOf(b, 0, motionB, t)[0].point, cornersOf(a, 0, motionA, t)[0].point);
    const [p, q] = [cornersOf(a, 0, motionA, m)[0], cornersOf(b, 0, motionB, m)[0]];
    const fixed = fixedDrift({ motionA, motionB, m, h, margin, carried }, n, p, q);
    const turning = carried ? carriedDrift(carried, n, p, 0, 0) : Number.POSITIVE_INFINITY;
    for (const t of [m - h, m - h / 2, m + h / 3, m + h]) {
      const gap = dot(n, pointsAt(m));
      const along = rotate(rotationBy(second.angularVelocity.map((c) => (t - m) * c) as unknown as Point), n);
      const [change, turned] = [Math.abs(dot(n, pointsAt(t)) - gap), Math.abs(dot(along, pointsAt(t)) - gap)];
      expect(change, `seed ${SEED}, case ${i}`).toBeLessThanOrEqual(fixed + margin);
      expect(turned, `seed ${SEED}, case ${i}`).toBeLessThanOrEqual(turning + margin);
      tightest = Math.max(tightest, Math.min(change / fixed, turned / turning));
    }
  }
  expect(tightest).toBeGreaterThan(0.9);
});

test('the distance through the tree is that of all pairs of faces', () => {
  const random = seededRandom(SEED);
  const out = closestPoints();
  for (let i = 0; i < 40; i++) {
    const query = {
      a: lattice(random, 12, 3),
      b: lattice(random, 9, 3),
      motionA: anyMotion(random),
      motionB: anyMotion(random),
    };
    const pair = referencePair(query);
    const t = random.next();
    let least = Number.POSITIVE_INFINITY;
    for (let f = 0; f < 12; f++)
      for (let g = 0; g < 9; g++) {
        pair.place(t, f, g);
        least = Math.min(least, triangleDistance(pair.corners, 0, out));
      }
    expect(pair.distance(t)).toBe(least);
    expect(pair.meets(t)).toBe(least === 0);
    if (pair.crosses(t)) expect(least).toBe(0);
  }
});

test.each(knownClasses)('$name: proven clear just until the contact that is known, or throughout', ({ draw, name }) => {
  const random = seededRandom(SEED);
  for (let i = 0; i < 150; i++) {
    const query = draw(random);
    const pair = referencePair(query);
    const { until, doubt } = clearUntil(pair, 1);
    const { touch = Number.NaN } = query;
    const told = `${name}, seed ${SEED}, case ${i}`;
    expect(doubt === null, told).toBe(touch > 1);
    if (!doubt) continue;
    // A tangential contact is blurred for as long as rounding may hide the gap; a lattice time is
    // known to a thousandth.
    expect(until, told).toBeLessThanOrEqual(touch);
    expect(touch - until, told).toBeLessThan(2e-3 * touch + 1e-12);
  }
});

const cubes: RigidCase = {
  a: box([0, 0, 0], [1, 1, 1]),
  b: box([0, 0, 0], [1, 1, 1]),
  motionA: straight([0, 0, 0], [0, 0, 0]),
  motionB: straight([2, 0.5, 0.25], [-2, 0, 0]),
};

const hit = (time: number, distance: number) => ({ state: 'hit', time, distance, faceA: 11, faceB: 9 });
const separated = {
  state: 'separated',
  time: Number.POSITIVE_INFINITY,
  distance: Number.POSITIVE_INFINITY,
  faceA: -1,
  faceB: -1,
};
const overlapping = { state: 'overlapping', time: 0, distance: 0, faceA: 0, faceB: 0 };

test('right answers pass: cubes that meet at one half', () => {
  const faces = referencePair(cubes).nearest(0.5 - 2 ** -15);
  const near = { ...hit(0.5 - 2 ** -15, 2 ** -14), faceA: faces.faceA, faceB: faces.faceB };
  expect(checkFirstContact(cubes, near, 1e-4)).toEqual({ fault: null, undecided: false });
  expect(checkFirstContact(cubes, { ...near, time: 0.5, distance: 0 }, 1e-4).fault).toBeNull();
  const passing = { ...cubes, motionB: straight([2, 1.5, 0], [-2, 0, 0]) };
  expect(checkFirstContact(passing, separated, 1e-4)).toEqual({ fault: null, undecided: false });
  const inside = { ...cubes, motionB: straight([0.5, 0.5, 0.5], [-2, 0, 0]) };
  expect(checkFirstContact(inside, overlapping, 1e-4)).toEqual({ fault: null, undecided: false });
});

test.each([
  ['late by 1e-9', cubes, { ...hit(0.5 + 1e-9, 0) }],
  ['late by a lot', cubes, { ...hit(0.75, 0) }],
  ['early', cubes, hit(0.5 - 2 ** -12, 2 ** -11)],
  ['a wrong distance', cubes, hit(0.5 - 2 ** -15, 2 ** -15)],
  ['separated', cubes, separated],
  ['overlapping', cubes, overlapping],
  ['out of patience', cubes, { ...separated, state: 'iteration-limit' }],
  ['a hit in the middle of nothing', { ...cubes, motionB: straight([2, 3, 0], [-2, 0, 0]) }, hit(0.5, 0)],
  ['an overlap called separated', { ...cubes, motionB: straight([0.5, 0.5, 0.5], [0, 0, 0]) }, separated],
  ['an overlap called hit', { ...cubes, motionB: straight([0.5, 0.5, 0.5], [0, 0, 0]) }, hit(0, 0)],
  [
    'sliding along a face in touch, called separated',
    { ...cubes, motionB: straight([1, 0.5, 0], [0, -1, 0]) },
    separated,
  ],
  ['touching at the end, called separated', { ...cubes, motionB: straight([2, 0, 0], [-1, 0, 0]) }, separated],
  ['an edge that grazes an edge, called separated', { ...cubes, motionB: straight([2, 1, 0], [-4, 0, 0]) }, separated],
] as const)('a wrong answer is caught: %s', (_, query, answer) => {
  expect(checkFirstContact(query, answer, 1e-4).fault).not.toBeNull();
});
