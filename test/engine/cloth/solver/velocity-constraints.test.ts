// Constrained directions of a particle: orthonormal, in the order of their demands, at most three.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { VelocityConstraints } from '../../../../src/engine/cloth/solver/velocity-constraints.ts';

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

describe('VelocityConstraints', () => {
  it('gives velocities what was asked, along directions that are not orthogonal', () => {
    const random = seededRandom(5);
    const constraints = new VelocityConstraints(3);
    for (let round = 0; round < 100; round++) {
      const asked = [1, 2, 3].map(() => ({
        n: unit(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)),
        speed: random.between(-2, 2),
      }));
      constraints.clear();
      const inForce = asked.filter(({ n, speed }) => constraints.add(1, ...n, speed));
      const v = Float64Array.from({ length: 9 }, () => random.between(-1, 1));
      const before = v.slice();
      constraints.impose(v);
      for (const { n, speed } of inForce) expect(n[0] * v[3] + n[1] * v[4] + n[2] * v[5]).toBeCloseTo(speed, 10);
      expect([...v.subarray(0, 3), ...v.subarray(6)]).toEqual([...before.subarray(0, 3), ...before.subarray(6)]);
      constraints.filter(v);
      for (const { n } of inForce) expect(n[0] * v[3] + n[1] * v[4] + n[2] * v[5]).toBeCloseTo(0, 12);
    }
  });

  it('leaves free what no constraint names', () => {
    const constraints = new VelocityConstraints(1);
    constraints.add(0, 0, 0, 1, 5);
    const v = Float64Array.from([1, 2, 3]);
    constraints.impose(v);
    expect([...v]).toEqual([1, 2, 5]);
  });

  it('drops a fourth, and one nearly parallel to an earlier', () => {
    const constraints = new VelocityConstraints(2);
    expect(constraints.add(0, 0, 0, 1, 1)).toBe(true);
    expect(constraints.add(0, ...unit(0.01, 0, 1), -1)).toBe(false);
    expect(constraints.add(0, 0, 1, 0, 2)).toBe(true);
    expect(constraints.add(0, 1, 0, 0, 3)).toBe(true);
    expect(constraints.add(0, ...unit(1, 1, 1), 9)).toBe(false);
    const v = new Float64Array(6);
    constraints.impose(v);
    expect([...v]).toEqual([3, 2, 1, 0, 0, 0]);
  });

  it('pins whatever was asked before, and forgets all when cleared', () => {
    const constraints = new VelocityConstraints(1);
    constraints.add(0, ...unit(1, 1, 0), 7);
    constraints.pin(0, 1, 2, 3);
    const v = new Float64Array(3);
    constraints.impose(v);
    expect([...v]).toEqual([1, 2, 3]);
    constraints.clear();
    expect(constraints.count).toBe(0);
    const free = Float64Array.from([4, 5, 6]);
    constraints.impose(free);
    expect([...free]).toEqual([4, 5, 6]);
  });
});
