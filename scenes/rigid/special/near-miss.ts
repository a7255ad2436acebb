// Bodies that pass each other at a minimum distance between 1e-6 and 1e-3, known by construction:
// outermost points in one direction pass across it, or a pin goes through the gear's hole.
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { GEAR_HOLE, gear, gearSides } from '../gear.ts';
import {
  add,
  compose,
  randomAcross,
  randomDirection,
  randomRotation,
  rotate,
  rotationBy,
  times,
  UNTURNED,
  type Velocities,
} from '../pose.ts';
import { outermost } from '../reach.ts';
import type { Point, Soup } from '../soup.ts';
import { torusKnot } from '../torus-knot.ts';
import { pin } from './blocks.ts';
import { type Draft, finished, type SpecialMotions } from './special-case.ts';

/** Motions that miss by a known distance. */
export const nearMiss: SpecialMotions = (count, seed, scale = 1) => {
  const random = seededRandom(seed);
  const [knot, wheel] = [torusKnot.build(scale), gear.build(scale)];
  const drafts = [
    (least: number) => pass(random, knot, knot, least),
    (least: number) => pass(random, wheel, wheel, least),
    (least: number) => pass(random, knot, wheel, least),
    (least: number) => thread(random, wheel, gearSides(scale), least),
  ];
  return Array.from({ length: count }, (_, i) => {
    const draft = drafts[i % drafts.length](1e-6 * 1000 ** random.next());
    return finished(draft, random.next() < 0.5 ? UNTURNED : randomRotation(random), random.next() < 0.5);
  });
};

/**
 * Both spin about one direction and move across it: their extents in that direction stay the same,
 * and at half time their outermost points are `least` apart along it.
 */
function pass(random: Random, a: Soup, b: Soup, least: number): Draft {
  const direction = randomDirection(random);
  const bMoves = random.next() < 0.4;
  const swing = (speed: number): Velocities => ({
    pose0: { position: [0, 0, 0], rotation: randomRotation(random) },
    velocity: times(randomAcross(random, direction), speed),
    angularVelocity: times(direction, random.next() < 0.3 || speed === 0 ? 0 : random.between(-6, 6)),
  });
  const [one, other] = [swing(random.between(1, 4)), swing(bMoves ? random.between(0, 1) : 0)];
  const [tipA, tipB] = [tipAtHalf(a, one, times(direction, -1)), tipAtHalf(b, other, direction)];
  const position = add(add(tipB, tipA, -1), direction, least);
  return {
    bodies: { a, b },
    a: { ...one, pose0: { ...one.pose0, position } },
    b: other,
    truth: 'apart',
    least,
  };
}

/** The position of the outermost vertex at t = 1/2. */
function tipAtHalf(soup: Soup, { pose0, velocity, angularVelocity }: Velocities, direction: Point): Point {
  const rotation = compose(rotationBy(times(angularVelocity, 0.5)), pose0.rotation);
  return add(rotate(rotation, outermost(soup, rotation, direction)), velocity, 0.5);
}

/**
 * Pin and hole are polygons with equal numbers of sides and equal orientation: parallel walls
 * `least` apart all around.
 */
function thread(random: Random, wheel: Soup, sides: number, least: number): Draft {
  const radius = GEAR_HOLE - least / Math.cos(Math.PI / sides);
  const [spin, lift]: Point[] =
    random.next() < 0.5
      ? [
          [0, 0, random.between(-5, 5)],
          [0, 0, random.between(-1, 1)],
        ]
      : [
          [0, 0, 0],
          [0, 0, 0],
        ];
  const still = { position: [0, 0, 0], rotation: UNTURNED } as const;
  const pose0 = { position: [0, 0, random.between(0.9, 1.5)], rotation: UNTURNED } as const;
  return {
    bodies: { a: pin(radius, sides, 1), b: wheel },
    a: { pose0, velocity: add(lift, [0, 0, random.between(-3, -1)]), angularVelocity: spin },
    b: { pose0: still, velocity: lift, angularVelocity: spin },
    truth: 'apart',
    least,
  };
}
