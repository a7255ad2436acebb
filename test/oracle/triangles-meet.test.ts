// The discrete oracle on pairs known by hand.
import { describe, expect, it } from 'vitest';
import { oracleTrianglesMeet } from './triangles-meet.ts';

describe('triangles at rest', () => {
  const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  it.each([
    ['crossing', [1, 1, -1, 1, 1, 1, 2, 2, 1], true],
    ['touching at a corner', [1, 1, 0, 1, 1, 1, 2, 2, 1], true],
    ['above', [1, 1, 2 ** -40, 1, 1, 1, 2, 2, 1], false],
    ['within, in the plane', [1, 1, 0, 2, 1, 0, 1, 2, 0], true],
    ['side on side', [2, 2, 0, 4, 0, 0, 4, 4, 0], true],
    ['beside, in the plane', [5, 0, 0, 9, 0, 0, 5, 4, 0], false],
    ['a segment through', [1, 1, -1, 1, 1, 1, 1, 1, 0.5], true],
    ['a point on', [1, 1, 0, 1, 1, 0, 1, 1, 0], true],
    ['a point off', [1, 1, 1, 1, 1, 1, 1, 1, 1], false],
  ])('%s', (_, other, expected) => {
    expect(oracleTrianglesMeet(flat, other)).toBe(expected);
    expect(oracleTrianglesMeet(other, flat)).toBe(expected);
  });
});
