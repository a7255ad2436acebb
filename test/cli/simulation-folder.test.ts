// The folder of a simulation that ends pinched: what was proven is kept, an incomplete frame does
// not count.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SimulationFolder, type SubStep } from '../../src/cli/simulation-folder.ts';
import { type Advance, ClothSimulation } from '../../src/cloth.ts';
import { MeshCollider } from '../../src/index.ts';
import { readPly } from '../../src/io.ts';
import { closingPlates } from '../generate/closing-plates.ts';
import { Folder } from './command.ts';

const root = new Folder();

function press(subSteps: SubStep[]): ClothSimulation {
  return new ClothSimulation({
    ...closingPlates,
    onCommit: (_, x1, from, to) => subSteps.push({ from, to, end: x1.slice() }),
  });
}

function run(substeps: boolean): { path: string; folder: SimulationFolder; simulation: ClothSimulation } {
  const path = root.at(String(substeps));
  const folder = new SimulationFolder(path, { scene: 'press', seed: 1, substeps });
  const subSteps: SubStep[] = [];
  const simulation = press(subSteps);
  expect(folder.resume()).toBeNull();
  folder.begin(simulation);
  let state: Advance['state'] = 'advanced';
  for (let frame = 0; state === 'advanced' && frame < 20; frame++) {
    subSteps.length = 0;
    state = simulation.advance().state;
    folder.add(simulation, subSteps, state === 'advanced');
  }
  expect(state).toBe('pinched');
  return { path, folder, simulation };
}

describe.each([false, true])('substeps: %s', (substeps) => {
  const { path, folder, simulation } = run(substeps);
  const frames = readdirSync(path).filter((name) => name.endsWith('.ply'));
  const { paths } = JSON.parse(readFileSync(join(path, 'proven.json'), 'utf8'));
  const positionsOf = (name: string): Float64Array =>
    Float64Array.from(readPly(readFileSync(join(path, name))).positions);

  it('has the frames that are whole, or all sub-steps', () => {
    expect(folder.frameCount).toBeGreaterThan(2);
    expect(folder.frameCount).toBeLessThan(7);
    if (!substeps) expect(frames).toHaveLength(folder.frameCount);
    else expect(positionsOf(frames[frames.length - 1])).toEqual(simulation.positions);
  });

  it('has no crossing, and names a path to every file but the first', () => {
    const collider = new MeshCollider(simulation.mesh);
    for (const name of frames) expect(collider.intersections(positionsOf(name)).count).toBe(0);
    expect(paths.map(({ to }: { to: string }) => to)).toEqual(frames.slice(1));
  });

  it('goes on from its last whole frame, and is pinched again', () => {
    const again = new SimulationFolder(path, { scene: 'press', seed: 1, substeps });
    const state = again.resume();
    expect(state?.frame).toBe(folder.frameCount - 1);
    const subSteps: SubStep[] = [];
    const next = press(subSteps);
    if (state) next.restore(state);
    expect(next.advance().state).toBe('pinched');
    expect(next.positions).toEqual(simulation.positions);
  });
});
