import { describe, expect, it } from 'vitest';
import { powerOfTwoBelow } from '../../../src/core/math/power-of-two.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { neighbour } from '../../oracle/doubles.ts';

describe('the greatest power of two that is not above a number', () => {
  it('is a power of two itself, whatever its exponent', () => {
    for (let k = -1074; k <= 1023; k++) expect(powerOfTwoBelow(2 ** k), `2^${k}`).toBe(2 ** k);
    expect(powerOfTwoBelow(Number.MIN_VALUE)).toBe(2 ** -1074);
  });

  it('changes exactly at powers of two', () => {
    for (let k = -1000; k <= 1000; k++) {
      expect(powerOfTwoBelow(neighbour(2 ** k, 1)), `above 2^${k}`).toBe(2 ** k);
      expect(powerOfTwoBelow(neighbour(2 ** k, -1)), `below 2^${k}`).toBe(2 ** (k - 1));
    }
  });

  it('has the number between itself and its double', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 5000; i++) {
      const x = random.between(1, 2) * 2 ** (random.below(2000) - 1000);
      const power = powerOfTwoBelow(x);
      expect(power <= x && x < 2 * power, `seed 3, ${x}`).toBe(true);
      expect(Number.isInteger(Math.log2(power)), `seed 3, ${x}`).toBe(true);
    }
  });
});
