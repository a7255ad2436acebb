// Orientation signs against determinants of integers, at every size of coordinates.
import { describe, expect, it } from 'vitest';
import { orient2dSign, orient3dSign, planeSides } from '../../../src/core/elementary/orientation.ts';
import { findWrong } from '../../oracle/discrete-cases.ts';
import { toIntegers } from '../../oracle/doubles.ts';

/** Determinant by Laplace expansion along the first row. */
function determinant(rows: readonly (readonly bigint[])[]): bigint {
  if (rows.length === 0) return 1n;
  return rows[0].reduce((sum, value, column) => {
    const minor = rows.slice(1).map((row) => row.filter((_, i) => i !== column));
    const term = value * determinant(minor);
    return column % 2 === 0 ? sum + term : sum - term;
  }, 0n);
}

/**
 * Sign of the determinant of points with a 1 appended, which is the orientation in every dimension.
 */
function reference(q: Float64Array, points: readonly number[], axes: readonly number[]): number {
  const values = points.flatMap((p) => axes.map((axis) => q[p + axis]));
  const integers = toIntegers(values, 0, values.length);
  const rows = points.map((_, i) => [...integers.slice(i * axes.length, (i + 1) * axes.length), 1n]);
  const det = determinant(rows);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

const xyz = [0, 1, 2];

describe('orientation', () => {
  it('is positive counter-clockwise in 2D, and negative for a point above in 3D', () => {
    const q = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    expect(orient2dSign(q, 0, 3, 6, 0, 1)).toBe(1);
    expect(orient2dSign(q, 3, 0, 6, 0, 1)).toBe(-1);
    expect(orient2dSign(q, 0, 3, 0, 0, 1)).toBe(0);
    expect(orient3dSign(q, 0, 3, 6, 9)).toBe(-1);
    expect(orient3dSign(q, 3, 0, 6, 9)).toBe(1);
    expect(orient3dSign(q, 0, 3, 6, 6)).toBe(0);
  });

  it('is exact in 3D for all shapes and sizes', () => {
    const wrong = findWrong(201, 6000, [2, 2], (q) => {
      const [got, want] = [orient3dSign(q, 0, 3, 6, 9), reference(q, [0, 3, 6, 9], xyz)];
      return got === want ? null : `sign ${got}, not ${want}`;
    });
    expect(wrong).toEqual([]);
  });

  it('is exact in 2D in each pair of axes', () => {
    const wrong = findWrong(202, 6000, [1, 2], (q, random) => {
      const u = random.below(3);
      const v = (u + 1) % 3;
      const [got, want] = [orient2dSign(q, 0, 3, 6, u, v), reference(q, [0, 3, 6], [u, v])];
      return got === want ? null : `sign ${got}, not ${want}, in axes ${u}, ${v}`;
    });
    expect(wrong).toEqual([]);
  });

  it('is exact where products cancel around the ends of the range of adaptive arithmetic', () => {
    for (const exponent of [-1074, -1022, -300, -251, -250, -249, 299, 300, 301, 339, 340, 341, 1000, 1022]) {
      const unit = 2 ** exponent;
      const q = Float64Array.from([1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0], (x) => x * unit);
      expect(orient3dSign(q, 0, 3, 6, 9), `2^${exponent}`).toBe(0);
      q[0] *= 1 + 2 ** -52;
      expect(orient3dSign(q, 0, 3, 6, 9), `2^${exponent}`).toBe(reference(q, [0, 3, 6, 9], xyz));
    }
  });

  it('is the same for three corners at once', () => {
    const sides = new Int8Array(3);
    const wrong = findWrong(203, 20_000, [3, 3], (q) => {
      planeSides(q, 9, 0, 0, sides);
      const want = [0, 3, 6].map((corner) => orient3dSign(q, 9, 12, 15, corner));
      return sides.every((side, i) => side === want[i]) ? null : `sides ${sides}, not ${want}`;
    });
    expect(wrong).toEqual([]);
  });
});
