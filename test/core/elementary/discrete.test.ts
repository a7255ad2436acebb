// Entry points of the discrete tests: what they refuse, and that they pass on the rest.
import { describe, expect, it } from 'vitest';
import * as distance from '../../../src/core/elementary/distance.ts';
import {
  closestPoints,
  eeDistance,
  MeshError,
  triangleDistance,
  trianglesMeet,
  vfDistance,
} from '../../../src/index.ts';

const crossing = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.3, 0.2, 1, 0.2, 0.4, 1];
const out = closestPoints();

const doors = [
  { name: 'trianglesMeet', run: (q: Float64Array) => trianglesMeet(q), count: 18 },
  { name: 'trianglesMeet, one shared', run: (q: Float64Array) => trianglesMeet(q, 0, 1), count: 18 },
  { name: 'trianglesMeet, two shared', run: (q: Float64Array) => trianglesMeet(q, 0, 2), count: 18 },
  { name: 'triangleDistance', run: (q: Float64Array) => triangleDistance(q, 0, out), count: 18 },
  { name: 'vfDistance', run: (q: Float64Array) => vfDistance(q, 0, out), count: 12 },
  { name: 'eeDistance', run: (q: Float64Array) => eeDistance(q, 0, out), count: 12 },
];

describe.each(doors)('$name', ({ run, count }) => {
  it('refuses every coordinate that is not finite and names its point', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (let i = 0; i < count; i++) {
        const q = Float64Array.from(crossing);
        q[i] = bad;
        expect(() => run(q)).toThrow(expect.objectContaining({ fault: 'position-not-finite', at: Math.floor(i / 3) }));
      }
    }
  });

  it('refuses a query that is cut short', () => {
    expect(() => run(Float64Array.from(crossing.slice(0, count - 1)))).toThrow(MeshError);
  });
});

describe('the discrete doors', () => {
  it('answer', () => {
    const q = Float64Array.from(crossing);
    expect(trianglesMeet(q)).toBe(true);
    expect(triangleDistance(q, 0, out)).toBe(0);
    expect(vfDistance(q, 0, out)).toBe(distance.vfDistance(q, 0, closestPoints()));
    expect(eeDistance(q, 6, out)).toBe(distance.eeDistance(q, 6, closestPoints()));
  });
});
