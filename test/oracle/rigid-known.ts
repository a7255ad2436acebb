// Motions of small rigid bodies whose first contact is known in closed form, most of them with
// integer coordinates: boxes, roofs whose ridges cross, screws onto a plate, tips that turn against
// a wall, bodies locked together, translated lattice soups.
import type { MotionDraw, Point, Rotation, Soup, Velocities } from '../../scenes/rigid/index.ts';
import type { Random } from '../../src/core/math/random.ts';
import { chance, pick, sign, whole } from '../generate/draw.ts';
import type { RigidCase } from './rigid-check.ts';
import { apply, matrixOf } from './rigid-motion.ts';
import { box, lattice, needle, plate, roof, tip } from './rigid-shapes.ts';
import { translatedTouch } from './rigid-translated.ts';

export interface KnownClass {
  readonly name: string;
  draw(random: Random): RigidCase;
}

const NEVER = Number.POSITIVE_INFINITY;
const STILL: Point = [0, 0, 0];
const UNTURNED: Rotation = [0, 0, 0, 1];

/** Rotations that permute the axes, so that integers stay integers. */
const WHOLE_TURNS: readonly Rotation[] = [
  UNTURNED,
  [1, 0, 0, 0],
  [0, 0, -1, 0],
  [0.5, 0.5, 0.5, 0.5],
  [-0.5, 0.5, 0.5, 0.5],
  [0.5, -0.5, 0.5, -0.5],
];

const drift = (position: Point, velocity: Point, angularVelocity: Point = STILL): Velocities => ({
  pose0: { position, rotation: UNTURNED },
  velocity,
  angularVelocity,
});

const wholePoint = (random: Random, size: number): Point => [
  whole(random, -size, size),
  whole(random, -size, size),
  whole(random, -size, size),
];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/**
 * The whole case turned by a rotation that permutes the axes and shifted by integers, with the
 * bodies swapped in some cases.
 */
function placed(random: Random, { a, b, motionA, motionB, touch }: Known): RigidCase {
  const rotation = pick(random, WHOLE_TURNS);
  const matrix = matrixOf(rotation);
  const shift = wholePoint(random, chance(random, 0.1) ? 1 << 20 : 4);
  const move = ({ pose0, velocity, angularVelocity }: Velocities): MotionDraw => ({
    pose0: { position: plus(apply(matrix, ...pose0.position), shift), rotation },
    velocity: apply(matrix, ...velocity),
    angularVelocity: apply(matrix, ...angularVelocity),
  });
  const [one, other] = [move(motionA), move(motionB)];
  const startsExact = true;
  return chance(random, 0.5)
    ? { a, b, motionA: one, motionB: other, touch, startsExact }
    : { a: b, b: a, motionA: other, motionB: one, touch, startsExact };
}

interface Known {
  readonly a: Soup;
  readonly b: Soup;
  readonly motionA: Velocities;
  readonly motionB: Velocities;
  readonly touch: number;
}

/**
 * Two boxes from the origin, b's start seen from a, its velocity; contact is all three intervals
 * overlapping.
 */
function boxesTouch(sizeA: Point, sizeB: Point, start: Point, velocity: Point): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 3; k++) {
    const [enter, leave] = [-sizeB[k] - start[k], sizeA[k] - start[k]];
    if (velocity[k] === 0 && (enter > 0 || leave < 0)) return NEVER;
    if (velocity[k] === 0) continue;
    low = Math.max(low, Math.min(enter / velocity[k], leave / velocity[k]));
    high = Math.min(high, Math.max(enter / velocity[k], leave / velocity[k]));
  }
  return low <= high ? low : NEVER;
}

/**
 * Boxes that go straight: onto a face, an edge, a corner, along a face, or past. One inside the
 * other is left out.
 */
function boxes(random: Random): RigidCase {
  const size = (): Point => [whole(random, 1, 4), whole(random, 1, 4), whole(random, 1, 4)];
  const [sizeA, sizeB] = [size(), size()];
  const start = wholePoint(random, 6);
  // One past the other in about half of the draws.
  const [velocityA, astray] = [wholePoint(random, 4), wholePoint(random, 3)];
  const velocityB = minus(plus(velocityA, astray), start);
  const within = (p: Point, inner: Point, outer: Point): boolean => p.every((x, k) => x > 0 && x + inner[k] < outer[k]);
  if (within(start, sizeB, sizeA) || within(minus(STILL, start), sizeA, sizeB)) return boxes(random);
  return placed(random, {
    a: box(STILL, sizeA),
    b: box(STILL, sizeB),
    motionA: drift(STILL, velocityA),
    motionB: drift(start, velocityB),
    touch: boxesTouch(sizeA, sizeB, start, minus(velocityB, velocityA)),
  });
}

/**
 * Ridge over ridge: sliding in the plane that holds both, or coming down so that they cross at a
 * chosen time.
 */
function roofs(random: Random): RigidCase {
  const [lengthA, lengthB] = [whole(random, 1, 4), whole(random, 1, 4)];
  const [a, b] = [roof(lengthA, 0, 1), roof(lengthB, 1, -1)];
  const velocity: Point = [whole(random, -8, 8), whole(random, -8, 8), 0];
  const ridgeA: Point = [lengthA, 0, 0];
  const ridgeB: Point = [0, lengthB, 0];
  if (chance(random, 0.5)) {
    const start: Point = [whole(random, -4, 8), whole(random, -8, 4), 0];
    const touch = boxesTouch(ridgeA, ridgeB, start, velocity);
    return placed(random, { a, b, motionA: drift(STILL, STILL), motionB: drift(start, velocity), touch });
  }
  const touch = pick(random, [0.25, 0.5, 1]);
  const end: Point = [whole(random, 0, lengthA), -whole(random, 0, lengthB), 0];
  const lift = whole(random, 1, 4);
  const from: Point = [end[0] - touch * velocity[0], end[1] - touch * velocity[1], -lift];
  const rising: Point = [velocity[0], velocity[1], lift / touch];
  return placed(random, { a, b, motionA: drift(STILL, STILL), motionB: drift(from, rising), touch });
}

/**
 * A box over a plate, both spinning about the normal, the box coming down: its height alone
 * decides.
 */
function screw(random: Random): RigidCase {
  const height = pick(random, [0, 0.5, 1, 2, 4]);
  const fall = pick(random, [0, 1, 2, 4, 8]);
  const spin = (): Point => [0, 0, chance(random, 0.2) ? 0 : random.between(-9, 9)];
  const touch = height === 0 ? 0 : fall === 0 || fall < height ? NEVER : height / fall;
  const slide = (): [number, number] => [whole(random, -2, 2), whole(random, -2, 2)];
  return placed(random, {
    a: chance(random, 0.3) ? needle([1, 0, 0], [-1, 1, 0]) : box([-1, -1, 0], [2, 2, 1]),
    b: plate(40, pick(random, [1, 3])),
    motionA: drift([whole(random, -2, 2), whole(random, -2, 2), height], [...slide(), -fall], spin()),
    motionB: drift(STILL, [...slide(), 0], spin()),
    touch,
  });
}

/**
 * A tip turning about z against the wall y = d: its height is L sin Ωt, tangential to the wall
 * where L = d.
 */
function turningTip(random: Random): RigidCase {
  const reach = whole(random, 1, 4);
  const gap = pick(random, [0, 0, -0.5, -(2 ** -10), 2 ** -30, 2 ** -20, 2 ** -14, 2 ** -12, 2 ** -6]);
  const wall = reach + gap;
  const rate = pick(random, [Math.PI / 2, Math.PI, 2, 7, 2 * Math.PI]);
  const side = sign(random);
  const turned = Math.asin(Math.min(1, wall / reach)) / rate;
  return placed(random, {
    a: tip(reach),
    // Turned upright: the plate's z becomes y, and −y for the mirrored case.
    b: { ...plate(12, 2), positions: plate(12, 2).positions.map((_, i, p) => p[i - (i % 3) + ((i + 1) % 3)]) },
    motionA: drift(STILL, STILL, [0, 0, side * rate]),
    motionB: drift([0, side * wall, 0], STILL),
    touch: gap <= 0 && turned <= 1 ? turned : NEVER,
  });
}

/** One frame for both bodies: their distance never changes. */
function locked(random: Random): RigidCase {
  const gap = pick(random, [0, 2 ** -14, 0.25, 1]);
  const spin: Point = [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)];
  const motion = drift(wholePoint(random, 2), wholePoint(random, 2), spin);
  const [low, size]: [Point, Point] = [wholePoint(random, 2), [2, 1, 3]];
  const beside: Point = [low[0] + 2 + gap, low[1] + whole(random, -1, 1), low[2] + whole(random, -2, 3)];
  const bodies = { a: box(low, size), b: box(beside, [1, 1, 2]) };
  return placed(random, { ...bodies, motionA: motion, motionB: motion, touch: gap === 0 ? 0 : NEVER });
}

/**
 * Lattice triangles, some without area, that move in straight lines between integer coordinates:
 * every vertex–face and edge–edge time is exact.
 */
function latticeSoups(random: Random): RigidCase {
  const start: Point = [whole(random, 2, 8), whole(random, -4, 4), whole(random, -4, 4)];
  const [velocityA, astray] = [wholePoint(random, 4), wholePoint(random, 3)];
  const velocityB = minus(plus(velocityA, astray), start);
  const [a, b] = [lattice(random, whole(random, 1, 6), 3), lattice(random, whole(random, 1, 6), 3)];
  const touch = translatedTouch(a, b, start, minus(velocityB, velocityA));
  return placed(random, { a, b, motionA: drift(STILL, velocityA), motionB: drift(start, velocityB), touch });
}

export const knownClasses: readonly KnownClass[] = [
  { name: 'boxes', draw: boxes },
  { name: 'roofs', draw: roofs },
  { name: 'screw', draw: screw },
  { name: 'turning-tip', draw: turningTip },
  { name: 'locked', draw: locked },
  { name: 'lattice-soups', draw: latticeSoups },
];
