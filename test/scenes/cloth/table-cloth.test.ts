// The table cloth as a whole: no crossing triangles at any frame, every committed way free of
// contact to another recipe, and it hangs in the end.
import { expect, it } from 'vitest';
import { clothScenes } from '../../../scenes/cloth/index.ts';
import { ClothSimulation } from '../../../src/cloth.ts';
import { basic, MeshCollider } from '../../../src/index.ts';

it.each([1, 2])('hangs over the edge, seed %i', (seed) => {
  const scene = clothScenes['table-cloth'](seed);
  let ways = 0;
  let contacts = 0;
  const onCommit = (x0: Float64Array, x1: Float64Array): void => {
    ways++;
    contacts += judge.collide(x0, x1).count;
  };
  const simulation = new ClothSimulation({ ...scene.options, onCommit });
  const judge = new MeshCollider(simulation.mesh, { recipe: basic });
  const frames = Math.round(scene.seconds / scene.options.timeStep);
  for (let frame = 0; frame < frames; frame++) {
    expect(simulation.advance().state).toBe('advanced');
    expect(judge.intersections(simulation.positions).count).toBe(0);
  }
  expect(contacts).toBe(0);
  expect(ways).toBeGreaterThanOrEqual(frames);
  expect(scene.fault(simulation.positions)).toBeNull();
});
