// The oracle on cases whose answer is known by hand.
import { describe, expect, it } from 'vitest';
import { neighbour } from './doubles.ts';
import { type Kind, oracleHit, oracleMeetsAt } from './hit.ts';

/**
 * Four points at t = 0 and, where they move, at t = 1; the expected time: a quotient, an irrational
 * number, or none.
 */
type Case = readonly [string, number[][], (number[] | null)[], readonly [number, number] | number | 'never'];

const face = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];
const edge = [
  [0, 0, 0],
  [4, 0, 0],
];
const still = [null, null, null];
const tiny = 2 ** -40;

const vertexFace: Case[] = [
  ['through the middle at 1/3', [[1, 1, -1], ...face], [[1, 1, 2], ...still], [1, 3]],
  ['through the middle at 1/2', [[1, 1, -1], ...face], [[1, 1, 1], ...still], [1, 2]],
  ['beside', [[3, 3, -1], ...face], [[3, 3, 2], ...still], 'never'],
  ['onto a side', [[2, 2, -1], ...face], [[2, 2, 1], ...still], [1, 2]],
  ['just beside a side', [[2, 2 + tiny, -1], ...face], [[2, 2 + tiny, 1], ...still], 'never'],
  ['onto a corner', [[4, 0, -1], ...face], [[4, 0, 1], ...still], [1, 2]],
  ['just beside a corner', [[4 + tiny, 0, -1], ...face], [[4 + tiny, 0, 1], ...still], 'never'],
  ['rests and leaves', [[1, 1, 0], ...face], [[1, 1, 9], ...still], [0, 1]],
  ['arrives at the end', [[1, 1, 9], ...face], [[1, 1, 0], ...still], [1, 1]],
  ['stops short', [[1, 1, 9], ...face], [[1, 1, Number.MIN_VALUE], ...still], 'never'],
  ['still on', [[1, 1, 0], ...face], [null, ...still], [0, 1]],
  ['still off', [[1, 1, 1], ...face], [null, ...still], 'never'],
  ['slides in the plane', [[-1, 1, 0], ...face], [[1, 1, 0], ...still], [1, 2]],
  ['slides in the plane, beside', [[-1, -1, 0], ...face], [[9, -1, 0], ...still], 'never'],
  ['touches a corner in passing, in the plane', [[-1, 1, 0], ...face], [[1, -1, 0], ...still], [1, 2]],
  ['just misses that corner', [[-1, 1 - tiny, 0], ...face], [[1, -1 - tiny, 0], ...still], 'never'],
  ['slides along a side', [[-1, 0, 0], ...face], [[2, 0, 0], ...still], [1, 3]],
  // The plane z = u x, u = t − 1/2, scaled: the point (2 + 2u, 1, 2u) is above it by −2 u².
  [
    'tangent double root',
    [
      [1, 1, -1],
      [0, 0, 0],
      [0, 4, 0],
      [4, 0, -2],
    ],
    [[3, 1, 1], null, null, [4, 0, 2]],
    [1, 2],
  ],
  [
    'tangent, lifted',
    [
      [1, 1, -1 + tiny],
      [0, 0, 0],
      [0, 4, 0],
      [4, 0, -2],
    ],
    [[3, 1, 1 + tiny], null, null, [4, 0, 2]],
    0.5 - 2 ** -20.5,
  ],
  [
    'tangent, lowered',
    [
      [1, 1, -1 - tiny],
      [0, 0, 0],
      [0, 4, 0],
      [4, 0, -2],
    ],
    [[3, 1, 1 - tiny], null, null, [4, 0, 2]],
    'never',
  ],
  [
    'tangent outside',
    [
      [1, 9, -1],
      [0, 0, 0],
      [0, 4, 0],
      [4, 0, -2],
    ],
    [[3, 9, 1], null, null, [4, 0, 2]],
    'never',
  ],
  // The plane z = t x and the point (2t, 0.1, 1).
  [
    'at 1/√2',
    [
      [0, 0.1, 1],
      [0, 0, 0],
      [0, 4, 0],
      [4, 0, 0],
    ],
    [[2, 0.1, 1], null, null, [4, 0, 4]],
    Math.SQRT1_2,
  ],
  [
    'in the plane at 1/√2',
    [
      [0, 1, 0],
      [0, 0, 0],
      [4, 0, 0],
      [4, -4, 0],
    ],
    [[2, 1, 0], null, [4, 4, 0], null],
    Math.SQRT1_2,
  ],
  [
    'onto a point face',
    [
      [-1, -1, -1],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    [[2, 2, 2], ...still],
    [1, 3],
  ],
  [
    'beside a point face',
    [
      [-1, -1, -1],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    [[2, 2, 2 + tiny], ...still],
    'never',
  ],
  [
    'onto a face without area',
    [
      [2, -1, 0],
      [0, 0, 0],
      [1, 0, 0],
      [3, 0, 0],
    ],
    [[2, 1, 0], ...still],
    [1, 2],
  ],
  [
    'past the end of a face without area',
    [
      [4, -1, 0],
      [0, 0, 0],
      [1, 0, 0],
      [3, 0, 0],
    ],
    [[4, 1, 0], ...still],
    'never',
  ],
  [
    'along a face without area',
    [
      [-1, 0, 0],
      [1, 1, 1],
      [0, 0, 0],
      [2, 2, 2],
    ],
    [[1, 2, 2], ...still],
    'never',
  ],
  [
    'into a face without area, on its line',
    [
      [-1, -1, -1],
      [1, 1, 1],
      [0, 0, 0],
      [2, 2, 2],
    ],
    [[3, 3, 3], ...still],
    [1, 4],
  ],
  [
    'onto a face that is flat just then',
    [
      [1, 0, -1],
      [0, 0, 0],
      [4, 0, 0],
      [2, -2, 0],
    ],
    [[1, 0, 1], null, null, [2, 2, 0]],
    [1, 2],
  ],
  [
    'onto a face that is a point just then',
    [
      [0, 0, -1],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [
      [0, 0, 1],
      [-1, 0, 0],
      [0, -1, 0],
      [0, 0, -1],
    ],
    [1, 2],
  ],
  [
    'all at one place',
    [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
    [null, ...still],
    [0, 1],
  ],
  [
    'moved along with the face',
    [[1, 1, 1], ...face],
    [
      [2, 3, 9],
      [1, 2, 8],
      [5, 2, 8],
      [1, 6, 8],
    ],
    'never',
  ],
];

const edgeEdge: Case[] = [
  ['cross at 1/3', [...edge, [1, -1, -1], [1, 1, -1]], [null, null, [1, -1, 2], [1, 1, 2]], [1, 3]],
  ['cross beside', [...edge, [5, -1, -1], [5, 1, -1]], [null, null, [5, -1, 2], [5, 1, 2]], 'never'],
  ['end onto the middle', [...edge, [1, 0, -1], [1, 1, -1]], [null, null, [1, 0, 1], [1, 1, 1]], [1, 2]],
  ['end onto an end', [...edge, [4, 0, -1], [4, 1, -1]], [null, null, [4, 0, 1], [4, 1, 1]], [1, 2]],
  ['end just beside an end', [...edge, [4, tiny, -1], [4, 1, -1]], [null, null, [4, tiny, 1], [4, 1, 1]], 'never'],
  ['rest and part', [...edge, [1, -1, 0], [1, 1, 0]], [null, null, [1, -1, 2], [1, 1, 2]], [0, 1]],
  ['arrive at the end', [...edge, [1, -1, 2], [1, 1, 2]], [null, null, [1, -1, 0], [1, 1, 0]], [1, 1]],
  ['still, crossing', [...edge, [1, -1, 0], [1, 1, 0]], still.concat(null), [0, 1]],
  ['still, apart', [...edge, [1, -1, 1], [1, 1, 1]], still.concat(null), 'never'],
  ['slide into each other in the plane', [...edge, [1, 2, 0], [2, 6, 0]], [null, null, [1, -1, 0], [2, 3, 0]], [2, 3]],
  ['slide past in the plane', [...edge, [5, 2, 0], [6, 2, 0]], [null, null, [5, -9, 0], [6, -9, 0]], 'never'],
  ['on one line, meeting', [...edge, [6, 0, 0], [8, 0, 0]], [null, null, [0, 0, 0], [2, 0, 0]], [1, 3]],
  ['on one line, apart', [...edge, [6, 0, 0], [8, 0, 0]], [null, null, [4 + tiny, 0, 0], [8, 0, 0]], 'never'],
  ['on one line, one within the other', [...edge, [1, 0, 0], [2, 0, 0]], still.concat(null), [0, 1]],
  ['parallel, falling onto each other', [...edge, [3, 0, 1], [7, 0, 1]], [null, null, [3, 0, -3], [7, 0, -3]], [1, 4]],
  ['parallel, falling past each other', [...edge, [5, 0, 1], [7, 0, 1]], [null, null, [5, 0, -3], [7, 0, -3]], 'never'],
  ['parallel beside', [...edge, [0, 1, 1], [4, 1, 1]], [null, null, [0, 1, -1], [4, 1, -1]], 'never'],
  ['parallel and touching just then', [...edge, [4, 0, -1], [6, 1, -1]], [null, null, [4, 0, 1], [6, -1, 1]], [1, 2]],
  ['a point onto an edge', [...edge, [1, 0, -1], [1, 0, -1]], [null, null, [1, 0, 2], [1, 0, 2]], [1, 3]],
  [
    'a point beside an edge',
    [...edge, [1, tiny, -1], [1, tiny, -1]],
    [null, null, [1, tiny, 2], [1, tiny, 2]],
    'never',
  ],
  ['a point along the line of an edge', [...edge, [-1, 0, 0], [-1, 0, 0]], [null, null, [2, 0, 0], [2, 0, 0]], [1, 3]],
  [
    'two points',
    [
      [0, 0, 0],
      [0, 0, 0],
      [-1, -2, -3],
      [-1, -2, -3],
    ],
    [null, null, [2, 4, 6], [2, 4, 6]],
    [1, 3],
  ],
  [
    'two points that miss',
    [
      [0, 0, 0],
      [0, 0, 0],
      [-1, -2, -3],
      [-1, -2, -3],
    ],
    [null, null, [2, 4, 5], [2, 4, 5]],
    'never',
  ],
  ['an edge that is a point just then', [...edge, [1, 0, -1], [2, 1, -1]], [null, null, [2, 1, 1], [1, 0, 1]], 'never'],
  [
    'an edge that is a point on the other just then',
    [...edge, [1, -1, -1], [1, 1, -1]],
    [null, null, [1, 1, 1], [1, -1, 1]],
    [1, 2],
  ],
  [
    'tangent double root',
    [
      [0, 0, 0],
      [4, 0, -2],
      [1, -1, -1],
      [1, 1, -1],
    ],
    [null, [4, 0, 2], [3, -1, 1], [3, 1, 1]],
    [1, 2],
  ],
  [
    'tangent, lowered',
    [
      [0, 0, 0],
      [4, 0, -2],
      [1, -1, -1 - tiny],
      [1, 1, -1 - tiny],
    ],
    [null, [4, 0, 2], [3, -1, 1 - tiny], [3, 1, 1 - tiny]],
    'never',
  ],
  [
    'tangent beyond an end',
    [
      [0, 0, 0],
      [4, 0, -2],
      [1, 1, -1],
      [1, 2, -1],
    ],
    [null, [4, 0, 2], [3, 1, 1], [3, 2, 1]],
    'never',
  ],
  [
    'at 1/√2',
    [
      [0, 0, 0],
      [4, 0, 0],
      [0, -1, 1],
      [0, 1, 1],
    ],
    [null, [4, 0, 4], [2, -1, 1], [2, 1, 1]],
    Math.SQRT1_2,
  ],
];

function query(start: number[][], end: (number[] | null)[]): Float64Array {
  return Float64Array.from([...start.flat(), ...end.flatMap((point, i) => point ?? start[i])]);
}

describe.each([
  ['vf', vertexFace],
  ['ee', edgeEdge],
] as [Kind, Case[]][])('%s', (kind, cases) => {
  it.each(cases)('%s', (_, start, end, expected) => {
    const q = query(start, end);
    const { hit, lower, upper, isLate } = oracleHit(kind, q);
    expect(hit).toBe(expected !== 'never');
    if (expected === 'never') return;
    expect(isLate(lower)).toBe(false);
    expect(isLate(neighbour(upper, 1))).toBe(true);
    if (typeof expected === 'number') {
      expect(upper).toBe(neighbour(lower, 1));
      expect(isLate(upper)).toBe(true);
      expect(Math.abs(lower - expected)).toBeLessThan(2 ** -52);
      return;
    }
    const [num, den] = expected;
    expect(oracleMeetsAt(kind, q, 0, { num: BigInt(num), den: BigInt(den) })).toBe(true);
    const exact = Number.isInteger(Math.log2(den));
    expect([lower, upper]).toContain(num / den);
    expect(isLate(upper)).toBe(!exact);
    expect(upper).toBe(exact ? lower : neighbour(lower, 1));
  });
});

describe('numbers of any size', () => {
  const falling = (unit: number, from: number, to: number): number[] => {
    const corners = face.flat().map((x) => x * unit);
    return [unit, unit, from, ...corners, unit, unit, to, ...corners];
  };

  it('takes the largest and the smallest doubles', () => {
    expect(oracleHit('vf', falling(2 ** 1000, -Number.MAX_VALUE, Number.MAX_VALUE))).toMatchObject({
      hit: true,
      lower: 0.5,
      upper: 0.5,
    });
    expect(oracleHit('vf', falling(Number.MIN_VALUE, -Number.MIN_VALUE, Number.MIN_VALUE)).lower).toBe(0.5);
    expect(oracleHit('vf', falling(1, Number.MIN_VALUE, Number.MAX_VALUE)).hit).toBe(false);
  });

  it('tells a time below every double from zero', () => {
    const { hit, lower, upper, isLate } = oracleHit('vf', falling(1, -Number.MIN_VALUE, 2 ** 1000));
    expect([hit, lower, upper]).toEqual([true, 0, Number.MIN_VALUE]);
    expect([isLate(0), isLate(Number.MIN_VALUE)]).toEqual([false, true]);
  });

  it('reads the query at its offset and refuses what is no number', () => {
    const q = [9, 9, 9, ...falling(1, -1, 1)];
    expect(oracleHit('vf', q, 3).lower).toBe(0.5);
    expect(() => oracleHit('vf', [...q.slice(0, 26), Number.NaN], 3)).toThrow(RangeError);
  });
});
