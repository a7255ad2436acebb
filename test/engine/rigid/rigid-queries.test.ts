// Distance, within and intersects against every pair of faces, in doubles and exactly.
import { describe, expect, it } from 'vitest';
import { torusKnot } from '../../../scenes/rigid/index.ts';
import { randomDirection } from '../../../scenes/rigid/pose.ts';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { checkPose } from '../../../src/core/motion/pose.ts';
import { distance, intersects, RigidBody, type RigidDistance, within } from '../../../src/rigid.ts';
import { along, magnitude, pick, type Vec } from '../../generate/draw.ts';
import { neighbour } from '../../oracle/doubles.ts';
import { box, lattice } from '../../oracle/rigid-shapes.ts';
import {
  cornersOf,
  faceDistance,
  leastDistance,
  type Posed,
  pointDistance,
  poseAt,
  scattered,
  someMeet,
} from './every-pair.ts';

const SEED = 41;
const ask = ([a, poseA]: Posed, [b, poseB]: Posed): RigidDistance => distance(a, poseA, b, poseB);
const apart = (p: ArrayLike<number>, q: ArrayLike<number>): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

interface Draw {
  readonly a: Posed;
  readonly b: Posed;
  /** Of both and what is between them. */
  readonly extent: number;
  /** Greatest coordinate in the world. */
  readonly far: number;
}

/** Near, far, one in the other; of one size or not; about their origins or not. */
function draw(random: Random, most: number): Draw {
  const count = (): number => Math.ceil(most ** random.next());
  const scale = magnitude(random, -6, 6);
  const scaleB = scale * pick(random, [1, 1, 1, 1e-3, 30]);
  const offsets = [scale, scaleB].map((size) =>
    along([0, 0, 0], size * pick(random, [0, 0, 2, 1000]), randomDirection(random)),
  );
  const [a, b] = [scattered(random, count(), scale, offsets[0]), scattered(random, count(), scaleB, offsets[1])];
  const way = along([0, 0, 0], pick(random, [0, 0.5, 1, 2, 3, 100]) * (scale + scaleB), randomDirection(random));
  const home = along([0, 0, 0], scale * pick(random, [0, 0, 1, 1e6]), randomDirection(random));
  const [poseA, poseB] = [poseAt(random, way), poseAt(random, home)];
  // Their centres `way` apart, wherever these are in the bodies.
  const [centreA, centreB] = [cornersOf([a, poseA], way), cornersOf([b, poseB], home)];
  const shifted = [0, 1, 2].map((k) => home[k] + way[k] + centreB[k] - centreA[k]);
  const posedA: Posed = [a, checkPose({ position: shifted, rotation: poseA.rotation })];
  const reach = (body: RigidBody): number => body.radius + Math.hypot(...body.centre);
  return {
    a: posedA,
    b: [b, poseB],
    extent: 2 * (reach(a) + reach(b)) + Math.hypot(...way),
    far: apart(home, [0, 0, 0]),
  };
}

describe('the distance of two bodies', () => {
  it('is that of the nearest faces, with points on them, from either side', () => {
    const random = seededRandom(SEED);
    const count = { zero: 0, positive: 0 };
    for (let i = 0; i < 500; i++) {
      const { a, b, extent, far } = draw(random, 400);
      const told = `seed ${SEED}, case ${i}`;
      const found = ask(a, b);
      const truth = leastDistance(a, b);
      count[truth === 0 ? 'zero' : 'positive']++;
      expect(Math.abs(found.distance - truth), told).toBeLessThanOrEqual(1e-14 * Math.max(truth, extent));
      expect(Math.abs(faceDistance(a, found.faceA, b, found.faceB) - truth), told).toBeLessThanOrEqual(1e-14 * extent);
      const { pointA, pointB } = found;
      if (pointA === null || pointB === null) throw new Error(told);
      // Points are rounded in the world.
      const room = 1e-14 * extent + 1e-15 * far;
      expect(Math.abs(apart(pointA, pointB) - truth), told).toBeLessThanOrEqual(room);
      expect(pointDistance(pointA, a, found.faceA), told).toBeLessThanOrEqual(room);
      expect(pointDistance(pointB, b, found.faceB), told).toBeLessThanOrEqual(room);
      expect(Math.abs(ask(b, a).distance - found.distance), told).toBeLessThanOrEqual(1e-14 * extent);
    }
    expect(Math.min(count.zero, count.positive)).toBeGreaterThan(50);
  });

  it('does not depend on where the search starts', () => {
    const random = seededRandom(SEED + 1);
    for (let i = 0; i < 400; i++) {
      const { a, b, extent } = draw(random, 60);
      const { distance: truth, ...nearest } = ask(a, b);
      const [nA, nB] = [a[0].faceCount, b[0].faceCount];
      const seeds = [
        nearest,
        { faceA: random.below(nA), faceB: random.below(nB) },
        { faceA: -1, faceB: -1 },
        { faceA: nA, faceB: 0 },
      ];
      for (const near of seeds) {
        const again = distance(a[0], a[1], b[0], b[1], { near });
        expect(Math.abs(again.distance - truth), `seed ${SEED + 1}, case ${i}`).toBeLessThanOrEqual(1e-14 * extent);
        expect(faceDistance(a, again.faceA, b, again.faceB)).toBeLessThanOrEqual(truth + 1e-14 * extent);
      }
    }
  });

  it('is what within goes by', () => {
    const random = seededRandom(SEED + 2);
    for (let i = 0; i < 1000; i++) {
      const { a, b, extent } = draw(random, 60);
      const { distance: truth } = ask(a, b);
      const told = `seed ${SEED + 2}, case ${i}`;
      const at = (limit: number): boolean => within(a[0], a[1], b[0], b[1], limit);
      // What rounding cannot tell from the limit counts as within.
      const room = 4e-13 * extent;
      expect(at(truth + room), told).toBe(true);
      expect(at(2 * truth + room), told).toBe(true);
      if (truth > room) expect(at(truth - room), told).toBe(false);
      if (truth === 0 || truth > 2 * room) expect(at(truth / 2), told).toBe(truth === 0);
      expect(at(0), told).toBe(truth === 0);
      expect(intersects(a[0], a[1], b[0], b[1]), told).toBe(truth === 0);
      expect([at(Infinity), at(-1), at(-Infinity)], told).toEqual([true, false, false]);
    }
  });

  it('of torus knots is that of every pair', () => {
    const { positions, triangles } = torusKnot.build();
    const knot = RigidBody.from(positions, triangles);
    const random = seededRandom(SEED + 3);
    for (let i = 0; i < 3; i++) {
      const [a, b]: Posed[] = [
        [knot, poseAt(random, along([1e3, 0, 0], 1.6 + 0.1 * i, randomDirection(random)))],
        [knot, poseAt(random, [1e3, 0, 0])],
      ];
      const found = ask(a, b);
      // Everything nearer is tested, with some room.
      const truth = leastDistance(a, b, found.distance * 1.000001 + 1e-9);
      expect(Math.abs(found.distance - truth), `seed ${SEED + 3}, case ${i}`).toBeLessThanOrEqual(1e-14 * 4);
    }
  });
});

const ofSoup = ({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): RigidBody =>
  RigidBody.from(positions, triangles);

/** Turns that are exact in doubles: by 0°, 90°, 120° and 180°. */
const exactTurns = [
  [0, 0, 0, 1],
  [0, 0, 1, 1],
  [1, 0, 0, -1],
  [1, 1, 1, 1],
  [0, 1, 0, 0],
  [-1, 1, 1, 1],
];

describe('bodies that touch', () => {
  const cube = ofSoup(box([-1, -1, -1], [2, 2, 2]));
  const plain = checkPose({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
  const ways: [string, Vec][] = [
    ['face to face', [2, 0.5, -0.25]],
    ['face on face', [0, 0, -2]],
    ['edge to edge', [2, 2, 0.5]],
    ['edge on edge', [0, 2, 2]],
    ['corner to corner', [2, -2, 2]],
  ];
  it.each(ways)('cubes %s, and one ulp apart', (_, way) => {
    for (const rotation of exactTurns) {
      for (const scale of [1, 2 ** -20, 2 ** 30]) {
        const sized = RigidBody.from(
          cube.positions.map((x) => x * scale),
          cube.triangles,
        );
        const answers = [0, 1, -1].map((step) => {
          const axis = way.findIndex((x) => Math.abs(x) === 2);
          const position = way.map((x) => x * scale);
          if (step !== 0) position[axis] = neighbour(position[axis], position[axis] * step > 0 ? 1 : -1);
          const pose = { position, rotation };
          const far = distance(sized, pose, sized, plain).distance;
          return [intersects(sized, pose, sized, plain), intersects(sized, plain, sized, pose), far === 0];
        });
        const [yes, no] = [
          [true, true, true],
          [false, false, false],
        ];
        expect(answers, `rotation ${rotation}, scale ${scale}`).toEqual([yes, no, yes]);
      }
    }
  });

  it('a corner on a face, and one ulp apart', () => {
    const tip = RigidBody.from([0, 0, 0, 1, 0, 2, 0, 1, 2, -1, -1, 2], [0, 1, 2, 0, 2, 3, 0, 3, 1]);
    for (const rotation of exactTurns) {
      const at = (z: number): boolean =>
        intersects(tip, { position: [0.25, 0.125, z], rotation: [0, 0, 0, 1] }, cube, {
          position: [0, 0, 0],
          rotation,
        });
      expect([at(1), at(neighbour(1, 1)), at(neighbour(1, -1))], `rotation ${rotation}`).toEqual([true, false, true]);
    }
  });

  it('in whole numbers, as every pair of faces in exact arithmetic', () => {
    const random = seededRandom(SEED + 4);
    const count = { true: 0, false: 0 };
    for (let i = 0; i < 500; i++) {
      const [a, b] = [0, 1].map((): Posed => {
        const position = [0, 1, 2].map(() => random.below(5) - 2);
        return [
          ofSoup(lattice(random, 1 + random.below(4), 2)),
          checkPose({ position, rotation: pick(random, exactTurns) }),
        ];
      });
      const expected = someMeet(a, b);
      count[`${expected}`]++;
      const told = `seed ${SEED + 4}, case ${i}`;
      expect(intersects(a[0], a[1], b[0], b[1]), told).toBe(expected);
      expect(within(a[0], a[1], b[0], b[1], 0), told).toBe(expected);
      expect(ask(a, b).distance === 0, told).toBe(expected);
    }
    expect(Math.min(count.true, count.false)).toBeGreaterThan(100);
  });

  it('at any pose, as every pair of faces in exact arithmetic', () => {
    const random = seededRandom(SEED + 5);
    for (let i = 0; i < 200; i++) {
      const { a, b } = draw(random, 12);
      expect(intersects(a[0], a[1], b[0], b[1]), `seed ${SEED + 5}, case ${i}`).toBe(someMeet(a, b));
    }
  });
});
