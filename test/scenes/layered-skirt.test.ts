// The crowded scenes have as many triangles as the papers' models. A small skirt of seven layers
// hangs, each step proven, and is the same for the same seed.
import { describe, expect, it } from 'vitest';
import { crowdedScenes } from '../../scenes/cloth/index.ts';
import { layeredSkirt } from '../../scenes/cloth/layered-skirt.ts';
import { ClothSimulation } from '../../src/cloth.ts';

it.each([
  ['cloth-ball', 92e3],
  ['princess', 40e3],
  ['flamenco', 49e3],
])('%s', (name, triangles) => {
  const { cloths, obstacles } = crowdedScenes[name](1).options;
  const corners = [...cloths.map(({ faces }) => faces), ...obstacles.map((obstacle) => obstacle.triangles)];
  const count = corners.reduce((sum, { length }) => sum + length / 3, 0);
  expect(Math.abs(count / triangles - 1)).toBeLessThan(0.02);
});

const SIZE = { columns: 40, rows: 10 };

describe('a small skirt', () => {
  const scene = layeredSkirt('small', 1, SIZE);
  const simulation = new ClothSimulation(scene.options);

  it('hangs after half a second, its layers in contact', () => {
    let rows = 0;
    for (let frame = 0; frame < 50; frame++) {
      const { state, tally } = simulation.advance();
      expect(state).toBe('advanced');
      rows = tally.rows;
    }
    expect(rows).toBeGreaterThan(100);
    expect(scene.fault(simulation.positions)).toBeNull();
    expect(simulation.crossings().count).toBe(0);
  });

  it('is the same for the same seed', () => {
    const cloth = (seed: number) => layeredSkirt('small', seed, SIZE).options.cloths[3].positions;
    expect(cloth(1)).toEqual(scene.options.cloths[3].positions);
    expect(cloth(2)).not.toEqual(cloth(1));
  });
});
