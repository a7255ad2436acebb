// Motions along or above a flat face at a small constant gap: sliding and resting. Both bodies may
// move, and spin about the face's normal, which leaves the gap unchanged.
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { along } from '../../scene.ts';
import { bunnyCoarse } from '../bunny.ts';
import { gear } from '../gear.ts';
import { type Pose, type Rotation, randomRotation, rotationBy, UNTURNED, type Velocities } from '../pose.ts';
import { reach } from '../reach.ts';
import type { Point, Soup } from '../soup.ts';
import { torusKnot } from '../torus-knot.ts';
import { block, channel, plate } from './blocks.ts';
import { type Draft, finished, type SpecialMotions } from './special-case.ts';

const NONE: Point = [0, 0, 0];
const DOWN: Point = [0, 0, -1];
/** Half the side of the sliding box, and the maximum clearance to its channel on either side. */
const [HALF, PLAY] = [0.3, 50e-4];
/** The maximum distance of any point of these bodies from its origin. */
const RADIUS = 1.1;

/**
 * Sliding motions: a box or a gear on a plate, or a box in a channel, at a gap of 2 to 50 times
 * 1e-4.
 */
export const sliding: SpecialMotions = (count, seed, scale = 1) => {
  const random = seededRandom(seed);
  const [cells, table] = [along(12, scale, 1), plate(along(40, scale, 2))];
  const box = block([2 * HALF, 2 * HALF, 2 * HALF], [cells, cells, cells]);
  const groove = channel(HALF + PLAY, along(16, scale, 1));
  const wheel = gear.build(scale);
  const drafts = [
    (gap: number) => slide(random, box, table, gap, 0),
    (gap: number) => slide(random, box, table, gap, 9),
    (gap: number) => slideInChannel(random, box, groove, gap),
    (gap: number) => slide(random, wheel, table, gap, 0),
    (gap: number) => slide(random, wheel, table, gap, 9),
  ];
  return Array.from({ length: count }, (_, i) => {
    const draft = drafts[i % drafts.length](logBetween(random, 2e-4, 50e-4));
    return finished(draft, anyTurn(random), random.next() < 0.5);
  });
};

/**
 * Resting bodies: static except for a spin, or for rocking by less than the gap of 1.5e-4 to 1e-2;
 * both may drift together.
 */
export const resting: SpecialMotions = (count, seed, scale = 1) => {
  const random = seededRandom(seed);
  const table = plate(along(40, scale, 2));
  const cells = along(29, scale, 1);
  const cube = block([1, 1, 1], [cells, cells, cells]);
  // Bodies that lie flat come first.
  const soups = [cube, gear.build(scale), torusKnot.build(scale), bunnyCoarse.build(scale)];
  const kinds = ['still', 'spinning', 'rocking'] as const;
  return Array.from({ length: count }, (_, i) => {
    const which = Math.floor(i / kinds.length) % soups.length;
    const rotation = which < 2 ? rotationBy([0, 0, random.between(-3, 3)]) : randomRotation(random);
    const draft = rest(random, soups[which], table, rotation, kinds[i % kinds.length]);
    return finished(draft, anyTurn(random), random.next() < 0.5);
  });
};

function rest(
  random: Random,
  body: Soup,
  table: Soup,
  rotation: Rotation,
  kind: 'still' | 'spinning' | 'rocking',
): Draft {
  const gap = logBetween(random, 1.5e-4, 1e-2);
  const [angle, share] = [random.between(0, 2 * Math.PI), random.between(0.1, 0.9)];
  const tilt = kind === 'rocking' ? (share * Math.max(0, gap - 1.2e-4)) / RADIUS : 0;
  const spin = kind === 'spinning' ? random.between(-20, 20) : 0;
  const drifts = kind !== 'still' && random.next() < 0.4;
  const drift: Point = drifts ? [random.between(-1, 1), 0, random.between(-1, 1)] : NONE;
  return {
    bodies: { a: body, b: table },
    a: {
      pose0: above(random, body, rotation, gap),
      velocity: drift,
      angularVelocity: [tilt * Math.cos(angle), tilt * Math.sin(angle), spin],
    },
    b: onTable(drift, NONE),
    truth: 'apart',
    least: gap - RADIUS * tilt,
  };
}

function slide(random: Random, body: Soup, table: Soup, gap: number, spin: number): Draft {
  const isShared = random.next() < 0.4;
  // Shared motion leaves the gap unchanged; spins about the normal may differ.
  const lift = isShared ? random.between(-1, 1) : 0;
  const across = (): Point => [random.between(-1, 1), random.between(-1, 1), lift];
  const turn = (most: number): Point => [0, 0, random.between(-most, most)];
  return {
    bodies: { a: body, b: table },
    a: {
      pose0: above(random, body, rotationBy(turn(3)), gap),
      velocity: across(),
      angularVelocity: turn(spin),
    },
    b: isShared ? onTable(across(), turn(spin)) : onTable(NONE, NONE),
    truth: 'apart',
    least: gap,
  };
}

/**
 * Slides a box in a channel, at the same distance from the floor and one wall, within the
 * clearance.
 */
function slideInChannel(random: Random, box: Soup, groove: Soup, gap: number): Draft {
  const side = random.next() < 0.5 ? 1 : -1;
  const shared: Point =
    random.next() < 0.4 ? [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] : NONE;
  const pose0 = {
    position: [random.between(-1.5, -0.5), side * (PLAY - gap), HALF + gap],
    rotation: UNTURNED,
  } as const;
  const velocity: Point = [shared[0] + random.between(0.5, 2), shared[1], shared[2]];
  return {
    bodies: { a: box, b: groove },
    a: { pose0, velocity, angularVelocity: NONE },
    b: onTable(shared, NONE),
    truth: 'apart',
    least: gap,
  };
}

/** The lowest vertex is `gap` above z = 0. */
function above(random: Random, body: Soup, rotation: Rotation, gap: number): Pose {
  const height = reach(body, rotation, DOWN) + gap;
  return { position: [random.between(-0.5, 0.5), random.between(-0.5, 0.5), height], rotation };
}

function onTable(velocity: Point, angularVelocity: Point): Velocities {
  return { pose0: { position: NONE, rotation: UNTURNED }, velocity, angularVelocity };
}

/** Half of the cases stay aligned with the axes. */
function anyTurn(random: Random): Rotation {
  return random.next() < 0.5 ? UNTURNED : randomRotation(random);
}

function logBetween(random: Random, low: number, high: number): number {
  return low * (high / low) ** random.next();
}
