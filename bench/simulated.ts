// Simulated cloth scenes for the benches of detection. A sequence is simulated once and kept in a
// folder outside the repository; remove the folder to simulate it again.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { clothScenes, crowdedScenes, type SimulationScene } from '../scenes/cloth/index.ts';
import { particleCount, placeObstacles } from '../scenes/cloth/obstacle-places.ts';
import { movedApart, PARTS, type PartTimes, watchParts } from '../scenes/cloth/part-times.ts';
import type { Scene } from '../scenes/scene.ts';
import { ClothSimulation } from '../src/cloth.ts';
import { cpuClock } from './measure.ts';

/** The seed of all scenes. */
export const SEED = 1;
/** Steps of a simulation from one line of progress to the next. */
const PROGRESS_STEPS = 10;

/** A quick run: the beginning of a scene, when little touches. */
export const QUICK_STEPS = 12;

/** A simulated sequence: cloths first, then obstacles; quads as two triangles. */
export interface Simulated extends Scene {
  readonly clothScene: SimulationScene;
  /** The cost of the run that is stored. */
  readonly cost: SimulationCost;
}

/** The cost of a simulation. */
export interface SimulationCost {
  /** CPU milliseconds of all steps. */
  readonly spent: PartTimes;
  /** The number of steps. */
  readonly steps: number;
  /** The date of the run, as in 2026-01-31. */
  readonly date: string;
}

/** Returns the first `steps` of a scene, all by default. */
export function simulated(name: string, cache: string, steps = Infinity): Simulated {
  return simulatedScene(name, clothScenes[name](SEED), cache, steps);
}

/** The same for a scene as crowded as those of the papers. */
export function simulatedCrowd(name: string, cache: string, steps = Infinity): Simulated {
  return simulatedScene(`crowded-${name}`, crowdedScenes[name](SEED), cache, steps);
}

/** Simulates the first steps of a scene, or reads them; `name` is that of the file. */
function simulatedScene(name: string, clothScene: SimulationScene, cache: string, steps: number): Simulated {
  const { seconds, options } = clothScene;
  const count = Math.min(steps, Math.round(seconds / options.timeStep));
  const path = join(cache, `${name}-seed-${SEED}-steps-${count}`);
  const obstacles = movedApart(options.obstacles, cpuClock);
  const simulation = new ClothSimulation({ ...options, obstacles });
  const length = 3 * particleCount(clothScene);
  if (!existsSync(`${path}.json`)) simulate(simulation, length, count, path);
  const cost: SimulationCost = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  return {
    name,
    clothScene,
    mesh: simulation.mesh,
    frameCount: cost.steps + 1,
    cost,
    positions: (frame, out) => {
      readFrame(`${path}.f64`, frame, out.subarray(0, length));
      placeObstacles(clothScene, frame, out);
    },
  };
}

let timed: ReturnType<typeof watchParts> | undefined;

/**
 * Writes the cloths of every frame; the numbers are written last, so that the frames that they
 * count exist.
 */
function simulate(simulation: ClothSimulation, length: number, count: number, path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  process.stderr.write(`${path}: ${count} steps are simulated, once\n`);
  timed ??= watchParts(cpuClock);
  const unfinished = `${path}.${process.pid}.part`;
  const file = openSync(unfinished, 'w');
  const put = () => writeSync(file, simulation.positions.subarray(0, length));
  put();
  const start = performance.now();
  const spent = { detection: 0, response: 0, solver: 0 };
  let steps = 0;
  for (let isFree = true; isFree && steps < count; ) {
    const parts = timed(() => {
      isFree = simulation.advance().state === 'advanced';
    });
    for (const part of PARTS) spent[part] += parts[part];
    if (!isFree) break;
    put();
    steps++;
    if (steps % PROGRESS_STEPS === 0) process.stderr.write(`  ${steps} of ${count} steps, ${elapsed(start)} s\n`);
  }
  closeSync(file);
  renameSync(unfinished, `${path}.f64`);
  const cost: SimulationCost = { spent, steps, date: new Date().toISOString().slice(0, 10) };
  writeFileSync(`${path}.json`, `${JSON.stringify(cost)}\n`);
}

/** Seconds since a time. */
const elapsed = (start: number): string => ((performance.now() - start) / 1e3).toFixed(0);

function readFrame(path: string, frame: number, out: Float64Array): void {
  const bytes = new Uint8Array(out.buffer, out.byteOffset, out.byteLength);
  const file = openSync(path, 'r');
  const read = readSync(file, bytes, 0, bytes.length, frame * bytes.length);
  closeSync(file);
  if (read !== bytes.length) throw new Error(`${path} has no frame ${frame}; remove it.`);
}
