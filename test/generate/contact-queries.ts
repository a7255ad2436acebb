// Queries made around a contact: exact, missed by an ulp or a jitter, at rest, tangent, at simple times.
import type { Random } from '../../src/core/math/random.ts';
import { neighbour } from '../oracle/doubles.ts';
import type { Kind } from '../oracle/hit.ts';
import {
  chance,
  type Fill,
  magnitude,
  mapQuery,
  nudge,
  pick,
  type QueryClass,
  realSteps,
  repeat,
  sign,
  whole,
  wholeSteps,
} from './draw.ts';
import { passThrough, places, realPose, wholePose } from './poses.ts';

/** Through the boundary of the feature up to a jitter; then placed far away, scaled or rounded. */
function grazing(place: (x: number) => number): Fill {
  return (kind, random, q, offset) => {
    const pose = realPose(kind, random, chance(random, 0.9) ? 'boundary' : 'inside');
    passThrough(pose, random.next(), 1, realSteps(random, 1), q, offset);
    const jitter = chance(random, 0.3) ? 0 : magnitude(random, -17, -9);
    mapQuery(q, offset, (x) => place(x + jitter * random.between(-1, 1)));
  };
}

function contactAt(times: (random: Random) => readonly [number, number]): Fill {
  return (kind, random, q, offset) => {
    const [n, d] = times(random);
    // A power of two stays exact; the motion ranges from a fraction of the features' size to far above it.
    const unit = 2 ** -whole(random, 0, Math.min(20, Math.ceil(Math.log2(d)) + 2));
    const step = wholeSteps(random, 4).map((x) => x * unit);
    passThrough(wholePose(kind, random, pick(random, places)), n, d, step, q, offset);
  };
}

const atPowersOfHalf = contactAt((random) => [1, 2 ** whole(random, 0, 20)]);
const atThirds = contactAt((random) => {
  const d = pick(random, [3, 3, 3, 5, 7, 11]);
  return [whole(random, 1, d - 1), d];
});

/** One to four coordinates of an exact contact, off by an ulp. */
const ulp: Fill = (kind, random, q, offset) => {
  pick(random, [atPowersOfHalf, atThirds, restingStart, restingEnd, tangent])(kind, random, q, offset);
  nudge(random, q, offset, 24, whole(random, 1, 4));
};

/** Touching (or just beside) at one end of the interval: the rest of the motion parts, slides or presses as it likes. */
function resting(n: 0 | 1): Fill {
  return (kind, random, q, offset) => {
    const pose = wholePose(kind, random, pick(random, places));
    const still = chance(random, 0.3);
    const step = repeat(12, (i) => (still && i >= 3 ? 0 : whole(random, -8, 8)));
    passThrough(pose, n, 1, step, q, offset);
    if (chance(random, 0.3)) nudge(random, q, offset + 12 * n, 12, 2);
  };
}

const restingStart = resting(0);
const restingEnd = resting(1);

/** Features of any coordinates in the plane z = 0.1, on it or an ulp off; lifting, pressing or sliding. */
const restingGround: Fill = (kind, random, q, offset) => {
  const level = pick(random, [0.1, 1 / 3, 1e3 + 0.1]);
  for (let i = 0; i < 12; i++) q[offset + i] = q[offset + 12 + i] = i % 3 === 2 ? level : random.between(-1, 1);
  const own = kind === 'vf' ? 1 : 2;
  if (kind === 'vf') for (let axis = 0; axis < 2; axis++) q[offset + axis] *= 0.3;
  const lift = pick(random, [0, 0, 0.01, -0.01, 1e-9, -1e-9]);
  const gap = pick(random, [0, 0, 0, 1, -1]);
  for (let i = 0; i < own; i++) {
    const z = offset + 3 * i + 2;
    if (gap !== 0) q[z] = neighbour(level, gap as 1 | -1);
    q[z + 12] = q[z] + lift;
    for (let axis = 0; axis < 2; axis++) q[z + 10 + axis] = q[z - 2 + axis] + random.between(-0.5, 0.5);
  }
};

/**
 * A double root of the volume: with u = t − n/d, the plane z = k u x meets the point (x0 + m u, y, k x0 u) only where
 * k m u² = 0. All whole numbers, then a linear map in whole numbers. Shifted in z it has two roots or none.
 */
const tangent: Fill = (kind, random, q, offset) => {
  const d = pick(random, [1, 2, 2, 3, 4, 8, 64]);
  const n = chance(random, 0.1) ? random.below(d + 1) : whole(random, Math.min(1, d - 1), Math.max(1, d - 1));
  const [k, m] = repeat(2, () => sign(random) * whole(random, 1, 3));
  const x0 = whole(random, -1, 5);
  const y = kind === 'vf' ? whole(random, -1, Math.max(0, 5 - x0)) : 0;
  const reach = repeat(2, () => whole(random, -1, 4));
  // z is the last coordinate before the map, so a shift of it alone moves C by a constant.
  const shift = chance(random, 0.4) ? 0 : sign(random) * 2 ** -whole(random, 4, 40);
  const matrix = invertible(random);
  const centre = [0, 1].map(() => repeat(3, () => whole(random, -9, 9)));
  for (const end of [0, 1] as const) {
    const u = end === 0 ? -n : d - n;
    const point = [x0 + m * u, y, k * x0 * u + shift];
    const tip = [4, 0, 4 * k * u];
    const corners =
      kind === 'vf'
        ? [point, [0, 0, 0], [0, 4, 0], tip]
        : [[0, 0, 0], tip, [point[0], -reach[0], point[2]], [point[0], reach[1], point[2]]];
    corners.forEach((corner, i) => {
      for (let axis = 0; axis < 3; axis++) {
        const row = matrix[axis];
        q[offset + 12 * end + 3 * i + axis] =
          centre[end][axis] + row[0] * corner[0] + row[1] * corner[1] + row[2] * corner[2];
      }
    });
  }
};

function invertible(random: Random): number[][] {
  for (;;) {
    const [a, b, c] = [0, 1, 2].map(() => repeat(3, () => whole(random, -2, 2)));
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    if (volume !== 0) return [a, b, c];
  }
}

/** A contact of full-precision coordinates: one corner runs exactly into a corner of the other feature at an end. */
const cornerContact: Fill = (kind, random, q, offset) => {
  for (let i = 0; i < 24; i++) q[offset + i] = random.between(-1, 1);
  const end = offset + 12 * random.below(2);
  const other = cornerOf(kind, random);
  for (let axis = 0; axis < 3; axis++) q[end + axis] = q[end + 3 * other + axis];
  if (chance(random, 0.6)) nudge(random, q, end, 3, 1);
  else if (chance(random, 0.5)) q[end + random.below(3)] += sign(random) * 2 ** -40;
};

const cornerOf = (kind: Kind, random: Random): number => (kind === 'vf' ? whole(random, 1, 3) : whole(random, 2, 3));

export const contactQueries: readonly QueryClass[] = [
  { name: 'grazing', fill: grazing((x) => x) },
  { name: 'grazing-far-1e3', fill: grazing((x) => x + 1e3) },
  { name: 'grazing-far-1e6', fill: grazing((x) => x + 1e6) },
  { name: 'grazing-scale-2^-27', fill: grazing((x) => x * 2 ** -27) },
  { name: 'grazing-scale-2^40', fill: grazing((x) => x * 2 ** 40) },
  { name: 'grazing-f32', fill: grazing(Math.fround) },
  { name: 'contact-at-1/2^k', fill: atPowersOfHalf },
  { name: 'contact-at-1/3', fill: atThirds },
  { name: 'resting-start', fill: restingStart },
  { name: 'resting-end', fill: restingEnd },
  { name: 'resting-ground', fill: restingGround },
  { name: 'corner-contact', fill: cornerContact },
  { name: 'tangent', fill: tangent },
  { name: 'ulp', fill: ulp },
];
