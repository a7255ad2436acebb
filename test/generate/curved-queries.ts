// Queries whose points move along Bézier curves of degree 2 and 3. Most are made from those of
// straight motion, so that every class of these has its curved relatives:
//   raised    the same straight motion with more control points; exact where nothing is rounded
//   retimed   the same straight paths, run through at an uneven speed, even back and forth: what is
//             degenerate stays so, contacts move to irrational times and multiply
//   bent      raised, with inner control points displaced: all alike, or each on its own
//   mixed     the control points are poses of several queries of the class
import type { Random } from '../../src/core/math/random.ts';
import type { Kind } from '../oracle/hit.ts';
import {
  along,
  chance,
  type Fill,
  magnitude,
  nudge,
  pick,
  type QueryClass,
  realSteps,
  realVec,
  repeat,
  sign,
  type Vec,
  whole,
  wholeSteps,
} from './draw.ts';
import { crossing, passThrough, placeCorners, places, realPose, weighted, wholePose } from './poses.ts';
import { queryClasses } from './queries.ts';

export type CurveDegree = 2 | 3;

/** Numbers of a pose: xyz of four points. */
const POSE = 12;

/** Writes one query: 12 · (degree + 1) finite doubles at q[offset]. */
type CurvedFill = (degree: CurveDegree, kind: Kind, random: Random, q: Float64Array, offset: number) => void;

const straight = new Float64Array(2 * POSE);

/** Bernstein coefficients of the time along a straight path: from 0 to 1, where exactly does not matter. */
const PACES = [0, 0, 0.5, 1, 1, 2, -1, 3, -2, 0.25, 1.5];

/** Control point i of a straight path whose time has these Bernstein coefficients. */
function placeAlong(paces: readonly number[], q: Float64Array, offset: number): void {
  paces.forEach((pace, i) => {
    for (let k = 0; k < POSE; k++) {
      const [start, end] = [straight[k], straight[POSE + k]];
      q[offset + POSE * i + k] = pace === 0 ? start : pace === 1 ? end : start + pace * (end - start);
    }
  });
}

/** Degree 2 is exact where the mid-point is, degree 3 on positions times 3. */
export function raise(degree: CurveDegree, from: Float64Array, q: Float64Array, offset: number): void {
  for (let k = 0; k < POSE; k++) {
    const [start, end] = [from[k], from[POSE + k]];
    const values =
      degree === 2 ? [start, start / 2 + end / 2, end] : [3 * start, 2 * start + end, start + 2 * end, 3 * end];
    values.forEach((value, i) => {
      q[offset + POSE * i + k] = value;
    });
  }
}

const raised =
  (fill: Fill): CurvedFill =>
  (degree, kind, random, q, offset) => {
    fill(kind, random, straight, 0);
    raise(degree, straight, q, offset);
  };

const retimed =
  (fill: Fill): CurvedFill =>
  (degree, kind, random, q, offset) => {
    fill(kind, random, straight, 0);
    const inner = repeat(degree - 1, () => (chance(random, 0.8) ? pick(random, PACES) : random.between(-1, 2)));
    placeAlong([0, ...inner, chance(random, 0.9) ? 1 : pick(random, PACES)], q, offset);
    if (chance(random, 0.1)) nudge(random, q, offset, POSE * (degree + 1), whole(random, 1, 3));
  };

const bent =
  (fill: Fill): CurvedFill =>
  (degree, kind, random, q, offset) => {
    raised(fill)(degree, kind, random, q, offset);
    const size = straight.reduce((most, x) => Math.max(most, Math.abs(x)), 0) * magnitude(random, -17, 0);
    const together = chance(random, 0.3);
    for (let i = 1; i < degree; i++) {
      const common = realVec(random, size);
      const own = realSteps(random, size);
      for (let k = 0; k < POSE; k++) q[offset + POSE * i + k] += together ? common[k % 3] : own[k];
    }
  };

const mixed =
  (fill: Fill): CurvedFill =>
  (degree, kind, random, q, offset) => {
    for (let i = 1; i < degree; i++) {
      fill(kind, random, straight, 0);
      q.set(straight.subarray(0, POSE), offset + POSE * i);
    }
    fill(kind, random, straight, 0);
    q.set(straight.subarray(0, POSE), offset);
    q.set(straight.subarray(POSE), offset + POSE * degree);
  };

/**
 * The symmetric function of degree `power` of the arguments of the control point, the blossom of
 * s^power times its number of terms.
 */
function blossomSum(power: number, values: readonly number[]): number {
  if (power === 0) return 1;
  return values.reduce(
    (sum, value, i) => sum + (power === 1 ? value : value * blossomSum(power - 1, values.slice(i + 1))),
    0,
  );
}

/** The values of s = d·t − n at which control point i is a blossom: s at the start and s at the end. */
function argumentsOf(i: number, degree: number, n: number, d: number): number[] {
  return repeat(degree, (j) => (j < degree - i ? -n : d - n));
}

/** Terms of the sum of `blossomSum`. */
const TERMS = { 2: [1, 2, 1], 3: [1, 3, 3, 1] };

/**
 * Reaches a pose at t = n/d along pose + s·steps[0] + s²·steps[1] + …, s = d·t − n. Exact in whole
 * numbers if the steps are multiples of 6. Steps that begin with zeros make multiple roots.
 */
const planned: CurvedFill = (degree, kind, random, q, offset) => {
  const isWhole = chance(random, 0.7);
  const place = pick(random, places);
  // Products of large whole numbers are rounded, and the contact is still exact.
  const size = chance(random, 0.5) ? 2 ** 15 : 1;
  const pose = isWhole ? wholePose(kind, random, place, 8 * size) : realPose(kind, random, place);
  const d = pick(random, [1, 2, 3, 4, 5, 8, 64]);
  const n = chance(random, 0.2) ? random.below(d + 1) : Math.min(d, whole(random, 1, Math.max(1, d - 1)));
  const zeros = pick(random, [0, 0, 0, 1, 1, degree - 1]);
  const unit = isWhole ? 6 : d ** -degree;
  const steps = repeat(degree, (i) => i).map((i) => {
    if (i < zeros) return repeat(POSE, () => 0);
    return isWhole ? wholeSteps(random, 3 * size) : realSteps(random, 2);
  });
  for (let i = 0; i <= degree; i++) {
    const s = argumentsOf(i, degree, n, d);
    for (let k = 0; k < POSE; k++) {
      q[offset + POSE * i + k] = steps.reduce(
        (sum, step, j) => sum + (unit / TERMS[degree][j + 1]) * step[k] * blossomSum(j + 1, s),
        pose[k],
      );
    }
  }
  if (chance(random, 0.2)) nudge(random, q, offset, POSE * (degree + 1), whole(random, 1, 4));
};

/** Up to 3 · degree crossings of the plane: as three-crossings, with a product of factors for each line. */
const severalCrossings: CurvedFill = (degree, kind, random, q, offset) => {
  const basis = [0, 1, 2].map(() => realVec(random, 1));
  const mix = [0, 1, 2].map(() => realVec(random, 1));
  const roots = [0, 1, 2].map(() => repeat(degree, () => random.between(-0.1, 1.1)));
  if (chance(random, 0.4)) roots[1][0] = roots[0][0] + magnitude(random, -12, -2);
  if (chance(random, 0.2)) roots[0][1] = roots[0][0];
  const slopes = repeat(3, () => sign(random) * random.between(0.5, 2));
  for (let i = 0; i <= degree; i++) {
    // The blossom of a product of linear factors is the mean over all orders of its arguments.
    const lines = roots.map((own, k) => slopes[k] * meanOverOrders(own, argumentsOf(i, degree, 0, 1)));
    placeCorners(kind, random, q, offset + POSE * i, (j, axis) =>
      lines.reduce((sum, l, k) => sum + basis[k][axis] * l * mix[k][j], 0),
    );
  }
};

function meanOverOrders(roots: readonly number[], values: readonly number[]): number {
  if (roots.length === 0) return 1;
  const parts = values.map(
    (value, i) => (value - roots[0]) * meanOverOrders(roots.slice(1), [...values.slice(0, i), ...values.slice(i + 1)]),
  );
  return parts.reduce((sum, part) => sum + part, 0) / values.length;
}

/**
 * A contact shortly after the start. The coplanarity polynomial has two terms only, which nearly
 * cancel there, so that rounding moves the time by a large part of it.
 */
const early: CurvedFill = (degree, kind, random, q, offset) => {
  const time = magnitude(random, -15, -3);
  const [place, side] = [realVec(random, 1), realVec(random, 1)];
  // The other side is along an axis, and stays so.
  const upright: Vec = [0, 0, sign(random) * random.between(0.2, 1)];
  const [s, u] = repeat(2, () => random.between(0.1, 0.5));
  const pose =
    kind === 'vf'
      ? weighted([place, along(place, 1, side), along(place, 1, upright)], [1 - s - u, s, u])
      : crossing(place, side, upright, s, 1 - s, u, 1 - u);
  const speed = magnitude(random, -6, -1);
  const steps = repeat(degree, (i) => i).map(() => realSteps(random, speed));
  for (let i = 0; i <= degree; i++) {
    const at = offset + POSE * i;
    for (let k = 0; k < POSE; k++) {
      const later = i < 2 ? 0 : steps[i - 1][k];
      q[at + k] = pose[k] + (i / degree - time) * steps[0][k] + later;
    }
    for (let axis = 0; axis < 2; axis++) q[at + 9 + axis] = q[at + (kind === 'vf' ? 3 : 6) + axis];
  }
};

/** Two features of one body that turns by up to 60° about an axis, in one plane or nearly so. */
const turning: CurvedFill = (degree, kind, random, q, offset) => {
  const thickness = chance(random, 0.4) ? 0 : magnitude(random, -16, -1);
  const pose = repeat(POSE, (k) => random.between(-1, 1) * (k % 3 === 2 ? thickness : 1));
  const apart = chance(random, 0.7) ? random.between(0, 2) : 0;
  for (let k = 0; k < (kind === 'vf' ? 3 : 6); k += 3) pose[k] += apart;
  const centre = realVec(random, pick(random, [0, 1, 10]));
  const angle = random.between(-1, 1);
  const upright = random.below(3);
  const rates = repeat(4, () => (chance(random, 0.8) ? 1 : 1 + magnitude(random, -16, -2)));
  for (let i = 0; i <= degree; i++) {
    for (let p = 0; p < 4; p++) {
      // Control points of a circular arc, its polynomial of this degree, up to the order of the angle.
      const turn = (angle * rates[p] * i) / degree;
      const stretch = i > 0 && i < degree ? 1 + (angle * angle) / (degree === 2 ? 8 : 9) : 1;
      const [x, y, z] = [0, 1, 2].map((axis) => pose[3 * p + ((axis + upright) % 3)] - centre[axis]);
      const turned = [
        stretch * (Math.cos(turn) * x - Math.sin(turn) * y),
        stretch * (Math.sin(turn) * x + Math.cos(turn) * y),
        z,
      ];
      for (let axis = 0; axis < 3; axis++) q[offset + POSE * i + 3 * p + axis] = centre[axis] + turned[axis];
    }
  }
};

/** A straight pass in one part of the time, with control points that are zero or equal. */
const zeroCoefficients: CurvedFill = (degree, kind, random, q, offset) => {
  passThrough(wholePose(kind, random, pick(random, places), 4), random.below(3), 2, wholeSteps(random, 3), straight, 0);
  placeAlong([0, ...repeat(degree - 1, () => random.below(2)), 1], q, offset);
  for (let i = random.below(8 * degree); i > 0; i--) {
    q[offset + random.below(POSE * (degree + 1))] = 0;
  }
};

const curvedOnly: readonly (readonly [string, CurvedFill])[] = [
  ['planned', planned],
  ['several-crossings', severalCrossings],
  ['early', early],
  ['turning', turning],
  ['zero-coefficients', zeroCoefficients],
];

/** Every class for paths of a degree: writes 12 · (degree + 1) finite doubles. */
export function curvedQueries(degree: CurveDegree): readonly QueryClass[] {
  const derived = queryClasses.flatMap(({ name, fill }) =>
    [raised, retimed, bent, mixed].map((change) => [`${change.name} ${name}`, change(fill)] as const),
  );
  return [...curvedOnly, ...derived].map(([name, fill]) => ({
    name,
    fill: (kind, random, q, offset) => {
      fill(degree, kind, random, q, offset);
      // Sums of the largest doubles overflow.
      for (let i = offset; i < offset + POSE * (degree + 1); i++)
        if (!Number.isFinite(q[i])) q[i] = q[i] > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE;
    },
  }));
}
