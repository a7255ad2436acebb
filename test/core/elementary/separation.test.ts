// Minimum separation: nothing that comes within η is missed, nothing is reported that stays beyond 1.001 η, no time is late.
// The reference samples the motion finely; η is drawn close to the least distance that it finds.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/math/random.ts';
import { eeTime, vfTime } from '../../../src/index.ts';
import { queryClasses } from '../../generate/queries.ts';
import type { Kind } from '../../oracle/hit.ts';
import { distanceAt, leastDistance } from '../../oracle/least-distance.ts';

const SEED = 7;
const timeOf = { vf: vfTime, ee: eeTime };
/** Distances are rounded: what is that close to the limit may fall on either side. */
const ROUNDING = 1e-8;

/** The separation asked for is proven down to about 1e-11 of the features' size; these classes mix sizes beyond that. */
const classes = queryClasses.filter(({ name }) => !/extreme|subnormal/.test(name));

function drawSeparation(random: Random, least: number, size: number): number {
  if (least <= 1e-8 * size) return size * 10 ** random.between(-7, -1);
  return least * (1 + (random.next() < 0.5 ? -1 : 1) * 0.999 * 10 ** random.between(-5, 0));
}

function faultOfSeparation(kind: Kind, q: Float64Array, separation: number, least: number): string | null {
  const time = timeOf[kind](q, 0, separation);
  if (time > 1) return least <= separation * (1 - ROUNDING) ? 'missed' : null;
  if (Math.min(least, distanceAt(kind, q, 0, time)) > 1.001 * separation) return 'beyond';
  if (time === 0) return distanceAt(kind, q, 0, 0) > 1.001 * separation ? 'zero' : null;
  for (let k = 0; k < 16; k++) if (distanceAt(kind, q, 0, (time * k) / 16) < separation * (1 - ROUNDING)) return 'late';
  return null;
}

describe('minimum separation', () => {
  for (const { name, fill } of classes) {
    it.each(['vf', 'ee'] as const)(`${name}, %s, seed ${SEED}`, (kind) => {
      const random = seededRandom(SEED);
      const q = new Float64Array(24);
      for (let i = 0; i < 250; i++) {
        fill(kind, random, q, 0);
        const least = leastDistance(kind, q);
        const size = q.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
        const separation = drawSeparation(random, least, size) || 1e-3;
        const fault = faultOfSeparation(kind, q, separation, least);
        expect(fault, `query ${i}, least ${least}, separation ${separation}: ${q.join(', ')}`).toBeNull();
      }
    });
  }

  it('hovering features that rotate take few steps and are told apart from a contact', () => {
    // The face turns by 50 degrees under the vertex, which stays at the height 1 above the axis.
    const [c, s] = [Math.cos(0.87), Math.sin(0.87)];
    const face = [-1, -1e3, 0, 1, -1e3, 0, 0, 2e3, 0];
    const turned = [-1, -1e3 * c, -1e3 * s, 1, -1e3 * c, -1e3 * s, 0, 2e3 * c, 2e3 * s];
    const q = Float64Array.from([0, 0, 1e-5, ...face, 0, -1e-5 * s, 1e-5 * c, ...turned]);
    const least = leastDistance('vf', q);
    expect(vfTime(q, 0, least / 1.002)).toBe(Number.POSITIVE_INFINITY);
    expect(vfTime(q, 0, least * 1.001)).toBeLessThanOrEqual(1);
  });

  it('holds for coordinates of any size', () => {
    for (const scale of [2 ** 1000, 2 ** -1000]) {
      const q = [0.25, 0.25, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, 0.125, 0, 0, 0, 1, 0, 0, 0, 1, 0].map(
        (x) => x * scale,
      );
      expect(vfTime(q, 0, 0.12 * scale)).toBe(Number.POSITIVE_INFINITY);
      const time = vfTime(q, 0, 0.5 * scale);
      expect(time).toBeLessThanOrEqual(0.5 / 0.875);
      expect(time).toBeGreaterThan(0.999 * (0.4995 / 0.875));
    }
  });
});
