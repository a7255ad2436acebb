// Impulses and impact zones on layers whose answers are known.
import { describe, expect, it } from 'vitest';
import { ImpactZones } from '../../../src/engine/cloth/impact-zones.ts';
import { Impulses } from '../../../src/engine/cloth/impulses.ts';
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
    new Impulses(inverseMass, velocities).settle(rows, all, 1e-12, 100);
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
    new Impulses(inverseMass, velocities).settle(rows, all, 1e-12, 100);
    expect(velocities).toEqual(before);
  });

  it('conserve momentum and its moment', () => {
    const { rows, velocities, inverseMass, x, all } = layers(
      2,
      0.1,
      (i) => [i, -i, -2 * i],
      (i) => 1 + 2 * i,
    );
    rows.replace(0, pair(3, 0, [0, 0, 1], [0.5, 0.3, 0.2]), 0, x);
    // The impulse acts along the line between the two points, so that nothing begins to turn.
    x.set([0.3, 0.2, 0.1], 9);
    const turn = () => {
      let sum = 0;
      for (let v = 0; v < 6; v++)
        sum += (x[3 * v] * velocities[3 * v + 2] - x[3 * v + 2] * velocities[3 * v]) / inverseMass[v];
      return sum;
    };
    const before = [0, 1, 2].map((axis) => momentum(velocities, inverseMass, axis));
    const turned = turn();
    new Impulses(inverseMass, velocities).settle(rows, all, 1e-12, 1000);
    [0, 1, 2].forEach((axis) => {
      expect(momentum(velocities, inverseMass, axis)).toBeCloseTo(before[axis], 12);
    });
    expect(turn()).toBeCloseTo(turned, 12);
    expect(rows.push[0]).toBeGreaterThan(0);
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
    new Impulses(inverseMass, velocities).settle(rows, all, 1e-12, 100);
    for (const v of [3, 4, 5]) expect(velocities[3 * v]).toBeCloseTo(expected, 12);
    expect(velocities.subarray(0, 9).every((value) => value === 0)).toBe(true);
  });

  it('count what a constraint held for friction', () => {
    const { rows, velocities, inverseMass, all } = layers(
      2,
      1,
      (i) => [i, 0, 0],
      (i) => (i === 0 ? Infinity : 1),
    );
    rows.friction.fill(0.5);
    rows.held.fill(0.6);
    new Impulses(inverseMass, velocities).settle(rows, all, 1e-12, 100);
    for (const v of [3, 4, 5]) expect(velocities[3 * v]).toBeCloseTo(0.7, 12);
  });
});

describe('impact zones', () => {
  it('bring a stack to rest on what does not move, where single rounds do not', () => {
    const stack = () =>
      layers(
        12,
        1,
        (i) => [0, 0, -i],
        (i) => (i === 0 ? Infinity : 1),
      );
    const { rows, velocities, inverseMass, all } = stack();
    new ImpactZones(inverseMass, velocities).resolve(rows, 0, all, new Impulses(inverseMass, velocities), 1e-4);
    for (const speed of heights(velocities)) expect(Math.abs(speed)).toBeLessThan(0.02);
    const few = stack();
    new Impulses(few.inverseMass, few.velocities).settle(few.rows, few.all, 1e-4, 4);
    expect(Math.min(...heights(few.velocities))).toBeLessThan(-0.5);
  });

  it('leave alone what is not connected with an open row', () => {
    const { rows, velocities, inverseMass } = layers(
      4,
      1,
      (i) => [0, 0, -i],
      () => 1,
    );
    // Rows 0 to 2 are between layers 0 and 1, the last ones between 2 and 3; without the middle ones there are two zones.
    for (const row of [3, 4, 5]) rows.replace(row, pair(3, 0, [0, 0, 1], [1, 0, 0]), 0, new Float64Array(36));
    new ImpactZones(inverseMass, velocities).freeze(rows, 0, { rows: Uint32Array.of(0, 1, 2), count: 3 });
    const [, , third, fourth] = heights(velocities);
    expect([third, fourth]).toEqual([-2, -3]);
    expect(velocities[2]).toBeCloseTo(-0.5, 12);
    expect(velocities[11]).toBeCloseTo(-0.5, 12);
  });

  it('move as one with the obstacle in them', () => {
    const { rows, velocities, inverseMass, all } = layers(
      3,
      1,
      (i) => [i, i === 0 ? 5 : 0, 0 - i],
      (i) => (i === 0 ? Infinity : 1),
    );
    new ImpactZones(inverseMass, velocities).freeze(rows, 0, all);
    for (let v = 0; v < 9; v++) expect([...velocities.subarray(3 * v, 3 * v + 3)]).toEqual([0, 5, 0]);
  });

  it('move as one with their momentum where there is none', () => {
    const { rows, velocities, inverseMass, all } = layers(
      2,
      1,
      (i) => [i, 0, -3 * i],
      (i) => 1 + i,
    );
    new ImpactZones(inverseMass, velocities).freeze(rows, 0, all);
    // Corners stand on corners: three zones, each of two vertices.
    for (const speed of heights(velocities)) expect(speed).toBeCloseTo(-2, 12);
  });
});
