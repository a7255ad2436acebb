// Controlled conservative advancement [C²A §V], in all its ways: the verdict of a plain reference,
// no time that is late, a distance within the tolerance at a hit. Every state. The printed
// algorithm 1, which misses a contact.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { Advancement, type AdvancementResult } from '../../../src/papers/c2a/advancement.ts';
import type { AdvancementOptions } from '../../../src/papers/c2a/advancement-options.ts';
import { SweptSpheres } from '../../../src/papers/c2a/swept-spheres.ts';
import type { Vec } from '../../oracle/rigid-motion.ts';
import { box, lattice, needle, plate } from '../../oracle/rigid-shapes.ts';
import { type Drawn, randomMotion, straight } from './motions.ts';
import { bruteDistance, contactAfter, PrintedAlgorithm, plainAdvancement } from './plain-advancement.ts';
import { trianglesOf } from './soups.ts';
import { randomUnit, times } from './volumes.ts';
import { ways } from './ways.ts';

const SEED = 20084;
const TOLERANCE = 1e-4;

const cube = trianglesOf(box([-0.5, -0.5, -0.5], [1, 1, 1]));
const rod = trianglesOf(box([-2, -0.1, -0.1], [4, 0.2, 0.2]));
const sheet = trianglesOf(plate(2, 3));
const shards = (random: Random): Float64Array => trianglesOf(lattice(random, 8, 4)).map((x) => x / 4);

class Bodies {
  readonly a: Float64Array;
  readonly b: Float64Array;
  private readonly advancement: Advancement;

  constructor(a: Float64Array, b: Float64Array) {
    this.a = a;
    this.b = b;
    this.advancement = new Advancement(SweptSpheres.over(a), SweptSpheres.over(b));
  }

  firstContact(moveA: Drawn, moveB: Drawn, options?: AdvancementOptions): AdvancementResult {
    return this.advancement.firstContact(moveA.motion, moveB.motion, { tolerance: TOLERANCE, ...options });
  }

  distance(moveA: Drawn, moveB: Drawn, t: number): number {
    return bruteDistance(this.a, this.b, moveA, moveB, t);
  }
}

const pairs: readonly [string, (random: Random) => Bodies][] = [
  ['cube and cube', () => new Bodies(cube, cube)],
  ['rod and sheet', () => new Bodies(rod, sheet)],
  ['shards and cube', (random) => new Bodies(shards(random), cube)],
  ['shards and shards', (random) => new Bodies(shards(random), shards(random))],
];

/** From up to three away, over ways and angles of every size. */
function draw(random: Random): readonly [Drawn, Drawn] {
  const angle = [0, 1, 6, 20][random.below(4)];
  return [randomMotion(random, 4, 5, angle), randomMotion(random, 1, random.below(2), random.below(2) * angle)];
}

describe.each(pairs)('%s', (name, make) => {
  it('agrees with plain advancement, and is never late', () => {
    const random = seededRandom(SEED);
    const bodies = make(random);
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const [moveA, moveB] = draw(random);
      const fine = plainAdvancement(bodies.a, bodies.b, moveA, moveB, 1e-7);
      const late = fine.hit ? contactAfter(bodies.a, bodies.b, moveA, moveB, fine.time) : Number.POSITIVE_INFINITY;
      for (const [way, options] of ways) {
        const told = `${name}, seed ${SEED}, motion ${i}, ${way}`;
        const { state, time, distance } = bodies.firstContact(moveA, moveB, options);
        seen.add(state);
        if (state === 'separated') {
          expect(fine.hit, told).toBe(false);
          expect(time).toBe(Number.POSITIVE_INFINITY);
          continue;
        }
        // Whatever is nearer than the tolerance may be called a hit.
        if (!fine.hit) expect(bodies.distance(moveA, moveB, time), told).toBeGreaterThan(0);
        expect(time, told).toBeLessThanOrEqual(late);
        expect(distance, told).toBeLessThanOrEqual(TOLERANCE);
        expect(bodies.distance(moveA, moveB, time), told).toBeLessThanOrEqual(distance + 1e-12);
        expect(state, told).toBe(fine.time === 0 && fine.least === 0 ? 'overlapping' : 'hit');
      }
    }
    expect(seen.size, name).toBeGreaterThan(1);
  });
});

it('finds what sampling finds, before it', () => {
  const random = seededRandom(SEED + 1);
  const bodies = new Bodies(cube, rod);
  for (let i = 0; i < 30; i++) {
    const [moveA, moveB] = draw(random);
    const { state, time } = bodies.firstContact(moveA, moveB);
    for (let k = 0; k < 60; k++) {
      const t = random.next();
      if (t < time) expect(bodies.distance(moveA, moveB, t), `seed ${SEED + 1}, ${i}, ${state}`).toBeGreaterThan(0);
    }
  }
});

describe('states', () => {
  const bodies = new Bodies(cube, cube);
  const still = straight([0, 0, 0], [0, 0, 0]);

  it('hit, at the time of contact less what the tolerance allows', () => {
    const { state, time, distance, iterations, frontPerIteration, frontNodes } = bodies.firstContact(
      straight([3, 0.2, 0.1], [-4, 0, 0]),
      still,
    );
    expect(state).toBe('hit');
    expect(time).toBeLessThanOrEqual(0.5);
    expect(time).toBeGreaterThanOrEqual(0.5 - TOLERANCE / 4);
    expect(distance).toBeLessThanOrEqual(TOLERANCE);
    expect(frontPerIteration).toHaveLength(iterations);
    expect(frontPerIteration.reduce((sum, n) => sum + n, 0)).toBe(frontNodes);
  });

  it('separated, at once where volumes never near each other', () => {
    const { state, time, iterations } = bodies.firstContact(straight([3, 0, 0], [4, 0, 0]), still);
    expect([state, time, iterations]).toEqual(['separated', Number.POSITIVE_INFINITY, 1]);
  });

  it('separated by a hair, a hit by less than one', () => {
    const passing = (gap: number): string => bodies.firstContact(straight([-3, 1 + gap, 0], [6, 0, 0]), still).state;
    expect(passing(2 * TOLERANCE)).toBe('separated');
    expect(passing(-1e-9)).toBe('hit');
  });

  it('overlapping: crossing, touching by a face, an edge or a corner, one in the other', () => {
    for (const at of [
      [0.3, 0.2, 0.1],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [0, 0, 0],
    ] as Vec[]) {
      for (const [, options] of ways) {
        const { state, time, distance } = bodies.firstContact(straight(at, [1, 2, 3]), still, options);
        expect([state, time, distance]).toEqual(['overlapping', 0, 0]);
      }
    }
    const inside = new Bodies(
      cube.map((x) => x / 2),
      cube,
    );
    expect(inside.firstContact(straight([0, 0, 0], [0, 0, 0]), still).state).toBe('separated');
    expect(inside.firstContact(straight([0, 0, 0], [1, 0, 0]), still).state).toBe('hit');
  });

  it('hit at the start where the distance there is within the tolerance but not zero', () => {
    const { state, time } = bodies.firstContact(straight([1 + TOLERANCE / 2, 0, 0], [1, 0, 0]), still);
    expect([state, time]).toEqual(['hit', 0]);
  });

  it('iteration-limit, free of contact until then', () => {
    const move = straight([3, 0.2, 0.1], [-4, 0, 0], [0, 3, 1]);
    const all = bodies.firstContact(move, still);
    const some = bodies.firstContact(move, still, { maxIterations: 3 });
    expect([some.state, some.iterations]).toEqual(['iteration-limit', 3]);
    expect(some.time).toBeGreaterThan(0);
    expect(some.time).toBeLessThanOrEqual(all.time);
  });

  it('no motion: separated or overlapping, nothing between', () => {
    expect(bodies.firstContact(straight([2, 0, 0], [0, 0, 0]), still).state).toBe('separated');
    expect(bodies.firstContact(still, still).state).toBe('overlapping');
  });
});

it('has an answer for triangles without area', () => {
  const random = seededRandom(SEED);
  const flat = [needle([-1, 0, 0], [1, 0.5, 0.25]), needle([0.2, 0, 0], [0.2, 0, 0])].map(trianglesOf);
  for (const soup of flat) {
    const bodies = new Bodies(soup, cube);
    for (let i = 0; i < 100; i++) {
      const [moveA, moveB] = draw(random);
      const { state, time, distance } = bodies.firstContact(moveA, moveB);
      const fine = plainAdvancement(bodies.a, bodies.b, moveA, moveB, 1e-9);
      expect([time, distance].some(Number.isNaN)).toBe(false);
      if (state === 'separated') expect(fine.hit, `seed ${SEED}, ${i}`).toBe(false);
      else if (fine.hit) expect(time, `seed ${SEED}, ${i}`).toBeLessThanOrEqual(fine.time + 1e-6);
    }
  }
});

it('takes legs one after the other', () => {
  const bodies = new Advancement(SweptSpheres.over(cube), SweptSpheres.over(cube));
  const rotation = [0, 0, 0, 1];
  const at = (x: number, y: number) => ({ position: [x, y, 0], rotation });
  const around = RigidMotion.path([at(-3, 0), at(-3, 3), at(3, 3), at(3, 0)]);
  const back = RigidMotion.path([at(-3, 0), at(-3, 3), at(3, 3), at(0, 0)]);
  const still = RigidMotion.still(at(0, 0));
  expect(bodies.firstContact(around, still).state).toBe('separated');
  const { state, time } = bodies.firstContact(back, still);
  expect(state).toBe('hit');
  // From (3, 3) to (0, 0) the corners meet after two thirds of the last leg.
  expect(time).toBeLessThanOrEqual(2 / 3 + 2 / 9);
  expect(time).toBeGreaterThan(2 / 3 + 2 / 9 - 1e-4);
});

it('counts the pairs of triangles in contact', () => {
  const bodies = new Advancement(SweptSpheres.over(cube), SweptSpheres.over(cube));
  const [a, b] = [straight([3, 0, 0], [-4, 0, 0]), straight([0, 0, 0], [0, 0, 0])];
  const { time } = bodies.firstContact(a.motion, b.motion);
  const brute = (distance: number): number => {
    let count = 0;
    for (let i = 0; i < 12; i++)
      for (let j = 0; j < 12; j++)
        count += +(
          bruteDistance(cube.subarray(9 * i, 9 * i + 9), cube.subarray(9 * j, 9 * j + 9), a, b, time) <= distance
        );
    return count;
  };
  for (const distance of [TOLERANCE, 0.1, 0.5, 2]) {
    expect(bodies.countWithin(a.motion, b.motion, time, distance)).toBe(brute(distance));
  }
});

describe('algorithm 1', () => {
  it('visiting both children agrees with ours', () => {
    const random = seededRandom(SEED);
    const mended = new PrintedAlgorithm(SweptSpheres.over(rod), SweptSpheres.over(sheet), false);
    const bodies = new Bodies(rod, sheet);
    for (let i = 0; i < 40; i++) {
      const from = times(randomUnit(random), 3.5);
      const [a, b] = [straight(from, times(from, -1.5), times(randomUnit(random), 3)), straight([0, 0, 0], [0, 0, 0])];
      if (bodies.distance(a, b, 0) < 0.01) continue;
      expect(mended.run(a, b, TOLERANCE).hit, `seed ${SEED}, ${i}`).toBe(bodies.firstContact(a, b).state === 'hit');
    }
  });

  it('as printed misses a collision, because a pair that never meets is nearer', () => {
    // One triangle slides along a rail, always half a unit from it; the other one of the same body
    // runs into a wall.
    const body = Float64Array.from([-1, -1, 0, 0, 0, 0, -1, -1, 1, -1, 4, 0, 0, 5, 0, -1, 6, 1]);
    const railAndWall = Float64Array.from([-20, 0.5, 0, 20, 0.5, 0, 0, 1.5, 0, 4, 4, -1, 4, 6, -1, 4, 5, 2]);
    const bodies = new Bodies(body, railAndWall);
    const trees = [SweptSpheres.over(body), SweptSpheres.over(railAndWall)] as const;
    const [a, b] = [straight([0, 0, 0], [10, 0, 0]), straight([0, 0, 0], [0, 0, 0])];
    expect(bodies.distance(a, b, 0.4)).toBe(0);
    expect(new PrintedAlgorithm(...trees, true).run(a, b, TOLERANCE).hit).toBe(false);
    expect(new PrintedAlgorithm(...trees, false).run(a, b, TOLERANCE).hit).toBe(true);
    for (const [, options] of ways) {
      const { state, time } = bodies.firstContact(a, b, options);
      expect(state).toBe('hit');
      expect(time).toBeLessThanOrEqual(0.4);
    }
  });
});
