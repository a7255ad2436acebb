// The kernel's distance of two triangles, and the one that `distance` returns, against exact
// minimisation on integers.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { checkPose } from '../../../../src/core/motion/pose.ts';
import { staticSegment } from '../../../../src/engine/rigid/motion-segment.ts';
import { RigidBody } from '../../../../src/engine/rigid/rigid-body.ts';
import { distanceAt } from '../../../../src/engine/rigid/rigid-queries.ts';
import { RigidSearch } from '../../../../src/engine/rigid/rigid-search.ts';
import { along, magnitude, realVec, type Vec } from '../../../generate/draw.ts';
import { allShapes, findWrong } from '../../../oracle/discrete-cases.ts';
import { oracleDistance } from '../../../oracle/discrete-distance.ts';

const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const IDENTITY = checkPose({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
/** Bodies have a largest coordinate; and the kernel needs fourth powers of lengths. */
const [LARGEST, SMALLEST] = [2 ** 200, 2 ** -200];

const corners = [0, 3, 6];
const exact = (q: Float64Array): number =>
  oracleDistance(
    q,
    corners,
    corners.map((i) => 9 + i),
  );

const bodies = (q: Float64Array): [RigidBody, RigidBody] => [
  RigidBody.from(q.slice(0, 9), [0, 1, 2]),
  RigidBody.from(q.slice(9), [0, 1, 2]),
];

/** What the search compares. */
function kernelDistance(q: Float64Array): number {
  const [a, b] = bodies(q);
  return new RigidSearch(a, b, staticSegment(IDENTITY, IDENTITY)).nearest(Infinity)?.distance ?? NaN;
}

/** The longest side of the box around all corners. */
function extentOf(q: Float64Array): number {
  const sides = [0, 1, 2].map((axis) => {
    const values = [...q].filter((_, i) => i % 3 === axis);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.max(...sides);
}

const greatest = (q: Float64Array): number => q.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function faultOf(q: Float64Array): string | null {
  if (greatest(q) > LARGEST || extentOf(q) < SMALLEST) return null;
  const truth = exact(q);
  const size = Math.max(truth, extentOf(q));
  const found = kernelDistance(q);
  // Bodies are placed against each other, and their centres may be far from the origin.
  if (!(Math.abs(found - truth) <= 1e-14 * size + 4e-16 * greatest(q))) return `the kernel has ${found}, not ${truth}`;
  const [a, b] = bodies(q);
  const told = distanceAt(a, IDENTITY, b, IDENTITY).distance;
  const isRight = Math.abs(told - truth) <= 1e-15 * size && (told === 0) === (truth === 0);
  return isRight ? null : `it is said to be ${told}, not ${truth}`;
}

describe('the distance of two triangles', () => {
  it.each(allShapes)('is right at all scales, and 0 exactly where they meet: %s', (shape) => {
    expect(findWrong(31, 700, [3, 3], faultOf, [shape])).toEqual([]);
  });

  /** An edge of each beside the other at this angle, the rest of the triangles further away. */
  function nearlyParallel(random: Random, sine: number): Float64Array {
    const [line, across, up]: Vec[] = [realVec(random, 1), realVec(random, 1), realVec(random, 1)];
    const gap = along([0, 0, 0], magnitude(random, -6, 0), up);
    const tilted = along(line, sine, across);
    const a: Vec[] = [
      along([0, 0, 0], -random.next(), line),
      along([0, 0, 0], random.next(), line),
      along(across, -2, up),
    ];
    const b = [
      along(gap, -random.next(), tilted),
      along(gap, random.next(), tilted),
      along(along(gap, 2, up), random.next(), across),
    ];
    const scale = magnitude(random, -6, 6);
    return Float64Array.from([...a, ...b].flat(), (x) => x * scale);
  }

  it.each([1e-2, 1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12, 1e-14, 1e-16])(
    'is right for edges with a sine of %d',
    (sine) => {
      const random = seededRandom(32);
      for (let i = 0; i < 100; i++) expect(faultOf(nearlyParallel(random, sine)), `seed 32, case ${i}`).toBe(null);
    },
  );

  /**
   * A point of the needle f, and an edge through where the cross product of its long sides,
   * rounded, would have it.
   */
  function throughRoundedPlane(random: Random, sine: number): Float64Array {
    const [line, across, way]: Vec[] = [realVec(random, 1), realVec(random, 1), realVec(random, 1)];
    const [f0, f1] = [along([0, 0, 0], -random.between(0.8, 1), line), along([0, 0, 0], random.between(0.8, 1), line)];
    const f2 = along(along([0, 0, 0], random.between(0.5, 1), line), sine, across);
    const [e, d] = [along(f1, -1, f0), along(f2, -1, f0)];
    const normal = cross(e, d);
    const share = random.between(0, 0.6);
    const inside = along(along([0, 0, 0], share, e), random.between(0, 1 - share), d);
    const point = along(along(f0, 1, inside), -dot(normal, inside) / dot(normal, normal), normal);
    const ends = [along(point, -random.between(0.3, 1), way), along(point, random.between(0.3, 1), way)];
    return Float64Array.from([...ends, along(ends[0], 1, realVec(random, 1)), f0, f1, f2].flat());
  }

  it.each([1e-2, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14])('is not 0 beside a needle with a sine of %d', (sine) => {
    const random = seededRandom(33);
    for (let i = 0; i < 100; i++) expect(faultOf(throughRoundedPlane(random, sine)), `seed 33, case ${i}`).toBe(null);
  });
});
