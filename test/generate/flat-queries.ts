// Queries in which something degenerates: everything in one plane or line, parallel edges, points, no motion, needles.
import type { Random } from '../../src/core/math/random.ts';
import {
  along,
  chance,
  type Fill,
  magnitude,
  mapQuery,
  nudge,
  type Pose,
  pick,
  type QueryClass,
  realSteps,
  realVec,
  sign,
  type Vec,
  whole,
  wholeVec,
} from './draw.ts';
import { crossing, passThrough, places, realPose, realWeights, weighted, wholePose } from './poses.ts';

/** In one horizontal plane, which may move, throughout. */
const coplanarFlat: Fill = (_, random, q, offset) => {
  for (const end of [0, 12]) {
    const level = pick(random, [0, 0.1, random.between(-1, 1)]);
    for (let i = 0; i < 12; i++) q[offset + end + i] = i % 3 === 2 ? level : random.between(-1, 1);
  }
  shortMotion(random, q, offset);
};

/** Half of the flat motions are short, so that hits and misses are about as common. */
function shortMotion(random: Random, q: Float64Array, offset: number): void {
  if (chance(random, 0.5)) return;
  const share = 2 ** -whole(random, 1, 8);
  for (let i = 0; i < 12; i++) if (i % 3 !== 2) q[offset + 12 + i] = q[offset + i] + share * q[offset + 12 + i];
}

/** As flat, then turned: coplanar up to rounding only. */
const coplanarRotated: Fill = (kind, random, q, offset) => {
  coplanarFlat(kind, random, q, offset);
  const [ax, ay, az] = realVec(random, 1);
  const scale = 2 / (1 + ax * ax + ay * ay + az * az);
  for (let at = offset; at < offset + 24; at += 3) {
    // The rotation of the quaternion (1, a), with t = 2 a × x / |(1, a)|².
    const [x, y, z] = [q[at], q[at + 1], q[at + 2]];
    const [tx, ty, tz] = [scale * (ay * z - az * y), scale * (az * x - ax * z), scale * (ax * y - ay * x)];
    q[at] = x + tx + ay * tz - az * ty;
    q[at + 1] = y + ty + az * tx - ax * tz;
    q[at + 2] = z + tz + ax * ty - ay * tx;
  }
};

/** In one oblique plane exactly: whole multiples of two short directions, plus a translation for each end. */
const coplanarTilted: Fill = (_, random, q, offset) => {
  const [u, v] = [wholeVec(random, 1000), wholeVec(random, 1000)];
  const unit = 2 ** -whole(random, 0, 30);
  const size = pick(random, [2, 5, 1000]);
  for (const end of [0, 12]) {
    const centre = wholeVec(random, 1000);
    for (let i = 0; i < 4; i++) {
      const point = along(along(centre, whole(random, -size, size), u), whole(random, -size, size), v);
      for (let axis = 0; axis < 3; axis++) q[offset + end + 3 * i + axis] = point[axis] * unit;
    }
  }
};

const coplanarLattice: Fill = (_, random, q, offset) => {
  const upright = random.below(3);
  const size = pick(random, [1, 2, 3]);
  for (let i = 0; i < 24; i++) q[offset + i] = i % 3 === upright ? 0 : whole(random, -size, size);
};

/** All on one line throughout; the features start mostly apart and mostly stay on their side. */
const collinear: Fill = (kind, random, q, offset) => {
  const direction = wholeVec(random, 3);
  const own = kind === 'vf' ? 1 : 2;
  let side = sign(random);
  for (const end of [0, 12]) {
    const centre = wholeVec(random, 3);
    const apart = side * whole(random, 1, 6);
    for (let i = 0; i < 4; i++) {
      const point = along(centre, whole(random, -2, 2) + (i < own ? apart : 0), direction);
      for (let axis = 0; axis < 3; axis++) q[offset + end + 3 * i + axis] = point[axis];
    }
    if (chance(random, 0.2)) side = sign(random);
  }
};

/** Edges: parallel at one instant or throughout, on one line or beside it. Vertex: moves along a side, on it or beside. */
const parallel: Fill = (kind, random, q, offset) => {
  const direction = wholeVec(random, 3);
  const beside: Vec = chance(random, 0.6) ? [0, 0, 0] : wholeVec(random, 1);
  const start = wholeVec(random, 4);
  const steps = [0, 1, 2, 3].map(() => wholeVec(random, 3));
  const d = pick(random, [1, 2, 3, 4]);
  if (kind === 'ee') {
    const onLine = (k: number, off: Vec): Vec => along(along(start, k, direction), 1, off);
    const pose = [
      onLine(0, [0, 0, 0]),
      onLine(whole(random, 1, 3), [0, 0, 0]),
      onLine(whole(random, -3, 6), beside),
      onLine(whole(random, -3, 6), beside),
    ];
    const rigid = chance(random, 0.6);
    if (rigid) [steps[1], steps[3]] = [steps[0], steps[2]];
    if (rigid && chance(random, 0.5)) steps[2] = steps[3] = along(steps[0], whole(random, -2, 2), direction);
    passThrough(pose.flat(), random.below(d + 1), d, steps.flat(), q, offset);
    return;
  }
  const apex = wholeVec(random, 4);
  const vertex = along(along(start, whole(random, -4, 6), direction), 1, beside);
  const pose = [vertex, start, along(start, whole(random, 1, 3), direction), apex];
  const step = wholeVec(random, 1);
  const faster = along(step, whole(random, -2, 2), direction);
  passThrough(pose.flat(), random.below(d + 1), d, [faster, step, step, step].flat(), q, offset);
};

/** A point for a face, for one edge or for both; throughout or at the planned contact only. */
const degeneratePoint: Fill = (kind, random, q, offset) => {
  const place = pick(random, places);
  const centre = wholeVec(random, 4);
  const miss = chance(random, 0.4) ? wholeVec(random, 1) : ([0, 0, 0] as Vec);
  const steps = [0, 1, 2, 3].map(() => wholeVec(random, 3));
  const throughout = chance(random, 0.6);
  let pose: Pose;
  if (kind === 'vf') {
    pose = [...along(centre, 1, miss), ...centre, ...centre, ...centre];
    if (throughout) steps[2] = steps[3] = steps[1];
  } else {
    const both = chance(random, 0.3);
    pose = wholePose('ee', random, both ? 'inside' : place, 4);
    const point: Vec = [pose[6], pose[7], pose[8]];
    // The other edge's end, or its middle: whole since the edge is four times a whole vector.
    const middle = (axis: number): number => (pose[6 + axis] + pose[9 + axis]) / 2;
    const target: Vec = chance(random, 0.4) || both ? point : [middle(0), middle(1), middle(2)];
    for (let i = 0; i < 6; i++) pose[i] = target[i % 3] + miss[i % 3];
    if (both) for (let i = 6; i < 12; i++) pose[i] = point[i % 3];
    if (throughout) steps[1] = steps[0];
    if (throughout && both) steps[3] = steps[2];
  }
  const d = pick(random, [1, 2, 3, 4]);
  passThrough(pose, random.below(d + 1), d, steps.flat(), q, offset);
};

/** A face without area, but no point, throughout or at the planned contact; an edge that is a point just then. */
const degenerateSliver: Fill = (kind, random, q, offset) => {
  const d = pick(random, [1, 2, 3, 4]);
  const n = random.below(d + 1);
  const [start, direction, step, growth] = [
    wholeVec(random, 3),
    wholeVec(random, 3),
    wholeVec(random, 2),
    wholeVec(random, 1),
  ];
  const throughout = chance(random, 0.6);
  const stepOf = (k: number): Vec => (throughout ? along(step, k, growth) : wholeVec(random, 2));
  if (kind === 'vf') {
    const spots = [whole(random, -1, 4), 0, whole(random, 1, 3), whole(random, 0, 3)];
    const pose = spots.flatMap((k) => along(start, k, direction));
    passThrough(pose, n, d, [...wholeVec(random, 2), ...spots.slice(1).flatMap(stepOf)], q, offset);
    return;
  }
  // Edge a is a point at t = n/d and grows before and after it.
  const k = whole(random, -1, 4);
  const pose = [start, start, along(start, -k, direction), along(start, 3 - k, direction)].flat();
  const steps = [step, along(step, 1, growth), wholeVec(random, 2), wholeVec(random, 2)].flat();
  passThrough(pose, n, d, steps, q, offset);
};

/** No relative motion: a discrete test. */
const still: Fill = (kind, random, q, offset) => {
  const real = chance(random, 0.3);
  const pose = real ? realPose(kind, random, pick(random, places)) : wholePose(kind, random, pick(random, places));
  const common = chance(random, 0.3) ? wholeVec(random, 3) : [0, 0, 0];
  passThrough(pose, 0, 1, [common, common, common, common].flat(), q, offset);
  if (chance(random, 0.2)) {
    nudge(random, q, offset, 12, 2);
    for (let i = 0; i < 12; i++) q[offset + 12 + i] = q[offset + i];
  }
};

/** Thin faces, nearly parallel edges. */
const needle: Fill = (kind, random, q, offset) => {
  const thin = magnitude(random, -15, -3);
  const place = pick(random, places);
  const [p, a] = [realVec(random, 1), realVec(random, 1)];
  const b = along(along([0, 0, 0], random.between(0.2, 1), a), thin, realVec(random, 1));
  const third = along(along(p, random.between(-0.5, 1.5), a), thin, realVec(random, 1));
  const [s, u] = place === 'outside' ? [pick(random, [-0.1, 1.1]), random.next()] : [random.next(), random.next()];
  const pose =
    kind === 'vf'
      ? weighted([p, along(p, 1, a), third], realWeights(random, place))
      : crossing(p, a, b, s, 1 - s, u, 1 - u);
  const speed = magnitude(random, -6, 0);
  passThrough(pose, random.next(), 1, realSteps(random, speed), q, offset);
  // A needle throughout, not just at the planned contact.
  const shift = (i: number): number => q[offset + 15 + (i % 3)] - q[offset + 3 + (i % 3)];
  if (chance(random, 0.5)) for (let i = 6; i < 12; i++) q[offset + 12 + i] = q[offset + i] + shift(i);
  if (chance(random, 0.2)) mapQuery(q, offset, Math.fround);
};

export const flatQueries: readonly QueryClass[] = [
  { name: 'coplanar-flat', fill: coplanarFlat },
  { name: 'coplanar-rotated', fill: coplanarRotated },
  { name: 'coplanar-tilted', fill: coplanarTilted },
  { name: 'coplanar-lattice', fill: coplanarLattice },
  { name: 'collinear', fill: collinear },
  { name: 'parallel', fill: parallel },
  { name: 'degenerate-point', fill: degeneratePoint },
  { name: 'degenerate-sliver', fill: degenerateSliver },
  { name: 'static', fill: still },
  { name: 'needle', fill: needle },
];
