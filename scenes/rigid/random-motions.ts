// Random motions of the C²A benches: one body moves from a random free pose to another random pose
// while the second one is static, or, as in a simulation, both move a little.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import {
  AT_REST,
  add,
  type Pose,
  type PosePair,
  posePair,
  randomAcross,
  randomDirection,
  randomRotation,
  rotate,
  rotationBy,
  times,
  UNTURNED,
} from './pose.ts';
import { reach } from './reach.ts';
import type { Point, Shape, Soup } from './soup.ts';

/** The motions of two bodies. */
export interface PairMotion {
  readonly a: PosePair;
  readonly b: PosePair;
}

/**
 * The maximum distance by which finer shapes extend beyond the coarse ones that are measured here.
 */
const MARGIN = 0.04;
/** The fraction of the triangles that suffices to measure the extent of a shape. */
const COARSE = 0.25;
/**
 * The golden ratio minus 1: its multiples, modulo 1, are spread over [0, 1) as evenly as possible.
 */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Returns a generator of motions in which a point inside a passes a point inside b at a distance of
 * at most `miss`. With 0 every motion of closed bodies collides; the larger it is, the fewer do.
 */
export function passingMotions(a: Shape, b: Shape, miss: number): (count: number, seed: number) => PairMotion[] {
  return (count, seed) => {
    const random = seededRandom(seed);
    const soups = [a.build(COARSE), b.build(COARSE)] as const;
    const shift = random.next();
    return Array.from({ length: count }, (_, i) => {
      const pose0 = freePose(random, soups, random.between(0.02, 0.8));
      const angularVelocity = shorterTurn(random);
      const moment = random.between(0.45, 1);
      const rotation = rotationBy(times(angularVelocity, moment));
      const carried = rotate(rotation, rotate(pose0.rotation, anyOf(random, a.inside)));
      // Evenly spread, so that the fraction of collisions hardly depends on the seed.
      const astray = times(randomAcross(random, pose0.position), miss * Math.sqrt((shift + i * GOLDEN) % 1));
      const meeting = add(add(anyOf(random, b.inside), astray), carried, -1);
      const velocity = times(add(meeting, pose0.position, -1), 1 / moment);
      return { a: posePair({ pose0, velocity, angularVelocity }), b: AT_REST };
    });
  };
}

/**
 * Returns a generator of motions of two bodies close to each other, both falling and tumbling by a
 * small step. `speed` is the maximum speed of approach.
 */
export function fallingMotions(a: Shape, b: Shape, speed: number): (count: number, seed: number) => PairMotion[] {
  return (count, seed) => {
    const random = seededRandom(seed);
    const soups = [a.build(COARSE), b.build(COARSE)] as const;
    const tumble = (): Point => times(randomDirection(random), random.between(0, 0.2));
    return Array.from({ length: count }, () => {
      const pose0 = freePose(random, soups, random.between(0, 0.3));
      const fall: Point = [0, 0, random.between(-0.15, 0)];
      const still = { position: [0, 0, 0], rotation: UNTURNED } as const;
      const apart = times(pose0.position, -random.between(0, speed) / Math.hypot(...pose0.position));
      const aside = times(randomDirection(random), random.between(0, speed));
      return {
        a: posePair({ pose0, velocity: add(add(fall, apart, 0.5), aside), angularVelocity: tumble() }),
        b: posePair({ pose0: still, velocity: add(fall, apart, -0.5), angularVelocity: tumble() }),
      };
    });
  };
}

/**
 * Returns a random pose of a that is certainly free of overlap: beyond a plane that b lies behind,
 * by at least `gap`.
 */
function freePose(random: Random, [a, b]: readonly [Soup, Soup], gap: number): Pose {
  const [rotation, direction] = [randomRotation(random), randomDirection(random)];
  const distance = reach(b, UNTURNED, direction) + reach(a, rotation, times(direction, -1)) + MARGIN + gap;
  return { position: times(direction, distance), rotation };
}

/** The rotation between two random ones, by the shorter angle. */
function shorterTurn(random: Random): Point {
  const [x, y, z, w] = randomRotation(random);
  const sin = Math.hypot(x, y, z);
  return times([x, y, z], (Math.sign(w) * 2 * Math.atan2(sin, Math.abs(w))) / sin);
}

function anyOf<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)];
}
