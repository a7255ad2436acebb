// Sequences of steps for benches: positions at both ends of every step, and changes of the mesh
// before it.
import { type Break, meshAt, type Scene } from '../scenes/scene.ts';
import type { TriMesh } from '../src/index.ts';

/** One step of a sequence. */
export interface SequenceStep {
  /** Positions at the start. */
  readonly x0: Float64Array;
  /** Positions at the end. */
  readonly x1: Float64Array;
  /** A change of the mesh before the step, if any. */
  readonly change: Break | null;
}

/** A mesh and its steps. */
export interface Sequence {
  /** The mesh before the first step. */
  readonly mesh: TriMesh;
  /** The number of steps. */
  readonly stepCount: number;
  /** A step; ask for them in order. The positions are valid until the next call. */
  step(index: number): SequenceStep;
}

/** Steps between neighbouring frames. */
export function sequenceOfFrames(mesh: TriMesh, frames: readonly Float64Array[]): Sequence {
  return {
    mesh,
    stepCount: frames.length - 1,
    step: (index) => ({ x0: frames[index], x1: frames[index + 1], change: null }),
  };
}

/** The steps of a scene from a frame on. */
export function sequenceOfScene(scene: Scene, first = 0): Sequence {
  const mesh = meshAt(scene, first);
  let ends = [new Float64Array(3 * mesh.vertexCount), new Float64Array(3 * mesh.vertexCount)];
  let at = -1;
  return {
    mesh,
    stepCount: scene.frameCount - 1 - first,
    step: (index) => {
      const frame = first + index;
      ends = [ends[1], ends[0]];
      if (at !== frame) scene.positions(frame, ends[0]);
      scene.positions(frame + 1, ends[1]);
      at = frame + 1;
      return { x0: ends[0], x1: ends[1], change: index > 0 ? (scene.breaks?.(frame) ?? null) : null };
    },
  };
}
