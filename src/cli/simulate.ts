// `graze simulate`: runs a cloth scene of scenes/cloth, which the package has as one file. Frames
// go to a folder in which an interrupted run can be continued.
import { UsageError } from '../check/usage-error.ts';
import { ClothSimulation } from '../cloth.ts';
import { knownName } from './nearest-name.ts';
import { Progress } from './progress.ts';
import { SimulationFolder, type SubStep } from './simulation-folder.ts';
import type { SimulationScene } from './simulation-scene.ts';
import { table } from './table.ts';
import { thousands } from './thousands.ts';

const ABOUT = {
  'cloth-ball': 'a cloth on a ball that begins to turn: 20,098 triangles, 3 s',
  sheets: 'four sheets of 441 particles on a ball, a cone, a drum and a box, 3 s',
  'table-cloth': 'a coarse cloth of 49 particles hangs over the edge of a round table, 3 s',
  tape: 'a tape of 1,449 particles falls on end on a solid and folds on itself, 4 s',
  tearing: 'a ball is pressed through a sheet of 5,202 triangles that rips along a cross, 2.5 s',
  'walk-high': 'a walking man in a sweater and slacks of 10,757 particles, six steps in 6 s',
  'walk-low': 'the same in 713 particles',
  'walk-pants': 'a walking man in trousers of 833 particles, six steps in 6 s',
};

/** The name of a scene on the command line. */
export type ClothSceneName = keyof typeof ABOUT;

/** The options of the command. */
export interface SimulateArguments {
  /** `--out`: a folder. */
  readonly out?: string;
  /** `--frames`: the number of frames, the start included; all of the scene by default. */
  readonly frames?: number;
  /** `--seed`: selects the start. */
  readonly seed: number;
  /** `--substeps`: write a file per sub-step. */
  readonly substeps: boolean;
}

/**
 * Runs the command; false if obstacles leave the cloth no room before the last frame. Rejects with
 * `UsageError`.
 */
export async function simulate(name: string | undefined, args: SimulateArguments): Promise<boolean> {
  if (name === undefined) {
    const rows = Object.entries(ABOUT);
    process.stdout.write(
      `${table(['name', 'scene'], rows).join('\n')}\n\ngraze simulate NAME --out FOLDER runs one; see --help.\n`,
    );
    return true;
  }
  const sceneName = knownName(name, ABOUT, 'scene');
  const { seed, substeps } = args;
  if (args.out === undefined) throw new UsageError('name a folder for the frames: --out FOLDER.');
  const folder = new SimulationFolder(args.out, { scene: sceneName, seed, substeps });
  const scene = (await loadScenes())[sceneName](seed);
  return run(scene, folder, args.frames ?? Math.round(scene.seconds / scene.options.timeStep) + 1);
}

async function loadScenes(): Promise<Readonly<Record<ClothSceneName, (seed: number) => SimulationScene>>> {
  return (await import(new URL('../scenes/cloth.js', import.meta.url).href)).clothScenes;
}

/** Simulates until the folder has `frames` frames; false if the cloth is pinched before. */
async function run(scene: SimulationScene, folder: SimulationFolder, frames: number): Promise<boolean> {
  let subSteps: SubStep[] = [];
  const onCommit = (_: Float64Array, x1: Float64Array, from: number, to: number): void => {
    subSteps.push({ from, to, end: x1.slice() });
  };
  const simulation = new ClothSimulation({ ...scene.options, onCommit });
  const saved = folder.resume();
  if (saved) simulation.restore(saved);
  else folder.begin(simulation);
  const first = folder.frameCount;
  const progress = new Progress(frames - first, 'frames');
  let isFree = true;
  while (isFree && folder.frameCount < frames) {
    subSteps = [];
    isFree = simulation.advance().state === 'advanced';
    folder.add(simulation, subSteps, isFree);
    progress.update(folder.frameCount - first);
    // Signals are delivered between frames.
    await new Promise((resolve) => setImmediate(resolve));
  }
  progress.clear();
  process.stdout.write(`${summary(scene, folder, simulation, first, isFree).join('\n')}\n`);
  return isFree;
}

/** `first` frames were in the folder before this run. */
function summary(
  scene: SimulationScene,
  folder: SimulationFolder,
  simulation: ClothSimulation,
  first: number,
  isFree: boolean,
): string[] {
  const { mesh, startMesh, torn } = simulation;
  const went = first > 1 ? `, the first ${first} of them from before` : '';
  const lines = [
    `${scene.name}: ${folder.frameCount} frames of ${thousands(mesh.vertexCount)} vertices and ${thousands(startMesh.faceCount)} triangles in ${folder.path}${went}.`,
    `${thousands(folder.substepCount)} sub-steps, all proven free of contact; proven.json names them.`,
  ];
  if (torn.length > 0)
    lines.push(`${thousands(torn.length)} triangles have torn; in the files they name one vertex three times.`);
  if (!isFree)
    lines.push(
      `Pinched: after ${simulation.time.toFixed(4)} s obstacles leave the cloth no room; what is written is valid.`,
    );
  const isOver = isFree && simulation.time >= scene.seconds - scene.options.timeStep / 2;
  const fault = isOver ? scene.fault(simulation.positions, mesh) : null;
  if (fault) lines.push(`Its end is not as it should be: ${fault}.`);
  return lines;
}
