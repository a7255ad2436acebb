// Seeded pairs of simplices at one instant for the discrete tests: a vertex and a face, two edges,
// two triangles. A shape draws the corners of both, a place then moves or scales them; most of the
// shapes are degenerate or nearly so.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { along, chance, magnitude, pick, realVec, sign, type Vec, whole, wholeVec } from '../generate/draw.ts';
import { neighbour } from './doubles.ts';

/** Corners of a and of b. */
export type Sizes = readonly [number, number];

type Shape = (random: Random, sizes: Sizes) => [Vec[], Vec[]];
type Place = (random: Random, x: number, axis: number) => number;

const fill = (count: number, make: () => Vec): Vec[] => Array.from({ length: count }, make);
const minus = (a: Vec, b: Vec): Vec => along(a, -1, b);

function cross(a: Vec, b: Vec): Vec {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function weighted(points: readonly Vec[], weights: readonly number[]): Vec {
  const total = weights.reduce((sum, w) => sum + w, 0);
  return points.reduce((sum: Vec, p, i) => along(sum, weights[i] / total, p), [0, 0, 0]);
}

/** A point of the hull: inside, on the rim, or a corner. */
function pointOf(random: Random, hull: readonly Vec[]): Vec {
  const weights = hull.map(() => (chance(random, 0.3) ? 0 : random.next()));
  return weights.some((w) => w > 0) ? weighted(hull, weights) : hull[0];
}

const apart: Shape = (random, [m, n]) => [fill(m, () => realVec(random, 1)), fill(n, () => realVec(random, 1))];

const lattice: Shape = (random, [m, n]) => {
  const size = pick(random, [1, 2, 2]);
  return [fill(m, () => wholeVec(random, size)), fill(n, () => wholeVec(random, size))];
};

/** Whole numbers in one plane, often along an axis. */
const coplanar: Shape = (random, [m, n]) => {
  const [p, r, turn] = [whole(random, -2, 2), whole(random, -2, 2), whole(random, 0, 2)];
  const draw = (): Vec => {
    const [x, y] = [whole(random, -3, 3), whole(random, -3, 3)];
    const point = [x, y, p * x + r * y];
    return [point[turn], point[(turn + 1) % 3], point[(turn + 2) % 3]];
  };
  return [fill(m, draw), fill(n, draw)];
};

/** In one plane up to rounding. */
const nearlyCoplanar: Shape = (random, [m, n]) => {
  const [e, f, o] = [realVec(random, 1), realVec(random, 1), realVec(random, 1)];
  const draw = (): Vec => along(along(o, random.between(-1, 1), e), random.between(-1, 1), f);
  return [fill(m, draw), fill(n, draw)];
};

/** One corner of a, or a point between its corners, at a point of b, up to a gap of any size. */
const touching: Shape = (random, [m, n]) => {
  const b = fill(n, () => (chance(random, 0.5) ? wholeVec(random, 4) : realVec(random, 1)));
  const gap = chance(random, 0.4) ? 0 : magnitude(random, -18, -1);
  const contact = along(pointOf(random, b), gap, realVec(random, 1));
  const a = fill(m, () => realVec(random, 1));
  if (m === 1 || chance(random, 0.5)) a[0] = contact;
  else a[1] = along(contact, -random.next(), minus(a[0], contact));
  return [a, b];
};

/** Long and thin, and the other near or across it. */
const needles: Shape = (random, sizes) => {
  const line = realVec(random, 1);
  const thin = (count: number, at: Vec): Vec[] => {
    const [height, across] = [magnitude(random, -17, -1), cross(line, realVec(random, 1))];
    return fill(count, () => along(along(at, random.between(-1, 1), line), height * random.between(-1, 1), across));
  };
  const origin = realVec(random, 1);
  const b = thin(sizes[1], origin);
  const gap = along(pointOf(random, b), chance(random, 0.3) ? 0 : magnitude(random, -16, 0), realVec(random, 1));
  if (chance(random, 0.4)) return [thin(sizes[0], gap), b];
  const a = fill(sizes[0], () => along(gap, magnitude(random, -10, 0), realVec(random, 1)));
  if (sizes[0] > 1) a[1] = along(gap, -random.next(), minus(a[0], gap));
  else a[0] = gap;
  return [a, b];
};

/** All edges parallel up to an angle of any size; exactly so for integers. */
const parallel: Shape = (random, [m, n]) => {
  const exact = chance(random, 0.4);
  const line = exact ? wholeVec(random, 3) : realVec(random, 1);
  const angle = exact ? 0 : magnitude(random, -18, -1);
  const row = (count: number, at: Vec): Vec[] =>
    fill(count, () => {
      const step = exact ? whole(random, -3, 3) : random.between(-1, 1);
      return along(along(at, step, line), angle, realVec(random, 1));
    });
  const origin = exact ? wholeVec(random, 3) : realVec(random, 1);
  const gap = exact ? wholeVec(random, 1) : along([0, 0, 0], magnitude(random, -17, 0), realVec(random, 1));
  return [row(m, origin), row(n, along(origin, 1, gap))];
};

/**
 * Corners repeated, within a hull or from one to the other; triangles of no area, edges of no
 * length.
 */
const collapsed: Shape = (random, sizes) => {
  const [a, b] = pick(random, [apart, lattice, touching])(random, sizes);
  for (const hull of [a, b]) {
    if (hull.length > 1 && chance(random, 0.5)) hull[random.below(hull.length)] = pick(random, hull);
    if (hull.length > 2 && chance(random, 0.5)) hull[2] = weighted(hull, [1, whole(random, -1, 2) * 2, 0]);
  }
  if (chance(random, 0.3)) a[random.below(a.length)] = pick(random, b);
  return [a, b];
};

/** Every corner at its own distance from the first, down to where squares underflow. */
const vanishing: Shape = (random, [m, n]) => {
  const near = (): Vec => along([0, 0, 0], 2 ** -whole(random, 0, pick(random, [20, 540])), realVec(random, 1));
  return [[[0, 0, 0], ...fill(m - 1, near)], fill(n, near)];
};

const still: Place = (_, x) => x;
const far: Place = (_, x, axis) => x + [1e3, -1e6, 1e4][axis];
const ulp: Place = (random, x) => (x !== 0 && chance(random, 0.3) ? neighbour(x, sign(random)) : x);
const single: Place = (_, x) => Math.fround(x);
const scaled =
  (factor: number): Place =>
  (_, x) =>
    x * factor;
/**
 * Flat beyond measure: products of two coordinates underflow, the third factor brings them back.
 */
const sheer: Place = (_, x, axis) => x * 2 ** [-537, -537, 400][axis];
/** Coordinates of all sizes at once. */
const uneven: Place = (random, x) => x * 2 ** whole(random, -80, 80);

const shapes: Record<string, Shape> = {
  apart,
  lattice,
  coplanar,
  nearlyCoplanar,
  touching,
  needles,
  parallel,
  collapsed,
  vanishing,
};

const places: Record<string, Place> = {
  still,
  far,
  ulp,
  single,
  uneven,
  sheer,
  small: scaled(1e-6),
  large: scaled(1e6),
  tiny: scaled(2 ** -280),
  huge: scaled(2 ** 310),
  least: scaled(2 ** -1060),
  greatest: scaled(2 ** 1019),
};

export const allShapes: readonly string[] = Object.keys(shapes);

/** What the check found wrong, or null. q: xyz of the corners of a, then of b. */
export type Check = (q: Float64Array, random: Random) => string | null;

/**
 * Draws cases of the given shapes in turn, half of them where they are drawn, the others placed
 * elsewhere. Returns a line for each that fails (the first few), with what it takes to draw it
 * again.
 */
export function findWrong(seed: number, count: number, sizes: Sizes, check: Check, only = allShapes): string[] {
  const random = seededRandom(seed);
  const wrong: string[] = [];
  for (let i = 0; i < count && wrong.length < 5; i++) {
    const shape = only[i % only.length];
    const place = chance(random, 0.5) ? 'still' : pick(random, Object.keys(places));
    const points = shapes[shape](random, sizes).flat(2);
    const q = Float64Array.from(points, (x, k) => places[place](random, x, k % 3));
    const fault = check(q, random);
    if (fault !== null) wrong.push(`seed ${seed}, case ${i} (${shape}, ${place}): ${fault}; q = [${q.join(', ')}]`);
  }
  return wrong;
}
