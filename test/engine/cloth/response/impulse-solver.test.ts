// Sequential impulses on layers whose answers are known.
import { describe, expect, it } from 'vitest';
import { ImpulseSolver } from '../../../../src/engine/cloth/response/impulse-solver.ts';
import { layers, pair } from './layers.ts';

const heights = (velocities: Float64Array) =>
  Array.from({ length: velocities.length / 9 }, (_, i) => velocities[9 * i + 2]);

const momentum = (velocities: Float64Array, inverseMass: Float64Array, axis: number) =>
  inverseMass.reduce((sum, inverse, v) => sum + velocities[3 * v + axis] / inverse, 0);

describe('impulses', () => {
  it('end an approach without a bounce, by mass', () => {
    const { rows, velocities, inverseMass, all } = layers(
      2,
      1,
      (i) => [0, 0, -3 * i],
      (i) => 1 + i,
    );
    new ImpulseSolver(inverseMass, velocities).solve(rows, all, 1e-12, 100);
    for (const speed of heights(velocities)) expect(speed).toBeCloseTo(-2, 12);
  });

  it('do nothing where nothing approaches', () => {
    const { rows, velocities, inverseMass, all } = layers(
      3,
      1,
      (i) => [i, 0, i],
      () => 1,
    );
    const before = velocities.slice();
    new ImpulseSolver(inverseMass, velocities).solve(rows, all, 1e-12, 100);
    expect(velocities).toEqual(before);
  });

  it('conserve linear and angular momentum', () => {
    const { rows, velocities, inverseMass, x, all } = layers(
      2,
      0.1,
      (i) => [i, -i, -2 * i],
      (i) => 1 + 2 * i,
    );
    rows.replace(0, pair(3, 0, [0, 0, 1], [0.5, 0.3, 0.2]), 0, x);
    // The impulse acts along the line between the two points, so that it has no torque.
    x.set([0.3, 0.2, 0.1], 9);
    const angularMomentum = () => {
      let sum = 0;
      for (let v = 0; v < 6; v++)
        sum += (x[3 * v] * velocities[3 * v + 2] - x[3 * v + 2] * velocities[3 * v]) / inverseMass[v];
      return sum;
    };
    const before = [0, 1, 2].map((axis) => momentum(velocities, inverseMass, axis));
    const angularBefore = angularMomentum();
    new ImpulseSolver(inverseMass, velocities).solve(rows, all, 1e-12, 1000);
    [0, 1, 2].forEach((axis) => {
      expect(momentum(velocities, inverseMass, axis)).toBeCloseTo(before[axis], 12);
    });
    expect(angularMomentum()).toBeCloseTo(angularBefore, 12);
    expect(rows.normalImpulse[0]).toBeGreaterThan(0);
  });

  it.each([
    [0.2, 1 - 0.2 * 0.5],
    [3, 0],
  ])('slow what slides by μ times the impulse, to rest at most: μ = %d', (friction, expected) => {
    const { rows, velocities, inverseMass, all } = layers(
      2,
      1,
      (i) => [i, 0, -0.5 * i],
      (i) => (i === 0 ? Infinity : 1),
    );
    rows.friction.fill(friction);
    new ImpulseSolver(inverseMass, velocities).solve(rows, all, 1e-12, 100);
    for (const v of [3, 4, 5]) expect(velocities[3 * v]).toBeCloseTo(expected, 12);
    expect(velocities.subarray(0, 9).every((value) => value === 0)).toBe(true);
  });

  it('account for the normal impulse of the solver in friction', () => {
    const { rows, velocities, inverseMass, all } = layers(
      2,
      1,
      (i) => [i, 0, 0],
      (i) => (i === 0 ? Infinity : 1),
    );
    rows.friction.fill(0.5);
    rows.solverImpulse.fill(0.6);
    new ImpulseSolver(inverseMass, velocities).solve(rows, all, 1e-12, 100);
    for (const v of [3, 4, 5]) expect(velocities[3 * v]).toBeCloseTo(0.7, 12);
  });
});
