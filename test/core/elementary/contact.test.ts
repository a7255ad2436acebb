// vfContact and eeContact: the witness points coincide at the time, the normal is a unit vector and
// shows from b to a.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { eeContact, eeTime, elementaryContact, vfContact, vfTime } from '../../../src/index.ts';
import { queryClasses } from '../../generate/queries.ts';

const SEED = 5;
const out = elementaryContact();
const contactOf = { vf: vfContact, ee: eeContact };
const timeOf = { vf: vfTime, ee: eeTime };

/** First witness minus second witness at time t, and its rate of change. */
function separationAt(
  kind: 'vf' | 'ee',
  q: ArrayLike<number>,
  w: ArrayLike<number>,
  t: number,
): { x: number[]; rate: number[] } {
  const combine = kind === 'vf' ? [1, -w[0], -w[1], -w[2]] : [1 - w[0], w[0], w[1] - 1, -w[1]];
  const at = (axis: number, from: number) => combine.reduce((sum, c, j) => sum + c * q[from + 3 * j + axis], 0);
  const x = [0, 1, 2].map((axis) => (1 - t) * at(axis, 0) + t * at(axis, 12));
  return { x, rate: [0, 1, 2].map((axis) => at(axis, 12) - at(axis, 0)) };
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('a contact', () => {
  for (const { name, fill } of queryClasses.filter((c) => !/extreme/.test(c.name))) {
    it.each(['vf', 'ee'] as const)(`of ${name}, %s, seed ${SEED}`, (kind) => {
      const random = seededRandom(SEED);
      const q = new Float64Array(24);
      for (let i = 0; i < 200; i++) {
        fill(kind, random, q, 0);
        const time = contactOf[kind](q, 0, out);
        expect(time).toBe(timeOf[kind](q));
        expect(out.time).toBe(time);
        if (time > 1) continue;
        const { normal, weights } = out;
        const message = `query ${i}: ${q.join(', ')} at ${time}, weights ${weights}, normal ${normal}`;
        expect(Math.abs(dot(normal, normal) - 1), message).toBeLessThan(1e-9);
        for (const w of weights) expect(w >= -1e-12 && w <= 1 + 1e-12, message).toBe(true);
        if (kind === 'vf') expect(Math.abs(weights[0] + weights[1] + weights[2] - 1), message).toBeLessThan(1e-9);
        const { x, rate } = separationAt(kind, q, weights, time);
        const size = q.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
        const speed = Math.hypot(...rate);
        // Needles and the like move their witness fast along themselves; the times are within a
        // ten-thousandth.
        expect(Math.hypot(...x), message).toBeLessThanOrEqual(1e-6 * size + 2e-4 * time * speed + 4 * Number.MIN_VALUE);
      }
    });
  }

  it('has its normal on the side from which the vertex comes', () => {
    const q = [0.2, 0.3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.3, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0];
    vfContact(q, 0, out);
    expect([...out.normal].map((x) => Math.round(x) + 0)).toEqual([0, 0, 1]);
    expect([...out.weights].map((w) => Math.round(100 * w) / 100)).toEqual([0.5, 0.2, 0.3]);
    const below = q.map((x, i) => (i === 2 || i === 14 ? -x : x));
    vfContact(below, 0, out);
    expect([...out.normal].map((x) => Math.round(x) + 0)).toEqual([0, 0, -1]);
  });

  it('of edges has s on the first and t on the second, and its normal from the second to the first', () => {
    const q = [-1, 0, 1, 3, 0, 1, 0, -1, 0, 0, 1, 0, -1, 0, -1, 3, 0, -1, 0, -1, 0, 0, 1, 0];
    eeContact(q, 0, out);
    expect([...out.weights].map((w) => Math.round(100 * w) / 100)).toEqual([0.25, 0.5, 0]);
    expect([...out.normal].map((x) => Math.round(x) + 0)).toEqual([0, 0, 1]);
  });

  it('that rests and presses has its normal against the motion', () => {
    const q = [0.2, 0.3, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.3, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(vfContact(q, 0, out)).toBe(0);
    expect([...out.normal].map((x) => Math.round(x) + 0)).toEqual([0, 0, 1]);
  });

  it('within a separation has the direction between the nearest points', () => {
    const q = [0.2, 0.3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.3, 0.4, 0, 0, 0, 1, 0, 0, 0, 1, 0];
    const time = vfContact(q, 0, out, 0.5);
    expect(time).toBeGreaterThan(0.83);
    expect(time).toBeLessThanOrEqual(5 / 6);
    expect([...out.normal].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([0, 0, 1]);
  });
});
