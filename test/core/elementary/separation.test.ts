// Minimum separation: nothing that comes within η is missed, nothing is reported that stays beyond
// 1.001 η, no time is late. The reference samples the motion finely; η is drawn close to the least
// distance that it finds.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { eeTime, vfTime } from '../../../src/index.ts';
import { queryClasses } from '../../generate/queries.ts';
import { drawSeparation, faultOfSeparation, separationClasses } from '../../oracle/check-separation.ts';
import { leastDistance } from '../../oracle/least-distance.ts';

const timeOf = { vf: vfTime, ee: eeTime };
const SEED = 7;
describe('minimum separation', () => {
  for (const { name, fill } of separationClasses(queryClasses)) {
    it.each(['vf', 'ee'] as const)(`${name}, %s, seed ${SEED}`, (kind) => {
      const random = seededRandom(SEED);
      const q = new Float64Array(24);
      for (let i = 0; i < 250; i++) {
        fill(kind, random, q, 0);
        const { separation, least } = drawSeparation(kind, q, random);
        const fault = faultOfSeparation(kind, q, separation, least, timeOf[kind](q, 0, separation));
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
