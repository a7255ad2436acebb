// Some frames of every scene of cloth: positions, velocities, kinetic energy, what a step did, what
// tore; saved and restored on the way.
import { clothScenes } from '../../scenes/cloth/index.ts';
import { type Advance, ClothSimulation } from '../../src/cloth.ts';
import type { ColumnHashes } from './column-hashes.ts';
import { type GoldenCase, textOf } from './golden-case.ts';

/** Frames of a scene. */
const [QUICK, FULL] = [4, 40];

/** Scenes whose frames take too long for `npm test`. */
const LARGE = ['cloth-ball', 'walk-high'];

function kineticEnergy({ masses, velocities }: ClothSimulation): number {
  return masses.reduce((sum, mass, i) => {
    const [x, y, z] = velocities.subarray(3 * i, 3 * i + 3);
    return sum + (mass * (x * x + y * y + z * z)) / 2;
  }, 0);
}

function addFrame(hashes: ColumnHashes, simulation: ClothSimulation, advance: Advance): void {
  const { state, substeps, committed, tally, torn } = advance;
  const { positions, velocities, mesh } = simulation;
  hashes.addAll('', { positions, velocities, energy: kineticEnergy(simulation) });
  hashes.addAll('', { state, substeps, committed, tally: textOf(tally), torn, triangles: mesh.triangles });
}

/**
 * The last quarter of the frames once more, from what was saved before them, in another simulation.
 */
function runScene(hashes: ColumnHashes, name: string, frames: number): void {
  const { options } = clothScenes[name](3);
  const simulation = new ClothSimulation({
    ...options,
    onCommit: (x0, x1, from, to) => hashes.addAll('commit.', { x0, x1, from, to }),
  });
  hashes.addAll('input.', { positions: simulation.positions, masses: simulation.masses });
  const again = new ClothSimulation(options);
  for (let frame = 0; frame < frames; frame++) {
    if (frame === frames - (frames >> 2)) again.restore(simulation.save());
    addFrame(hashes, simulation, simulation.advance());
  }
  for (let frame = frames - (frames >> 2); frame < frames; frame++) addFrame(hashes, again, again.advance());
  hashes.add('crossings', simulation.crossings().count);
}

export const clothCases: readonly GoldenCase[] = [QUICK, FULL].flatMap((frames) =>
  Object.keys(clothScenes).map((name) => ({
    name: `cloth: ${frames} frames of ${name}`,
    isQuick: frames === QUICK && !LARGE.includes(name),
    run: (hashes: ColumnHashes) => runScene(hashes, name, frames),
  })),
);
