// Exact roots: known ones, irrational ones, multiple ones, tiny ones; signs at them; and rounding
// down to a double.
import { describe, expect, it } from 'vitest';
import { multiply, type Polynomial } from '../../../../src/core/elementary/exact/polynomial.ts';
import { rootsInUnit } from '../../../../src/core/elementary/exact/real-root.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';

const times = (...factors: Polynomial[]) => factors.reduce(multiply);
const bounds = (p: Polynomial) => rootsInUnit(p).map((root) => root.lowerBound());

describe('roots in [0, 1]', () => {
  it('are found in order, each once', () => {
    expect(bounds([-1n, 4n])).toEqual([0.25]);
    expect(bounds(times([-1n, 4n], [-3n, 4n], [-1n, 2n]))).toEqual([0.25, 0.5, 0.75]);
    expect(bounds(times([-1n, 4n], [-1n, 4n]))).toEqual([0.25]);
    expect(bounds(times([-1n, 4n], [-1n, 4n], [-1n, 4n]))).toEqual([0.25]);
    expect(bounds(times([-1n, 4n], [-1n, 4n], [-3n, 4n]))).toEqual([0.25, 0.75]);
    expect(bounds(times([0n, 1n], [-1n, 1n], [-2n, 1n]))).toEqual([0, 1]);
    expect(bounds([1n, 1n])).toEqual([]);
    expect(bounds([7n])).toEqual([]);
    expect(bounds([1n, 0n, 1n])).toEqual([]);
  });

  it('are rounded down', () => {
    expect(bounds([-1n, 3n])).toEqual([1 / 3]); // 1/3 rounds down by itself
    expect(bounds([-2n, 3n])).toEqual([0.6666666666666666]);
    expect(bounds([-1n, 0n, 2n])).toEqual([0.7071067811865475]);
    expect(bounds([-1n, 10n])).toEqual([0.09999999999999999]); // 0.1 is above a tenth
  });

  it('are told apart however close', () => {
    const near = 10n ** 40n;
    expect(rootsInUnit(times([-1n, 3n], [-near - 1n, 3n * near]))).toHaveLength(2);
    expect(rootsInUnit(times([-1n, 3n], [-near, 3n * near]))).toHaveLength(1);
  });

  it('may be tiny, down to what a double can hold', () => {
    expect(bounds([-1n, 1n << 1000n])).toEqual([2 ** -1000]);
    expect(bounds([-3n, 1n << 1074n])).toEqual([3 * 2 ** -1074]);
    expect(bounds([-7n, 1n << 1075n])).toEqual([3 * 2 ** -1074]);
    expect(bounds([-1n, 1n << 1080n])).toEqual([0]);
  });

  it('bracket the value of random polynomials', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 500; i++) {
      const roots = Array.from({ length: 3 }, () => BigInt(random.below(2 ** 30)));
      const p = times(...roots.map((r) => [-r, 1n << 30n] as Polynomial));
      const expected = [...new Set(roots.map((r) => Number(r) / 2 ** 30))].sort((a, b) => a - b);
      expect(bounds(p)).toEqual(expected);
    }
  });
});

describe('signs at a root', () => {
  it('are exact, zero included', () => {
    const [root] = rootsInUnit([-1n, 0n, 2n]); // 1/√2
    expect(root.sign([-1n, 0n, 2n])).toBe(0);
    expect(root.sign([-1n, 0n, 4n])).toBe(1);
    expect(root.sign([-7071067811865475n, 10n ** 16n])).toBe(1);
    expect(root.sign([-7071067811865476n, 10n ** 16n])).toBe(-1);
    expect(root.sign([])).toBe(0);
    expect(root.sign([-5n])).toBe(-1);
    expect(root.sign([1n, 0n, -2n])).toBe(0);
  });

  it('stay cheap when asked for often', () => {
    const [root] = rootsInUnit(times([-1n, 0n, 2n], [5n, 1n]));
    for (let i = 0; i < 2000; i++) expect(root.sign([-3n, 0n, 6n])).toBe(0);
  });
});
