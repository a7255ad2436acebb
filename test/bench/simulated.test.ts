// Simulated sequences for benches: bit for bit those of the simulation, computed once and read from
// their folder afterwards.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { polygonSteps, triangleSteps } from '../../bench/papers/mezger/simulated-steps.ts';
import { simulated } from '../../bench/simulated.ts';
import { clothScenes } from '../../scenes/cloth/index.ts';
import { ClothSimulation } from '../../src/cloth.ts';
import { Folder } from '../cli/command.ts';

const folder = new Folder();
const STEPS = 4;

test('frames are those of the simulation', () => {
  const { mesh, frameCount, positions, cost } = simulated('table-cloth', folder.at('cache'), STEPS);
  const simulation = new ClothSimulation(clothScenes['table-cloth'](1).options);
  expect(mesh.triangles).toEqual(simulation.mesh.triangles);
  expect([frameCount, cost.steps]).toEqual([STEPS + 1, STEPS]);
  expect(cost.spent.solver).toBeGreaterThan(0);
  const x = new Float64Array(3 * mesh.vertexCount).fill(Number.NaN);
  for (const frame of [0, 1, 2, 3, 4]) {
    if (frame > 0) simulation.advance();
    positions(frame, x);
    expect(x).toEqual(simulation.positions);
  }
});

test('what is there is not simulated again, and what is not there is told', () => {
  const cache = folder.at('kept');
  simulated('table-cloth', cache, STEPS);
  const [numbers] = readdirSync(cache).filter((name) => name.endsWith('.json'));
  const path = `${cache}/${numbers}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace('"steps":4', '"steps":3'));
  const { frameCount, mesh, positions } = simulated('table-cloth', cache, STEPS);
  expect(frameCount).toBe(4);
  const x = new Float64Array(3 * mesh.vertexCount);
  expect(() => positions(STEPS + 1, x)).toThrow(/table-cloth-seed-1-steps-4\.f64 has no frame 5; remove it\.$/);
});

test('quads are quads for the detector and triangles for the engine', () => {
  const sequence = simulated('tape', folder.at('cache'), 1);
  const quads = polygonSteps(sequence);
  const triangles = triangleSteps(sequence, quads);
  const ofCloth = (objects: Uint32Array) => objects.filter((object) => object === 0).length;
  expect(quads.mesh.start[1]).toBe(4);
  expect([ofCloth(quads.objectOf), quads.mesh.faceCount]).toEqual([6 * 206, 6 * 206 + 580]);
  expect([ofCloth(triangles.objectOf), triangles.mesh.faceCount]).toEqual([2 * 6 * 206, 2 * 6 * 206 + 580]);
  expect(triangles.mesh.corners).toEqual(sequence.mesh.triangles);
});
