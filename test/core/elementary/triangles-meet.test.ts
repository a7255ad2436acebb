// The discrete tests against linear programming on integers, by hand, and under changes that
// keep the answer.
import { describe, expect, it } from 'vitest';
import {
  pointMeetsSegment,
  pointMeetsTriangle,
  segmentMeetsTriangle,
  segmentsMeet,
} from '../../../src/core/elementary/segment-meets-triangle.ts';
import { trianglesMeet } from '../../../src/core/elementary/triangles-meet.ts';
import type { Random } from '../../../src/core/math/random.ts';
import { pick, shuffled, whole } from '../../generate/draw.ts';
import { allShapes, findWrong, type Sizes } from '../../oracle/discrete-cases.ts';
import { oracleMeet, oracleTrianglesMeet } from '../../oracle/discrete-meet.ts';

const tiny = 2 ** -40;

type Corners = readonly (readonly [number, number, number])[];
const query = (...corners: Corners): Float64Array => Float64Array.from(corners.flat());

const ground = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
] as const;

describe('trianglesMeet by hand', () => {
  const cases: [string, Corners, number, boolean][] = [
    ['through the middle', [...ground, [1, 1, -1], [1, 1, 1], [9, 9, 1]], 0, true],
    ['above', [...ground, [1, 1, tiny], [1, 2, 1], [2, 1, 1]], 0, false],
    ['a corner on the face', [...ground, [1, 1, 0], [1, 2, 1], [2, 1, 1]], 0, true],
    ['a corner on a corner', [...ground, [4, 0, 0], [9, 9, 1], [9, 8, 1]], 0, true],
    ['edges that cross', [...ground, [2, -1, 0], [2, 1, 0], [2, 0, 9]], 0, true],
    ['edges that just miss', [...ground, [-1, -1, -1], [1, 1 - tiny, 1], [-9, -9, 0]], 0, false],
    ['inside, in the plane', [...ground, [1, 1, 0], [1, 2, 0], [2, 1, 0]], 0, true],
    ['around, in the plane', [...ground, [-9, -9, 0], [99, -9, 0], [-9, 99, 0]], 0, true],
    ['beside, in the plane', [...ground, [2, 2 + tiny, 0], [4, 4, 0], [9, 2, 0]], 0, false],
    ['touching, in the plane', [...ground, [2, 2, 0], [4, 4, 0], [9, 2, 0]], 0, true],
    ['a point on the face', [...ground, [1, 1, 0], [1, 1, 0], [1, 1, 0]], 0, true],
    ['a segment through the face', [...ground, [1, 1, 1], [1, 1, -1], [1, 1, 0.5]], 0, true],
    ['a vertex: apart', [...ground, [0, 0, 0], [-1, 0, 1], [0, -1, 1]], 1, false],
    ['a vertex: folded flat', [...ground, [0, 0, 0], [1, 2, 0], [2, 1, 0]], 1, true],
    ['a vertex: beside, in the plane', [...ground, [0, 0, 0], [-1, 0, 0], [0, -1, 0]], 1, false],
    ['a vertex: along an edge', [...ground, [0, 0, 0], [9, 0, 0], [9, -9, 9]], 1, true],
    ['a vertex: passing through', [...ground, [0, 0, 0], [1, 1, 1], [1, 1, -1]], 1, true],
    ['a vertex: passing behind', [...ground, [0, 0, 0], [-1, -1, 1], [-1, -1, -1]], 1, false],
    ['an edge: open', [...ground, [0, 0, 0], [4, 0, 0], [0, 0, 4]], 2, false],
    ['an edge: flat', [...ground, [0, 0, 0], [4, 0, 0], [0, -4, 0]], 2, false],
    ['an edge: folded flat', [...ground, [0, 0, 0], [4, 0, 0], [9, 1, 0]], 2, true],
    ['an edge: nearly folded flat', [...ground, [0, 0, 0], [4, 0, 0], [9, 1, Number.MIN_VALUE]], 2, false],
    [
      'an edge: both on its line',
      [
        [0, 0, 0],
        [1, 0, 0],
        [3, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      2,
      true,
    ],
    [
      'an edge: on its line, apart',
      [
        [0, 0, 0],
        [1, 0, 0],
        [3, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
        [-2, 0, 0],
      ],
      2,
      false,
    ],
    [
      'an edge of no length',
      [
        [1, 1, 1],
        [1, 1, 1],
        [3, 3, 3],
        [1, 1, 1],
        [1, 1, 1],
        [2, 2, 2],
      ],
      2,
      true,
    ],
  ];
  it.each(cases)('%s', (_, corners, shared, meets) => {
    expect(trianglesMeet(query(...corners), 0, shared)).toBe(meets);
    expect(oracleTrianglesMeet(query(...corners), 0, shared)).toBe(meets);
  });
});

function share(q: Float64Array, shared: number): void {
  q.copyWithin(9, 0, 3 * shared);
}

describe('against linear programming', () => {
  const flat = ['lattice', 'coplanar', 'parallel', 'collapsed'];
  const runs: [number, number, readonly string[]][] = [
    [0, 5000, allShapes],
    [1, 4000, allShapes],
    [2, 3000, allShapes],
    [1, 3000, flat],
    [2, 3000, flat],
  ];
  it.each(runs)('trianglesMeet with %i shared corners, %i cases of %s', (shared, count, shapes) => {
    const check = (q: Float64Array): string | null => {
      share(q, shared);
      const meets = oracleTrianglesMeet(q, 0, shared);
      return trianglesMeet(q, 0, shared) === meets ? null : `should ${meets ? '' : 'not '}meet`;
    };
    expect(findWrong(300 + shared, count, [3, 3], check, shapes)).toEqual([]);
  });

  const tests: [string, Sizes, (q: Float64Array) => boolean][] = [
    ['pointMeetsSegment', [1, 2], (q) => pointMeetsSegment(q, 0, 3, 6)],
    ['pointMeetsTriangle', [1, 3], (q) => pointMeetsTriangle(q, 0, 3, 6, 9)],
    ['segmentsMeet', [2, 2], (q) => segmentsMeet(q, 0, 3, 6, 9)],
    ['segmentMeetsTriangle', [2, 3], (q) => segmentMeetsTriangle(q, 0, 3, 6, 9, 12)],
  ];
  it.each(tests)('%s', (_, sizes, test) => {
    const [m, n] = sizes;
    const a = [0, 3].slice(0, m);
    const b = [0, 3, 6].slice(0, n).map((corner) => corner + 3 * m);
    const wrong = findWrong(310, 3000, sizes, (q) => {
      const meets = oracleMeet(q, a, b);
      return test(q) === meets ? null : `should ${meets ? '' : 'not '}meet`;
    });
    expect(wrong).toEqual([]);
  });
});

describe('trianglesMeet does not change', () => {
  /** Corner i of the new query is corner order[i] of the old one. */
  const reordered = (q: Float64Array, order: readonly number[]): Float64Array =>
    Float64Array.from(q, (_, i) => q[3 * order[Math.trunc(i / 3)] + (i % 3)]);

  type Change = (q: Float64Array, shared: number, random: Random) => Float64Array;
  const changes: Record<string, Change> = {
    'when a and b are swapped': (q) => reordered(q, [3, 4, 5, 0, 1, 2]),
    'in another order of corners': (q, shared, random) => {
      const common = shuffled(random, [0, 1, 2].slice(0, shared));
      const rest = (): number[] => shuffled(random, [0, 1, 2].slice(shared));
      return reordered(q, [...common, ...rest(), ...[...common, ...rest()].map((i) => i + 3)]);
    },
    'in a mirror': (q, _, random) => {
      const axis = random.below(3);
      return q.map((x, i) => (i % 3 === axis ? -x : x));
    },
    'with axes exchanged': (q, _, random) => {
      const axes = shuffled(random, [0, 1, 2]);
      return q.map((_, i) => q[i - (i % 3) + axes[i % 3]]);
    },
    'at 2^k times the size': (q, _, random) => {
      const factor = 2 ** whole(random, -40, 40);
      const scaled = q.map((x) => x * factor);
      return scaled.every((x, i) => x / factor === q[i]) ? scaled : q;
    },
    'elsewhere in the array': (q) => q,
  };
  it.each(Object.entries(changes))('%s', (name, change) => {
    const room = new Float64Array(25);
    const offset = name.startsWith('elsewhere') ? 7 : 0;
    const wrong = findWrong(320, 8000, [3, 3], (q, random) => {
      const shared = pick(random, [0, 0, 1, 2]);
      share(q, shared);
      room.set(change(q, shared, random), offset);
      const meets = trianglesMeet(q, 0, shared);
      return trianglesMeet(room, offset, shared) === meets ? null : `${meets} changed, ${shared} shared`;
    });
    expect(wrong).toEqual([]);
  });
});
