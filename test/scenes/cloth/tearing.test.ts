// The sheet that tears as a whole: no crossing triangles at any frame, every committed way free of
// contact to another recipe, with the faces that there were on that way; and it hangs in flaps in
// the end.
import { expect, it } from 'vitest';
import { clothScenes } from '../../../scenes/cloth/index.ts';
import { ClothSimulation } from '../../../src/cloth.ts';
import { MeshCollider, rTriangles } from '../../../src/index.ts';

it('rips along its perforation and hangs in flaps', () => {
  const { options, seconds, fault } = clothScenes.tearing(1);
  let contacts = 0;
  const onCommit = (x0: Float64Array, x1: Float64Array): void => {
    contacts += judge.collide(x0, x1).count;
  };
  const simulation = new ClothSimulation({ ...options, onCommit });
  let judge = new MeshCollider(simulation.mesh, { recipe: rTriangles });
  for (let frame = 0; frame < Math.round(seconds / options.timeStep); frame++) {
    const { state, torn } = simulation.advance();
    expect(state).toBe('advanced');
    if (torn > 0) judge = new MeshCollider(simulation.mesh, { recipe: rTriangles });
    expect(judge.intersections(simulation.positions).count).toBe(0);
  }
  expect(contacts).toBe(0);
  expect(simulation.torn.length).toBeGreaterThan(100);
  expect(fault(simulation.positions, simulation.mesh)).toBeNull();
}, 600_000);
