// The steps that the tables of the papers are taken over: some of every scene, spread over its animation, and the published frames of
// real simulations where they are at hand.
import { scenes } from '../../scenes/index.ts';
import { meshAt, type Scene } from '../../scenes/scene.ts';
import { type Frame, loadFrame } from '../frame-queries.ts';

export interface Subject {
  readonly name: string;
  readonly steps: readonly Frame[];
}

const REAL_FRAMES: Readonly<Record<string, readonly [string, string]>> = {
  'cloth-ball': ['frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply'],
  'n-body': ['frames/n-body/balls16_18.ply', 'frames/n-body/balls16_19.ply'],
};

/** Each of these scenes by `count` steps, and one step of each real animation that has the name of one of them. */
export function subjects(names: readonly string[], scale: number, count: number): Subject[] {
  const made = names.map((name) => {
    const scene = scenes[name]({ scale });
    const frames = Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) / count) * (scene.frameCount - 1)));
    return { name, steps: frames.map((frame) => stepAt(scene, frame)) };
  });
  return [...made, ...realSubjects(names)];
}

export function realSubjects(names: readonly string[]): Subject[] {
  return names.flatMap((scene) => {
    const files = REAL_FRAMES[scene];
    const frame = files && loadFrame(files[0], files[1]);
    return frame ? [{ name: `${scene}, real`, steps: [frame] }] : [];
  });
}

export function stepAt(scene: Scene, frame: number): Frame {
  const mesh = meshAt(scene, frame);
  const x0 = new Float64Array(3 * mesh.vertexCount);
  const x1 = new Float64Array(3 * mesh.vertexCount);
  scene.positions(frame, x0);
  scene.positions(frame + 1, x1);
  return { mesh, x0, x1 };
}
