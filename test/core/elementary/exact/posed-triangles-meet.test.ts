// Triangles at two poses: contacts with integer coordinates that one ulp of a position ends, linear
// programming on exact rational points, and changes that keep the answer.
import { describe, expect, it } from 'vitest';
import { posedTrianglesMeet } from '../../../../src/core/elementary/exact/posed-triangles-meet.ts';
import { trianglesMeet } from '../../../../src/core/elementary/triangles-meet.ts';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { along, chance, magnitude, pick, realVec, repeat, type Vec, whole, wholeVec } from '../../../generate/draw.ts';
import { allShapes, findWrong } from '../../../oracle/discrete-cases.ts';
import { subsets } from '../../../oracle/discrete-meet.ts';
import { rankOf, solve } from '../../../oracle/discrete-solve.ts';
import { neighbour, toIntegers } from '../../../oracle/doubles.ts';

type Quaternion = readonly [number, number, number, number];

interface Query {
  readonly a: Float64Array;
  readonly poseA: Float64Array;
  readonly b: Float64Array;
  readonly poseB: Float64Array;
}

const doubles = (...parts: (readonly number[])[]): Float64Array => Float64Array.from(parts.flat());
const meets = ({ a, poseA, b, poseB }: Query): boolean => posedTrianglesMeet(a, 0, poseA, b, 0, poseB);
const normSq = (q: Quaternion): number => q.reduce((sum, x) => sum + x * x, 0);
const back = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/** |q|² times x turned by q; exact for small integers. */
function turned([i, j, k, w]: Quaternion, [x, y, z]: Vec): Vec {
  const dot = 2 * (i * x + j * y + k * z);
  const rest = w * w - i * i - j * j - k * k;
  return [
    rest * x + dot * i + 2 * w * (j * z - k * y),
    rest * y + dot * j + 2 * w * (k * x - i * z),
    rest * z + dot * k + 2 * w * (i * y - j * x),
  ];
}

function scaledTo(norm: number, [x, y, z, w]: Quaternion): Quaternion {
  const factor = norm / Math.hypot(x, y, z, w);
  return [x * factor, y * factor, z * factor, w * factor];
}

const realTurn = (random: Random): Quaternion => [random.between(-1, 1), ...realVec(random, 1)];

const quaternionProduct = ([a, b, c, d]: readonly bigint[], [e, f, g, h]: readonly bigint[]): bigint[] => [
  d * e + a * h + b * g - c * f,
  d * f - a * g + b * h + c * e,
  d * g + a * f - b * e + c * h,
  d * h - a * e - b * f - c * g,
];

/**
 * All six corners as integers, then: is there a basic solution w ≥ 0 of Σ w a = Σ w b, the weights
 * of both adding up to 1?
 */
function oraclePosedMeet({ a, poseA, b, poseB }: Query): boolean {
  const lengths = toIntegers([...a, ...b, ...poseA.slice(0, 3), ...poseB.slice(0, 3)], 0, 24);
  const quaternions = [toIntegers(poseA, 3, 4), toIntegers(poseB, 3, 4)];
  const norms = quaternions.map((q) => q.reduce((sum, x) => sum + x * x, 0n));
  const columns = [0, 1, 2, 3, 4, 5].map((corner) => {
    const side = corner < 3 ? 0 : 1;
    const q = quaternions[side];
    const half = quaternionProduct(q, [...lengths.slice(3 * corner, 3 * corner + 3), 0n]);
    const turn = quaternionProduct(half, [-q[0], -q[1], -q[2], q[3]]);
    const point = [0, 1, 2].map((k) => (turn[k] + norms[side] * lengths[18 + 3 * side + k]) * norms[1 - side]);
    return side === 0 ? [...point, 1n, 0n] : [...point.map((x) => -x), 0n, 1n];
  });
  return subsets(6, rankOf(columns)).some((chosen) => {
    const basis = chosen.map((i) => columns[i]);
    return solve(basis, [0n, 0n, 0n, 1n, 1n])?.numerators.every((w) => w >= 0n) ?? false;
  });
}

const verdict = (found: boolean, expected: boolean): string | null =>
  found === expected ? null : `should ${expected ? '' : 'not '}meet`;

/** Turns by 0°, 180°, 120°, 90°, and by angles that have no name. */
const wholeTurns: readonly Quaternion[] = [
  [0, 0, 0, 1],
  [0, 0, 1, 0],
  [1, 1, 1, 1],
  [0, -3, 0, 3],
  [1, 2, 3, 4],
  [-5, 0, 7, 11],
];

/** The triangles of the world times |qA|² |qB|²: then all coordinates of the bodies are whole. */
function wholeQuery(a: readonly Vec[], qa: Quaternion, pa: Vec, b: readonly Vec[], qb: Quaternion, pb: Vec): Query {
  const [sa, sb] = [normSq(qa), normSq(qb)];
  const body = (corners: readonly Vec[], q: Quaternion, p: Vec, factor: number): Float64Array =>
    doubles(...corners.map((x) => turned(back(q), along(x, -1, p)).map((y) => y * factor)));
  const pose = (q: Quaternion, p: Vec): Float64Array => doubles(along([0, 0, 0], sa * sb, p), q);
  return { a: body(a, qa, pa, sb), poseA: pose(qa, pa), b: body(b, qb, pb, sa), poseB: pose(qb, pb) };
}

function nudged(query: Query, axis: number, step: number): Query {
  const poseB = query.poseB.slice();
  poseB[axis] = neighbour(poseB[axis], step > 0 ? 1 : -1);
  return { ...query, poseB };
}

describe('a touch in whole numbers ends with one ulp of a position', () => {
  // biome-ignore format: one line
  const ground: readonly Vec[] = [[0, 0, 0], [4, 0, 0], [0, 4, 0]];
  // Triangle b, the direction in which it leaves the ground, and whether the opposite direction
  // leaves it, too.
  // biome-ignore format: one case per line
  const cases: [string, readonly Vec[], string, boolean][] = [
    ['a corner on the face', [[1, 1, 0], [1, 2, 3], [2, 1, 3]], '+z', false],
    ['a corner on a corner', [[4, 0, 0], [9, 1, 2], [9, -1, 2]], '+x', false],
    ['a corner on an edge', [[2, 0, 0], [1, -3, 1], [3, -2, -1]], '-y', false],
    ['edge on edge', [[2, 0, -1], [2, 0, 1], [2, -5, 0]], '-y', false],
    ['an edge on the face', [[1, 1, 0], [2, 1, 0], [1, 1, 5]], '+z', false],
    ['face on face', [[1, 1, 0], [2, 1, 0], [1, 2, 0]], '+z', true],
    ['face around face', [[-9, -9, 0], [99, -9, 0], [-9, 99, 0]], '-z', true],
    ['the same face', ground, '+z', true],
    ['side by side in the plane', [[0, 1, 0], [0, 3, 0], [-4, 2, 0]], '-x', false],
    ['corner on corner in the plane', [[0, 4, 0], [-1, 5, 0], [1, 6, 0]], '+y', false],
    ['a point on the face', [[1, 1, 0], [1, 1, 0], [1, 1, 0]], '+z', true],
    ['a segment on the face', [[1, 1, 0], [1, 1, 4], [1, 1, 2]], '+z', false],
    ['a segment in the face', [[1, 1, 0], [2, 1, 0], [1, 1, 0]], '+z', true],
    ['a segment along an edge', [[1, 0, 0], [9, 0, 0], [5, 0, 0]], '-y', false],
  ];
  // At 0 an ulp is 2^−1074.
  // biome-ignore format: one pair per line
  const places: [Vec, Vec][] = [
    [[0, 0, 0], [3, -2, 5]],
    [[1, 1, -2], [-1, 7, 1]],
    [[2, 1, 0], [0, 0, 0]],
  ];
  it.each(cases)('%s', (_, b, way, both) => {
    const axis = 'xyz'.indexOf(way[1]);
    const away = way[0] === '+' ? 1 : -1;
    for (const qa of wholeTurns) {
      for (const qb of wholeTurns) {
        for (const [pa, pb] of places) {
          const query = wholeQuery(ground, qa, pa, b, qb, pb);
          const answers = [query, nudged(query, axis, away), nudged(query, axis, -away)].map(meets);
          expect(answers, `quaternions ${qa} and ${qb}, positions ${pa} and ${pb}`).toEqual([true, false, !both]);
        }
      }
    }
  });
});

function anyTurn(random: Random): Quaternion {
  if (chance(random, 0.05)) {
    const [x, y, z, w] = repeat(4, () => random.between(-1, 1) * magnitude(random, -100, 100));
    return [x, y, z, w];
  }
  const draw = pick(random, [
    () => pick(random, wholeTurns),
    (): Quaternion => [whole(random, 1, 9), ...wholeVec(random, 9)],
    () => realTurn(random),
    () => scaledTo(1, realTurn(random)),
    () => scaledTo(magnitude(random, -100, 100), realTurn(random)),
  ]);
  return draw();
}

/**
 * Bodies and poses with the corners of q in the world, up to rounding; null where that overflows.
 */
function posedAt(random: Random, q: Float64Array): Query | null {
  const size = chance(random, 0.1) ? magnitude(random, -100, 100) : Math.max(...q.map(Math.abs));
  const posed = (from: number): [Float64Array, Float64Array] => {
    const turn = anyTurn(random);
    const position = pick(random, [[0, 0, 0], wholeVec(random, 3), realVec(random, size)] as const);
    const home = scaledTo(1, back(turn));
    const corner = (i: number): Vec => turned(home, along([q[i], q[i + 1], q[i + 2]], -1, position));
    return [doubles(corner(from), corner(from + 3), corner(from + 6)), doubles(position, turn)];
  };
  const [a, poseA] = posed(0);
  const [b, poseB] = posed(9);
  return [a, poseA, b, poseB].every((values) => values.every(Number.isFinite)) ? { a, poseA, b, poseB } : null;
}

describe('against exact references', () => {
  it('linear programming on rational points, at all scales', () => {
    const count = { true: 0, false: 0 };
    const wrong = findWrong(400, 2500, [3, 3], (q, random) => {
      const query = posedAt(random, q);
      if (query === null) return null;
      const expected = oraclePosedMeet(query);
      count[`${expected}`]++;
      const fault = verdict(meets(query), expected);
      return fault && `${fault}, poses [${query.poseA}] and [${query.poseB}]`;
    });
    expect(wrong).toEqual([]);
    expect(Math.min(count.true, count.false)).toBeGreaterThan(400);
  });

  it.each([
    [4000, allShapes],
    [8000, ['lattice', 'collapsed']],
  ])('trianglesMeet, where both have one pose: %i cases of %s', (cases, shapes) => {
    const check = (q: Float64Array, random: Random): string | null => {
      const turn = anyTurn(random);
      const position = pick(random, [realVec(random, 1), wholeVec(random, 3)]);
      // Factors that are not rounded leave the rotation as it is.
      const factor = pick(random, turn.every(Number.isSafeInteger) ? [-1, 3, -7, 1e6] : [1, -1, 2 ** -60]);
      const poseB = doubles(
        position,
        turn.map((x) => x * factor),
      );
      const query = { a: q.slice(0, 9), poseA: doubles(position, turn), b: q.slice(9), poseB };
      return verdict(meets(query), trianglesMeet(q));
    };
    expect(findWrong(401, cases, [3, 3], check, shapes)).toEqual([]);
  });

  it('trianglesMeet of the corners in the world, where these are generic', () => {
    const random = seededRandom(402);
    let met = 0;
    for (let i = 0; i < 4000; i++) {
      const [a, b] = [0, 1].map(() => Float64Array.from(repeat(9, () => random.between(-1, 1))));
      const [poseA, poseB] = [0, 1].map(() => doubles(realVec(random, 0.5), scaledTo(1, realTurn(random))));
      const query = { a, poseA, b, poseB };
      const expected = trianglesMeet(doubles(inWorld(a, poseA), inWorld(b, poseB)));
      expect(meets(query), `seed 402, case ${i}`).toBe(expected);
      met += Number(expected);
    }
    expect(met).toBeGreaterThan(400);
  });
});

function inWorld(body: Float64Array, [px, py, pz, x, y, z, w]: Float64Array): number[] {
  return [0, 3, 6].flatMap((i) => along(turned([x, y, z, w], [body[i], body[i + 1], body[i + 2]]), 1, [px, py, pz]));
}

describe('the answer does not change', () => {
  const lattice = (random: Random): Query => {
    const corners = (): Vec[] => [0, 1, 2].map(() => wholeVec(random, 3));
    const [qa, qb] = [pick(random, wholeTurns), pick(random, wholeTurns)];
    return wholeQuery(corners(), qa, wholeVec(random, 3), corners(), qb, wholeVec(random, 3));
  };
  /** Everything times |g|², and then turned by g. */
  const turnedBy = (g: Quaternion, body: Float64Array, pose: Float64Array): [Float64Array, Float64Array] => {
    const turn = quaternionProduct(g.map(BigInt), [...pose.slice(3)].map(BigInt)).map(Number);
    return [body.map((x) => x * normSq(g)), doubles(turned(g, [pose[0], pose[1], pose[2]]), turn)];
  };
  type Change = (query: Query, random: Random) => Query;
  const changes: Record<string, Change> = {
    'when a and b are swapped': ({ a, poseA, b, poseB }) => ({ a: b, poseA: poseB, b: a, poseB: poseA }),
    'with −q for q': (query) => ({ ...query, poseA: query.poseA.map((x, i) => (i < 3 ? x : -x)) }),
    'with quaternions of other lengths': (query, random) => {
      const factor = pick(random, [3, 49, 2 ** -300, 5 * 2 ** 40]);
      return { ...query, poseB: query.poseB.map((x, i) => (i < 3 ? x : x * factor)) };
    },
    'when all is turned': (query, random) => {
      const g: Quaternion = [whole(random, 1, 5), ...wholeVec(random, 5)];
      const [a, poseA] = turnedBy(g, query.a, query.poseA);
      const [b, poseB] = turnedBy(g, query.b, query.poseB);
      return { a, poseA, b, poseB };
    },
    'at 2^k times the size': (query, random) => {
      const factor = 2 ** whole(random, -1000, 900);
      const grown = (pose: Float64Array): Float64Array => pose.map((x, i) => (i < 3 ? x * factor : x));
      const [a, b] = [query.a, query.b].map((body) => body.map((x) => x * factor));
      return { a, poseA: grown(query.poseA), b, poseB: grown(query.poseB) };
    },
  };
  it.each(Object.entries(changes))('%s', (_, change) => {
    const random = seededRandom(410);
    let met = 0;
    for (let i = 0; i < 1500; i++) {
      const query = lattice(random);
      const expected = meets(query);
      expect(meets(change(query, random)), `seed 410, case ${i}`).toBe(expected);
      met += Number(expected);
    }
    expect(met).toBeGreaterThan(200);
  });

  it('elsewhere in other arrays', () => {
    const random = seededRandom(411);
    for (let i = 0; i < 300; i++) {
      const query = lattice(random);
      const a = Float32Array.from([7, 7, 7, ...query.a]);
      const b = [...query.b, 7, 7];
      expect(posedTrianglesMeet(a, 3, query.poseA, b, 0, query.poseB), `seed 411, case ${i}`).toBe(meets(query));
    }
  });
});
