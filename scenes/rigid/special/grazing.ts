// Motions whose closest approach is tangential, of bodies with integer coordinates: the minimum
// distance is exactly 0, or at least the power of two by which b was moved away. Rotating a whole
// case by a symmetry of the cube keeps it exact.
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { add, type Rotation, UNTURNED, type Velocities } from '../pose.ts';
import type { Point, Soup } from '../soup.ts';
import { block, octahedron, ridge } from './blocks.ts';
import { type Draft, finished, type SpecialMotions } from './special-case.ts';

const NONE: Point = [0, 0, 0];
/** A block that spins about the z axis: its upright edges are exactly 5 from that axis. */
const SPINNER = block([6, 8, 2], [2, 2, 2]);
const CUBE = block([2, 2, 2], [2, 2, 2]);
const WALL = block([2, 16, 4], [2, 4, 2]);
const RIDGE = ridge(16, 2);
const DIAMOND = octahedron(2);

/** Rotations of the cube whose quaternions are exact. */
const TURNS: readonly Rotation[] = [
  UNTURNED,
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0.5, 0.5, 0.5, 0.5],
  [-0.5, -0.5, -0.5, 0.5],
  [0.5, -0.5, 0.5, 0.5],
  [-0.5, 0.5, 0.5, 0.5],
];

/** Motions with a tangential closest approach. */
export const grazing: SpecialMotions = (count, seed) => {
  const random = seededRandom(seed);
  const drafts = [edgeAlongWall, edgeAcrossRidge, edgeToEdge, tipOverTip, faceAlongFace, edgePastEdge];
  return Array.from({ length: count }, (_, i) => {
    // Half of the cases touch; the others miss by 2⁻⁸ to 2⁻⁴⁸.
    const gap = random.next() < 0.5 ? 0 : 2 ** -(8 + random.below(41));
    const draft = drafts[i % drafts.length](random, gap);
    return finished(draft, TURNS[random.below(TURNS.length)], false);
  });
};

/**
 * A spinning block's upright edge touches a wall tangentially, along its whole length; it may move
 * along the wall.
 */
function edgeAlongWall(random: Random, gap: number): Draft {
  const velocity: Point = random.next() < 0.5 ? NONE : [0, random.below(3) - 1, (random.below(3) - 1) / 2];
  const wall = moving([6 + gap, 0, 0], NONE, NONE);
  return draftOf(SPINNER, WALL, gap, moving(NONE, velocity, spin(random)), wall);
}

/** The upright edge of a spinning block touches the ridge of a roof that lies across it. */
function edgeAcrossRidge(random: Random, gap: number): Draft {
  const slide: Point = [0, random.below(3) - 1, 0];
  return draftOf(SPINNER, RIDGE, gap, moving(NONE, NONE, spin(random)), moving([5 + gap, 0, 0], slide, NONE));
}

/** Two blocks spin as mirror images: their edges meet in the plane between them. */
function edgeToEdge(random: Random, gap: number): Draft {
  const [x, y, z] = spin(random);
  const sink: Point = [0, 0, random.below(2) / 2];
  return draftOf(SPINNER, SPINNER, gap, moving(NONE, NONE, [x, y, z]), moving([10 + gap, 0, 0], sink, [x, y, -z]));
}

/** The lowest corner passes over the highest one, at half time; both may move. */
function tipOverTip(random: Random, gap: number): Draft {
  const shared = wholePoint(random);
  const a = moving([-4, random.below(3), 4], add(shared, [8, 0, 0]), NONE);
  const [, aside] = a.pose0.position;
  return draftOf(DIAMOND, DIAMOND, gap, a, moving([0, aside, -gap], shared, NONE));
}

/** Faces slide in one plane, so that the first contact is of edges, at t = 1/4. */
function faceAlongFace(random: Random, gap: number): Draft {
  const shared = wholePoint(random);
  const a = moving([-4, 2, random.below(3) / 2], add(shared, [8, 0, 0]), NONE);
  return draftOf(CUBE, CUBE, gap, a, moving([0, -gap, 0], shared, NONE));
}

/** Upright edges pass each other at half time; at a height of 2 only two corners do. */
function edgePastEdge(random: Random, gap: number): Draft {
  const shared = wholePoint(random);
  const a = moving([0, 4, random.below(3)], add(shared, [4, -4, 0]), NONE);
  // Moved away diagonally, so that the distance is at least the gap.
  return draftOf(CUBE, CUBE, gap, a, moving([-gap, -gap, 0], shared, NONE));
}

/**
 * Returns a spin about z that is large enough for an edge, which begins at an angle of −0.93, to
 * pass the x axis.
 */
function spin(random: Random): Point {
  return [0, 0, random.between(1, 9) * (random.next() < 0.5 ? 1 : -1)];
}

function wholePoint(random: Random): Point {
  return [random.below(5) - 2, random.below(5) - 2, random.below(5) - 2];
}

function moving(position: Point, velocity: Point, angularVelocity: Point): Velocities {
  return { pose0: { position, rotation: UNTURNED }, velocity, angularVelocity };
}

function draftOf(bodyA: Soup, bodyB: Soup, gap: number, a: Velocities, b: Velocities): Draft {
  return { bodies: { a: bodyA, b: bodyB }, a, b, truth: gap === 0 ? 'touching' : 'apart', least: gap };
}
