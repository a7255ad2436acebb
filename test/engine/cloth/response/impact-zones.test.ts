// Impact zones on layers whose answers are known.
import { describe, expect, it } from 'vitest';
import { ImpactZones } from '../../../../src/engine/cloth/response/impact-zones.ts';
import { ImpulseSolver } from '../../../../src/engine/cloth/response/impulse-solver.ts';
import { layers, pair } from './layers.ts';

const heights = (velocities: Float64Array) =>
  Array.from({ length: velocities.length / 9 }, (_, i) => velocities[9 * i + 2]);

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
    new ImpactZones(inverseMass, velocities).resolve(rows, 0, all, new ImpulseSolver(inverseMass, velocities), 1e-4);
    for (const speed of heights(velocities)) expect(Math.abs(speed)).toBeLessThan(0.02);
    const few = stack();
    new ImpulseSolver(few.inverseMass, few.velocities).solve(few.rows, few.all, 1e-4, 4);
    expect(Math.min(...heights(few.velocities))).toBeLessThan(-0.5);
  });

  it('leave alone what is not connected with an unresolved row', () => {
    const { rows, velocities, inverseMass } = layers(
      4,
      1,
      (i) => [0, 0, -i],
      () => 1,
    );
    // Rows 0 to 2 are between layers 0 and 1, the last ones between 2 and 3; without the middle
    // ones there are two zones.
    for (const row of [3, 4, 5]) rows.replace(row, pair(3, 0, [0, 0, 1], [1, 0, 0]), 0, new Float64Array(36));
    new ImpactZones(inverseMass, velocities).freeze(rows, 0, Uint32Array.of(0, 1, 2));
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
