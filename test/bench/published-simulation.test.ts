// The paper's own simulation of cloth: it falls freely, comes to rest above the table, and its
// response keeps most of it from passing through. It proves nothing, so crossings are counted.
import { expect, it } from 'vitest';
import { PublishedSimulation } from '../../bench/papers/mezger/published-simulation.ts';
import { tableCloth } from '../../scenes/cloth/table-cloth.ts';

it('a cloth falls onto a table and stays there', () => {
  const scene = tableCloth(1);
  const simulation = new PublishedSimulation(scene);
  const particles = scene.options.cloths[0].positions.length / 3;
  const lowest = () => {
    let z = Infinity;
    for (let v = 0; v < particles; v++) z = Math.min(z, simulation.positions[3 * v + 2]);
    return z;
  };
  const start = lowest();
  simulation.step();
  // Drag slows the fall a little.
  const fall = 9.81 * scene.options.timeStep ** 2;
  expect((start - lowest()) / fall).toBeGreaterThan(0.95);
  expect((start - lowest()) / fall).toBeLessThan(1);
  for (let step = 0; step < 150; step++) simulation.step();
  expect(scene.fault(simulation.positions)).toBeNull();
  expect(simulation.steps).toBe(151);
  expect(Math.min(...Object.values(simulation.spent))).toBeGreaterThan(0);
});
