// Smooth seeded noise for the scenes: a sum of plane waves.
import type { Random } from '../src/core/math/random.ts';

/**
 * Values in [-1, 1], around 0; `low` to `high` are wave numbers in x and y, `speed` is the largest
 * change of phase per unit of t.
 */
export function ripples(
  random: Random,
  waves: number,
  low: number,
  high: number,
  speed: number,
): (x: number, y: number, t: number) => number {
  const rows = Float64Array.from({ length: 4 * waves }, (_, i) => {
    if (i % 4 === 2) return random.between(-speed, speed);
    if (i % 4 === 3) return random.between(0, 2 * Math.PI);
    return random.between(low, high) * (random.next() < 0.5 ? -1 : 1);
  });
  return (x, y, t) => {
    let sum = 0;
    for (let i = 0; i < rows.length; i += 4)
      sum += Math.sin(rows[i] * x + rows[i + 1] * y + rows[i + 2] * t + rows[i + 3]);
    return sum / waves;
  };
}
