import { describe, expect, it } from 'vitest';
import { perturbedSign } from '../../../src/core/elementary/perturbed-orientation.ts';
import { seededRandom } from '../../../src/core/math/random.ts';

/** The sign with the infinitesimals replaced by numbers, each far smaller than all products. */
function explicitSign(points: readonly (readonly number[])[], ids: readonly number[]): number {
  const order = [0, 1, 2, 3].sort((i, j) => ids[i] - ids[j]);
  const rank = order.map((_, i) => order.indexOf(i));
  // The infinitesimal of entry k is 2^(−12·2^k): 2^12 times smaller than the product of all larger
  // ones, which no sum of coefficients makes up for.
  const rows = points.map((p, i) =>
    p.map((value, c) => BigInt(value) * BIG + BIG / 2n ** (12n * 2n ** BigInt(3 * rank[i] + c))),
  );
  const d = rows[3];
  const [u, v, w] = rows.slice(0, 3).map((row) => row.map((value, c) => value - d[c]));
  const det =
    u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

/** Large enough that the smallest displacement is a whole number. */
const BIG = 2n ** (12n * 2n ** 11n);

describe('perturbed orientation', () => {
  it('has the sign of a displacement by explicit small numbers', () => {
    const random = seededRandom(7);
    for (let i = 0; i < 120; i++) {
      const points = Array.from({ length: 4 }, () => [0, 0, 0].map(() => random.below(2)));
      const ids = [5, 9, 2, 7].map((id) => id * 10 + random.below(10)) as [number, number, number, number];
      const sign = perturbedSign(Float64Array.from(points.flat()), [0, 3, 6, 9], ids);
      expect(sign, JSON.stringify({ points, ids })).toBe(explicitSign(points, ids));
    }
  });

  it('changes its sign when two points are exchanged, four equal ones included', () => {
    const q = new Float64Array(12);
    const sign = perturbedSign(q, [0, 3, 6, 9], [3, 1, 4, 0]);
    expect(Math.abs(sign)).toBe(1);
    expect(perturbedSign(q, [3, 0, 6, 9], [1, 3, 4, 0])).toBe(-sign);
    expect(perturbedSign(q, [0, 3, 9, 6], [3, 1, 0, 4])).toBe(-sign);
  });
});
