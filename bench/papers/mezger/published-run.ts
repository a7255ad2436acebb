// A whole run of the paper's own simulation of a scene, and what becomes of it: the time of its
// parts, and how many faces cross. It is run once; its numbers are kept beside the simulated
// sequences.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clothScenes } from '../../../scenes/cloth/index.ts';
import { SEED } from '../../simulated.ts';
import { PublishedSimulation, type Spent } from './published-simulation.ts';

/** The numbers of a run. */
export interface PublishedRun {
  /** CPU milliseconds of all steps. */
  readonly spent: Spent;
  readonly steps: number;
  /** How many steps end with faces that cross. */
  readonly stepsWithCrossings: number;
  /** The largest number of crossing pairs of faces at the end of a step. */
  readonly mostCrossings: number;
  /** The date of the run, as in 2026-01-31. */
  readonly date: string;
}

/** Returns the numbers of the first `steps` of a scene, by default of all. */
export function publishedRun(name: string, cache: string, steps = Infinity): PublishedRun {
  const scene = clothScenes[name](SEED);
  const count = Math.min(steps, Math.round(scene.seconds / scene.options.timeStep));
  const file = join(cache, `${name}-as-published-seed-${SEED}-steps-${count}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const simulation = new PublishedSimulation(scene);
  const crossings = Array.from({ length: count }, () => {
    simulation.step();
    return simulation.crossings;
  });
  const run: PublishedRun = {
    spent: simulation.spent,
    steps: count,
    stepsWithCrossings: crossings.filter((pairs) => pairs > 0).length,
    mostCrossings: Math.max(...crossings),
    date: new Date().toISOString().slice(0, 10),
  };
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, `${JSON.stringify(run)}\n`);
  return run;
}
