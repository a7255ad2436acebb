// Four points that are coplanar at one instant, touching or just not, and motions that pass through such an instant.
// With whole numbers nothing is rounded, so that a contact is exact.
import type { Random } from '../../src/core/math/random.ts';
import type { Kind } from '../oracle/hit.ts';
import { along, chance, type Pose, pick, realVec, shuffled, type Vec, whole, wholeVec } from './draw.ts';

/** Where on the features the would-be contact point lies. */
export type Place = 'inside' | 'boundary' | 'outside';

export const places: readonly Place[] = ['inside', 'boundary', 'outside'];

/** Weights of the face's corners, in quarters. */
const cornerQuarters: Record<Place, readonly string[]> = {
  inside: ['2 1 1'],
  boundary: ['4 0 0', '2 2 0', '3 1 0'],
  outside: ['5 -1 0', '3 2 -1', '6 -1 -1'],
};

/** Whole coordinates; the contact point divides the features in quarters. */
export function wholePose(kind: Kind, random: Random, place: Place, size = 8): Pose {
  if (kind === 'ee') {
    const [s, u] = edgeQuarters(random, place);
    return crossing(wholeVec(random, size), wholeVec(random, size), wholeVec(random, size), s, 4 - s, u, 4 - u);
  }
  const corners = [0, 1, 2].map(() => along([0, 0, 0], 4, wholeVec(random, size)));
  const quarters = shuffled(random, pick(random, cornerQuarters[place]).split(' '));
  const weights = quarters.map((quarter) => Number(quarter) / 4);
  return weighted(corners, weights);
}

function edgeQuarters(random: Random, place: Place): number[] {
  const inner = whole(random, 1, 3);
  if (place === 'inside') return [inner, whole(random, 1, 3)];
  return shuffled(random, [place === 'boundary' ? pick(random, [0, 4]) : pick(random, [-1, 5]), whole(random, 0, 4)]);
}

/** Any coordinates within about ±size; contact up to rounding. */
export function realPose(kind: Kind, random: Random, place: Place, size = 1): Pose {
  if (kind === 'ee') {
    const out = { inside: random.between(0, 1), boundary: pick(random, [0, 1]), outside: pick(random, [-0.1, 1.1]) };
    const [s, u] = shuffled(random, [out[place], random.next()]);
    return crossing(realVec(random, size), realVec(random, size), realVec(random, size), s, 1 - s, u, 1 - u);
  }
  const corners = [0, 1, 2].map(() => realVec(random, size));
  return weighted(corners, realWeights(random, place));
}

export function realWeights(random: Random, place: Place): number[] {
  const share = random.next();
  const out = { inside: random.between(0, share), boundary: 0, outside: random.between(-0.2, 0) };
  const third = out[place];
  // A boundary point is a corner now and then.
  const first = place === 'boundary' && chance(random, 0.2) ? 1 : 1 - share;
  return shuffled(random, [first, 1 - first - third, third]);
}

export function weighted(corners: readonly Vec[], weights: readonly number[]): Pose {
  let vertex: Vec = [0, 0, 0];
  corners.forEach((corner, i) => {
    vertex = along(vertex, weights[i], corner);
  });
  return [...vertex, ...corners.flat()];
}

/** Edges through x: a from −s a to +s′ a, b from −u b to +u′ b. */
export function crossing(x: Vec, a: Vec, b: Vec, s: number, s1: number, u: number, u1: number): Pose {
  return [...along(x, -s, a), ...along(x, s1, a), ...along(x, -u, b), ...along(x, u1, b)];
}

/**
 * Reaches the pose at t = n/d, each coordinate moving by d · step over the whole interval: exact in whole numbers.
 * Steps are 12 numbers.
 */
export function passThrough(
  pose: Pose,
  n: number,
  d: number,
  step: readonly number[],
  q: Float64Array,
  offset: number,
): void {
  for (let i = 0; i < 12; i++) {
    q[offset + i] = pose[i] - n * step[i];
    q[offset + 12 + i] = pose[i] + (d - n) * step[i];
  }
}

/** Puts the first feature point somewhere and the others at the differences x_j that enclose the origin. */
export function placeCorners(
  kind: Kind,
  random: Random,
  q: Float64Array,
  at: number,
  column: (j: number, axis: number) => number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const base = random.between(-0.5, 0.5);
    const [x, y, z] = [column(0, axis), column(1, axis), column(2, axis)];
    // ee: x = a0 − b0, y = a1 − b0, z = a0 − b1.
    const corners = kind === 'vf' ? [base, base + x, base + y, base + z] : [base, base - x + y, base - x, base - z];
    corners.forEach((corner, i) => {
      q[at + 3 * i + axis] = corner;
    });
  }
}
