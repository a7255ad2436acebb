// The costs and benefits of cones and contours: forced, omitted, and decided by the collider. Three
// colliders take the same steps in turn, a few neighbouring frames repeatedly, so that the decision
// is stable when the measurement begins.
import type { Scene } from '../../scenes/scene.ts';
import { iccd, iccdWithCones, iccdWithoutCones, MeshCollider } from '../../src/index.ts';
import type { Frame } from '../frame-queries.ts';
import { cpuMs, median } from '../measure.ts';
import { realSubjects, sceneOf, stepAt } from './steps.ts';
import { mean } from './table.ts';

/** Mean and median CPU milliseconds per step. */
export interface Cost {
  readonly mean: number;
  readonly median: number;
}

/**
 * The costs of one sequence with cones forced on, without cones, and with the decision left to the
 * collider.
 */
export interface ConesRow {
  readonly name: string;
  readonly quiet: number;
  readonly forced: Cost;
  readonly without: Cost;
  readonly decided: Cost;
  /** The fraction of the measured steps in which the collider decided for cones. */
  readonly taken: number;
}

/**
 * The number of steps before the measurement. With so many, the rare probes count little more than
 * they do in the long run.
 */
const WARM_UP_STEPS = 20;
/** The number of measured steps. */
const MEASURED_STEPS = 20;

/** The number of neighbouring frames in a sequence; fewer if the mesh breaks within them. */
const CYCLE_FRAMES = 4;

/**
 * The fractions of its animation at which each scene is measured; the waving cloth while it folds.
 */
const PHASES = [0.33, 0.83];
const WAVING_FRAMES = [10, 24, 40, 80];

/**
 * A sequence of steps. It is created only when it is measured, because all of them together would
 * fill the memory.
 */
export interface ConeSequence {
  readonly name: string;
  readonly make: () => readonly Frame[];
}

/** Returns the sequences of these scenes, and of real frames of the same names. */
export function coneSequences(names: readonly string[], scale: number, cache: string): ConeSequence[] {
  const made = names.flatMap((name) => {
    const scene = sceneOf(name, scale, cache);
    const last = scene.frameCount - 1 - CYCLE_FRAMES;
    const frames =
      name === 'waving-cloth'
        ? WAVING_FRAMES
        : PHASES.map((phase) => Math.min(last, Math.floor(phase * scene.frameCount)));
    return frames.map((frame) => ({ name: `${name} ${frame}`, make: () => sequence(scene, frame) }));
  });
  return [...made, ...realSubjects(names, scale).map(({ name, steps }) => ({ name, make: () => steps }))];
}

function sequence(scene: Scene, first: number): Frame[] {
  const steps = [stepAt(scene, first)];
  while (steps.length < CYCLE_FRAMES && !scene.breaks?.(first + steps.length)) {
    steps.push({ ...stepAt(scene, first + steps.length), mesh: steps[0].mesh });
  }
  return steps;
}

/** Measures one sequence. */
export function measureCones({ name, make }: ConeSequence): ConesRow {
  const steps = make();
  const { mesh } = steps[0];
  const recipes = [iccdWithCones, iccdWithoutCones, iccd];
  const colliders = recipes.map((recipe) => new MeshCollider(mesh, { recipe }));
  const ms: number[][] = recipes.map(() => []);
  let quiet = 0;
  let taken = 0;
  for (let k = 0; k < WARM_UP_STEPS + MEASURED_STEPS; k++) {
    const { x0, x1 } = steps[k % steps.length];
    const faces = colliders.map((collider, i) => {
      let quietFaces = 0;
      const spent = cpuMs(() => {
        quietFaces = collider.collide(x0, x1).tally.quietFaces;
      });
      if (k >= WARM_UP_STEPS) ms[i].push(spent);
      return quietFaces;
    });
    if (k < WARM_UP_STEPS) continue;
    quiet += faces[0] / mesh.faceCount / MEASURED_STEPS;
    taken += (faces[2] > 0 ? 1 : 0) / MEASURED_STEPS;
  }
  const [forced, without, decided] = ms.map((spent) => ({ mean: mean(spent), median: median(spent) }));
  return { name, quiet, forced, without, decided, taken };
}
