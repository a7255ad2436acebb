// The steps that the tables of the papers are measured on: some of every scene, spread over its
// animation, and the published frames of real simulations if they are available. Cloth is
// simulated; everything else moves as its scene says.
import { scenes } from '../../scenes/index.ts';
import { meshAt, type Scene } from '../../scenes/scene.ts';
import { type Frame, loadFrame } from '../frame-queries.ts';
import { QUICK_STEPS, simulatedCrowd } from '../simulated.ts';

/** The measured steps of one scene. */
export interface Subject {
  readonly name: string;
  readonly steps: readonly Frame[];
}

/** Simulations that replace scenes which only look like cloth. */
const SIMULATED: Readonly<Record<string, readonly string[]>> = {
  'cloth-ball': ['cloth-ball'],
  dancer: ['princess', 'flamenco'],
};

/**
 * The frames from the start to the end of a step of a simulation, of which there are 25 a second,
 * as in an animation. Every single frame of a simulation is free of contact.
 */
const SIMULATED_STRIDE = 4;

/** The names of all scenes. */
export const SUBJECTS: readonly string[] = Object.keys(scenes)
  .flatMap((name) => SIMULATED[name] ?? name)
  .sort();

const REAL_FRAMES: Readonly<Record<string, readonly [string, string]>> = {
  'cloth-ball': ['frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply'],
  'n-body': ['frames/n-body/balls16_18.ply', 'frames/n-body/balls16_19.ply'],
};

/** The size of a run. */
export interface Size {
  /**
   * The scale of the scenes, which at 1 have as many triangles as the papers'. Simulations keep
   * their size: below 1 only their beginning runs.
   */
  readonly scale: number;
  /** The number of steps of each scene. */
  readonly count: number;
}

/** A full run. */
export const FULL: Size = { scale: 1, count: 6 };
/** A quick run, which says little about speed. */
export const QUICK: Size = { scale: 0.05, count: 1 };

/**
 * Returns `count` steps of each of these scenes, and at full size one step of each real animation
 * of the same name.
 */
export function subjects(names: readonly string[], { scale, count }: Size, cache: string): Subject[] {
  const made = names.map((name) => {
    const scene = sceneOf(name, scale, cache);
    const stride = strideOf(name);
    const last = scene.frameCount - stride;
    const frames = Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) / count) * last));
    return { name, steps: frames.map((frame) => stepAt(scene, frame, stride)) };
  });
  return [...made, ...realSubjects(names, scale)];
}

/** Returns a scene, or the simulation that replaces it. */
export function sceneOf(name: string, scale: number, cache: string): Scene {
  if (!isSimulated(name)) return scenes[name]({ scale });
  return simulatedCrowd(name, cache, scale < 1 ? QUICK_STEPS : Infinity);
}

/** The frames of a step of this scene. */
export function strideOf(name: string): number {
  return isSimulated(name) ? SIMULATED_STRIDE : 1;
}

function isSimulated(name: string): boolean {
  return Object.values(SIMULATED).some((names) => names.includes(name));
}

/** Returns the real frames of these scenes, if the data is there and the run is a full one. */
export function realSubjects(names: readonly string[], scale: number): Subject[] {
  if (scale !== 1) return [];
  return names.flatMap((scene) => {
    const files = REAL_FRAMES[scene];
    const frame = files && loadFrame(files[0], files[1]);
    return frame ? [{ name: `${scene}, real`, steps: [frame] }] : [];
  });
}

/** Returns the step from this frame to the one `stride` later, by default the next. */
export function stepAt(scene: Scene, frame: number, stride = 1): Frame {
  const mesh = meshAt(scene, frame);
  const x0 = new Float64Array(3 * mesh.vertexCount);
  const x1 = new Float64Array(3 * mesh.vertexCount);
  scene.positions(frame, x0);
  scene.positions(frame + stride, x1);
  return { mesh, x0, x1 };
}
