// Random motions as the papers on C²A and FAST draw them: from one uniformly random configuration,
// free of overlap, to another that may overlap. The larger the cube of positions, the fewer motions
// collide, and the fewer of the others ever come near.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { intersects, type RigidBody } from '../../src/rigid.ts';
import { AT_REST, type Pose, randomRotation } from './pose.ts';
import type { PairMotion } from './random-motions.ts';

interface Bodies {
  readonly a: RigidBody;
  readonly b: RigidBody;
}

/**
 * Spreads at which about two thirds of the motions collide, as in the paper's benches, while b is
 * static.
 */
export const plainSpreads = {
  'torusknot-torusknot': 2.1,
  'bunny-bunny': 1.4,
  'gear-gear': 2.1,
  'hammer-cad': 1.5,
  'club-club': 0.7,
} as const;

/**
 * Draws motions. `spread` is half the side of the cube of positions, in mean radii of the bodies; b
 * is static unless both move.
 */
export function plainMotions(
  bodies: Bodies,
  count: number,
  seed: number,
  spread = 2.1,
  bothMove = false,
): PairMotion[] {
  const random = seededRandom(seed);
  const half = (spread * (bodies.a.radius + bodies.b.radius)) / 2;
  return Array.from({ length: count }, () => {
    const b = bothMove ? { ...AT_REST, pose1: anyPose(random, half) } : AT_REST;
    return { a: { pose0: freePose(random, half, bodies, b.pose0), pose1: anyPose(random, half) }, b };
  });
}

function freePose(random: Random, half: number, { a, b }: Bodies, poseB: Pose): Pose {
  let pose = anyPose(random, half);
  while (intersects(a, pose, b, poseB)) pose = anyPose(random, half);
  return pose;
}

function anyPose(random: Random, half: number): Pose {
  const along = (): number => random.between(-half, half);
  return { position: [along(), along(), along()], rotation: randomRotation(random) };
}
