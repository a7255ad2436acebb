// What a scene is: a mesh and where its vertices are at every frame. Tests, benches and pictures share them.
import type { TriMesh } from '../src/index.ts';

export interface Scene {
  readonly name: string;
  readonly mesh: TriMesh;
  readonly frameCount: number;
  /** Writes three numbers per vertex. Frames may be asked for in any order; the same frame is always the same. */
  positions(frame: number, out: Float64Array): void;
}

export interface SceneOptions {
  readonly seed?: number;
  /** Share of the triangles of the full scene, roughly; 1 by default. Shape and motion stay. */
  readonly scale?: number;
}

/** A count that grows with the square root of the triangles, such as the cells along one side of a cloth. */
export function along(count: number, scale: number, least = 3): number {
  return Math.max(least, Math.round(count * Math.sqrt(scale)));
}

/** 0 before `from`, 1 after `to`, smooth in between. */
export function ramp(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
