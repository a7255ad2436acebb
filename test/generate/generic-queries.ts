// Queries without a planned contact, and planned ones at unusual sizes of motion or of the numbers themselves.
import type { Random } from '../../src/core/math/random.ts';
import type { Kind } from '../oracle/hit.ts';
import {
  chance,
  type Fill,
  magnitude,
  mapQuery,
  pick,
  type QueryClass,
  realSteps,
  realVec,
  repeat,
  sign,
  whole,
  wholeSteps,
} from './draw.ts';
import { passThrough, placeCorners, places, realPose, wholePose } from './poses.ts';

const random: Fill = (_, random, q, offset) => {
  for (let i = 0; i < 24; i++) q[offset + i] = random.between(-1, 1);
};

/** Nearly every degeneracy turns up here. */
const lattice: Fill = (_, random, q, offset) => {
  const size = pick(random, [1, 2, 2]);
  for (let i = 0; i < 24; i++) q[offset + i] = whole(random, -size, size);
};

/** Few distinct decimal coordinates, as in a grid of cloth above a grid of ground; mostly only z moves. */
const grid: Fill = (_, random, q, offset) => {
  const free = chance(random, 0.3);
  for (let i = 0; i < 12; i++) {
    const upright = i % 3 === 2;
    q[offset + i] = upright ? whole(random, -2, 2) * 0.1 : whole(random, 0, 3) * 0.1;
    q[offset + 12 + i] = upright ? whole(random, -2, 2) * 0.1 : free ? whole(random, 0, 3) * 0.1 : q[offset + i];
  }
};

/** Small features in single precision, moving about their own size. */
const cloth: Fill = (kind, random, q, offset) => {
  const pose = realPose(kind, random, pick(random, places), 0.01);
  const centre = realVec(random, 1);
  const d = pick(random, [0.5, 1, 1, 2]);
  passThrough(pose, random.next(), d, realSteps(random, 0.01), q, offset);
  mapQuery(q, offset, (x, axis) => Math.fround(x + centre[axis]));
};

/** Motion far larger than the features. */
const largeMotion: Fill = (kind, random, q, offset) => {
  const speed = magnitude(random, 2, 8);
  const pose = realPose(kind, random, pick(random, places));
  passThrough(pose, random.next(), 1, realSteps(random, speed), q, offset);
};

/** Motion far smaller than the features; coplanar at, shortly before or after the interval. */
const tinyMotion: Fill = (kind, random, q, offset) => {
  const speed = magnitude(random, -15, -6);
  const pose = realPose(kind, random, pick(random, places));
  passThrough(pose, random.between(-0.5, 1.5), 1, realSteps(random, speed), q, offset);
};

/**
 * Three crossings of the plane within (0, 1): the columns x_j = M diag(l0, l1, l2) W_j have the determinant l0 l1 l2
 * times a constant, with a linear l_k for each root.
 */
const threeCrossings: Fill = (kind, random, q, offset) => {
  const basis = [0, 1, 2].map(() => realVec(random, 1));
  const mix = [0, 1, 2].map(() => realVec(random, 1));
  const roots = repeat(3, () => random.next());
  if (chance(random, 0.3)) roots[1] = roots[0] + magnitude(random, -9, -2);
  const slopes = repeat(3, () => sign(random) * random.between(0.5, 2));
  for (const t of [0, 1]) {
    const lines = roots.map((root, k) => slopes[k] * (t - root));
    const column = (j: number, axis: number): number =>
      lines.reduce((sum, l, k) => sum + basis[k][axis] * l * mix[k][j], 0);
    placeCorners(kind, random, q, offset + 12 * t, column);
  }
};

/** An exact contact, or exactly none, scaled by a power of two to the ends of the doubles. */
const extremeScale: Fill = (kind, random, q, offset) => {
  wholeContact(kind, random, q, offset);
  const scale = 2 ** (sign(random) * whole(random, 300, 1000));
  mapQuery(q, offset, (x) => x * scale);
};

/** Each axis at its own scale: contact is an affine matter, so it stays exact. */
const extremeAxes: Fill = (kind, random, q, offset) => {
  wholeContact(kind, random, q, offset);
  const scales = repeat(3, () => 2 ** whole(random, -1000, 1000));
  mapQuery(q, offset, (x, axis) => x * scales[axis]);
};

const subnormal: Fill = (kind, random, q, offset) => {
  wholeContact(kind, random, q, offset);
  mapQuery(q, offset, (x) => x * Number.MIN_VALUE);
};

/** Every coordinate at its own scale; sometimes one corner runs into another to make contacts at the ends. */
const extremeMixed: Fill = (_, random, q, offset) => {
  const range = pick(random, [20, 100, 300]);
  for (let i = 0; i < 24; i++)
    q[offset + i] = chance(random, 0.1) ? 0 : sign(random) * magnitude(random, -range, range);
  if (chance(random, 0.4)) {
    const end = offset + 12 * random.below(2);
    for (let axis = 0; axis < 3; axis++) q[end + axis] = q[end + 6 + axis];
  }
};

function wholeContact(kind: Kind, random: Random, q: Float64Array, offset: number): void {
  const d = pick(random, [1, 2, 3, 4, 8]);
  const step = wholeSteps(random, 4);
  passThrough(wholePose(kind, random, pick(random, places), 6), random.below(d + 1), d, step, q, offset);
}

export const genericQueries: readonly QueryClass[] = [
  { name: 'random', fill: random },
  { name: 'lattice', fill: lattice },
  { name: 'grid', fill: grid },
  { name: 'cloth', fill: cloth },
  { name: 'large-motion', fill: largeMotion },
  { name: 'tiny-motion', fill: tinyMotion },
  { name: 'three-crossings', fill: threeCrossings },
  { name: 'extreme-scale', fill: extremeScale },
  { name: 'extreme-axes', fill: extremeAxes },
  { name: 'subnormal', fill: subnormal },
  { name: 'extreme-mixed', fill: extremeMixed },
];
