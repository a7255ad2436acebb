import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';

describe('seeded random numbers', () => {
  it('are the same for the same seed, and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 8 }, seededRandom(seed).bits);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(2 ** 40)).not.toEqual(draw(0));
  });

  it('keep to their ranges and fill them', () => {
    const random = seededRandom(9);
    const seen = new Set<number>();
    let sum = 0;
    for (let i = 0; i < 20_000; i++) {
      const x = random.between(-2, 3);
      expect(x >= -2 && x < 3).toBe(true);
      sum += x;
      seen.add(random.below(7));
    }
    expect(Math.abs(sum / 20_000 - 0.5)).toBeLessThan(0.05);
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
