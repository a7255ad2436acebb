// Motions whose bodies overlap at the start: blocks by a little or a lot, knots and bunnies with an
// edge through a face, or one well inside the other's surface. The motion may be any, apart or
// deeper.
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { along } from '../../scene.ts';
import { bunnyCoarse } from '../bunny.ts';
import {
  add,
  type Pose,
  type Rotation,
  randomDirection,
  randomRotation,
  rotate,
  times,
  UNTURNED,
  type Velocities,
} from '../pose.ts';
import type { Point, Shape, Soup } from '../soup.ts';
import { torusKnot } from '../torus-knot.ts';
import { block } from './blocks.ts';
import { finished, type SpecialMotions } from './special-case.ts';

/** Motions that start with an overlap. */
export const overlapping: SpecialMotions = (count, seed, scale = 1) => {
  const random = seededRandom(seed);
  const cells = along(29, scale, 1);
  const cube = block([1, 1, 1], [cells, cells, cells]);
  const shapes = [torusKnot, bunnyCoarse].map((shape) => ({ shape, soup: shape.build(scale) }));
  return Array.from({ length: count }, (_, i) => {
    const { shape, soup } = shapes[Math.floor(i / 3) % shapes.length];
    const body = i % 3 === 0 ? cube : soup;
    const pose0 = [shallow, pierced, deep][i % 3](random, body, shape);
    const still: Pose = { position: [0, 0, 0], rotation: UNTURNED };
    const draft = {
      bodies: { a: body, b: body },
      a: anyMotion(random, pose0, 2),
      b: anyMotion(random, still, random.next() < 0.5 ? 0 : 1),
      truth: 'overlapping',
      least: 0,
    } as const;
    return finished(draft, random.next() < 0.5 ? UNTURNED : randomRotation(random), random.next() < 0.5);
  });
};

/** One block on the other, into it by 1e-6 to 0.5: walls cross the upper face. */
function shallow(random: Random): Pose {
  const depth = 1e-6 * 5e5 ** random.next();
  const aside = (): number => random.between(-0.6, 0.6);
  return { position: [aside(), aside(), 1 - depth], rotation: UNTURNED };
}

/** The midpoint of an edge of one lies in the middle of a face of the other. */
function pierced(random: Random, soup: Soup): Pose {
  const rotation = randomRotation(random);
  const [from, to] = corners(soup, random);
  const face = corners(soup, random);
  const middle = face.reduce<Point>((sum, corner) => add(sum, corner, 1 / 3), [0, 0, 0]);
  return meeting(rotation, times(add(from, to), 0.5), middle);
}

/** Points well inside of both meet. */
function deep(random: Random, _: Soup, { inside }: Shape): Pose {
  const any = (): Point => inside[random.below(inside.length)];
  return meeting(randomRotation(random), any(), any());
}

/** The pose with this rotation that brings a point of the body to a point of the world. */
function meeting(rotation: Rotation, point: Point, at: Point): Pose {
  return { position: add(at, rotate(rotation, point), -1), rotation };
}

function corners({ positions, triangles }: Soup, random: Random): Point[] {
  const face = 3 * random.below(triangles.length / 3);
  return [0, 1, 2].map((k) => {
    const at = 3 * triangles[face + k];
    return [positions[at], positions[at + 1], positions[at + 2]];
  });
}

function anyMotion(random: Random, pose0: Pose, speed: number): Velocities {
  return {
    pose0,
    velocity: times(randomDirection(random), random.between(0, speed)),
    angularVelocity: times(randomDirection(random), random.between(0, 2 * speed)),
  };
}
