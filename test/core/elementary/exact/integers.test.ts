import { describe, expect, it } from 'vitest';
import { toIntegers } from '../../../../src/core/elementary/exact/integers.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { takeApart } from '../../../oracle/doubles.ts';

/**
 * a = b × 2^shift for one shift common to all: compared by cross-multiplication with the first
 * non-zero value.
 */
function sameUpToScale(doubles: readonly number[], integers: readonly bigint[]): boolean {
  const parts = doubles.map((x) => takeApart(x));
  const low = Math.min(...parts.map((part) => part.exponent));
  const plain = parts.map((part) => part.mantissa << BigInt(part.exponent - low));
  const pivot = plain.findIndex((n) => n !== 0n);
  return plain.every((n, i) => (pivot < 0 ? integers[i] === 0n : n * integers[pivot] === integers[i] * plain[pivot]));
}

describe('doubles as integers', () => {
  it.each([
    [[1, 2, 0.5]],
    [[0, -0, 0]],
    [[0.1, -3.7, 1e10]],
    [[5e-324, 1, 2 ** -1074]],
    [[1.7976931348623157e308, -5e-324, 3]],
    [[2 ** 1000, 2 ** 1010]],
    [[2 ** -1000, 3 * 2 ** -1022]],
  ])('%s', (doubles) => {
    const integers = toIntegers(doubles, 0, doubles.length);
    expect(sameUpToScale(doubles, integers)).toBe(true);
    for (const [i, x] of doubles.entries())
      expect(Math.sign(x) + 0).toBe(integers[i] > 0n ? 1 : integers[i] < 0n ? -1 : 0);
  });

  it('of any exponent', () => {
    const random = seededRandom(1);
    for (let i = 0; i < 500; i++) {
      const doubles = Array.from({ length: 4 }, () => random.between(-1, 1) * 2 ** (random.below(2090) - 1066)).filter(
        Number.isFinite,
      );
      expect(sameUpToScale(doubles, toIntegers(doubles, 0, doubles.length))).toBe(true);
    }
  });
});
