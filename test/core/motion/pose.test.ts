// Poses at the door: quaternions of any length are normalised, those of length one are left alone,
// and matrices are rotations.
import { describe, expect, it } from 'vitest';
import { randomRotation } from '../../../scenes/rigid/pose.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { checkPose, quaternionProduct, rotationMatrix } from '../../../src/core/motion/pose.ts';

const ORIGIN = [0, 0, 0];
const normalised = (rotation: ArrayLike<number>): readonly number[] =>
  checkPose({ position: ORIGIN, rotation }).rotation;
const apart = (p: readonly number[], q: readonly number[]): number => Math.hypot(...p.map((x, k) => x - q[k]));

/** Rows times columns. */
function product(m: readonly number[], n: readonly number[]): number[] {
  return m.map((_, i) => [0, 1, 2].reduce((sum, k) => sum + m[3 * Math.floor(i / 3) + k] * n[3 * k + (i % 3)], 0));
}

describe('the rotation of a pose', () => {
  it.each([
    [
      [0, 0, 0, 2],
      [0, 0, 0, 1],
    ],
    [
      [0, 0, 3, 4],
      [0, 0, 0.6, 0.8],
    ],
    [
      [1, 1, 1, 1],
      [0.5, 0.5, 0.5, 0.5],
    ],
    [
      [-1e-200, 0, 0, 0],
      [-1, 0, 0, 0],
    ],
    [
      [0, 3e300, 0, -4e300],
      [0, 0.6, 0, -0.8],
    ],
    [
      [0, Number.MIN_VALUE, 0, 0],
      [0, 1, 0, 0],
    ],
    [
      [Number.MAX_VALUE, 0, 0, Number.MAX_VALUE],
      [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    ],
  ])('of %j is %j', (given, unit) => {
    expect(apart(normalised(given), unit)).toBeLessThanOrEqual(2 ** -52);
  });

  it('does not change where it is a unit quaternion already', () => {
    const random = seededRandom(9);
    for (let i = 0; i < 2000; i++) {
      const once = normalised(randomRotation(random).map((x) => 3 * x));
      expect(normalised(once), `seed 9, case ${i}`).toEqual(once);
      expect(Math.abs(Math.hypot(...once) - 1), `seed 9, case ${i}`).toBeLessThanOrEqual(3e-16);
    }
  });

  it('may come in any array, and is copied', () => {
    const rotation = Float32Array.from([0, 0, 1, 1]);
    const pose = checkPose({ position: Float64Array.from([1, 2, 3]), rotation });
    rotation.fill(0);
    expect(pose).toEqual({ position: [1, 2, 3], rotation: [0, 0, 1 / Math.SQRT2, 1 / Math.SQRT2] });
  });
});

describe('matrix and product of quaternions', () => {
  it('agree, and the matrix is a rotation', () => {
    const random = seededRandom(10);
    for (let i = 0; i < 500; i++) {
      const [p, q] = [randomRotation(random), randomRotation(random)];
      const [m, n] = [rotationMatrix(p), rotationMatrix(q)];
      const transposed = m.map((_, k) => m[3 * (k % 3) + Math.floor(k / 3)]);
      expect(apart(product(m, transposed), [1, 0, 0, 0, 1, 0, 0, 0, 1]), `seed 10, case ${i}`).toBeLessThan(1e-14);
      expect(apart(rotationMatrix(quaternionProduct(q, p)), product(n, m)), `seed 10, case ${i}`).toBeLessThan(1e-14);
    }
  });

  it('turns x to y about z, and y to z about x', () => {
    expect(rotationMatrix(normalised([0, 0, 1, 1])).map(Math.round)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1]);
    expect(rotationMatrix(normalised([1, 0, 0, 1])).map(Math.round)).toEqual([1, 0, 0, 0, 0, -1, 0, 1, 0]);
  });
});
