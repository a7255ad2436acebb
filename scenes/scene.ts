// A scene: a mesh, the positions of its vertices at every frame, and how it breaks. Tests, benches
// and pictures share them.
import { changeMesh } from '../src/core/mesh/change-mesh.ts';
import type { TriMesh } from '../src/index.ts';

/** A change of the mesh, as `changeMesh` takes it. */
export interface Break {
  /** Face ids in the mesh of the previous frame, ascending. */
  readonly removeFaces: Uint32Array;
  /** Three vertex ids per face. */
  readonly addFaces: Uint32Array;
  /** The number of vertices after the change. */
  readonly vertexCount: number;
}

/** A part of a scene with a name: all vertices up to the first one of the next part. */
export interface ScenePart {
  /** The name. Names differ. */
  readonly name: string;
  /** Its first vertex. */
  readonly firstVertex: number;
}

/** A scene over time. */
export interface Scene {
  readonly name: string;
  /** The mesh at frame 0. */
  readonly mesh: TriMesh;
  /** The parts, ascending in their vertices; by default the connected components, without names. */
  readonly parts?: readonly ScenePart[];
  /** The number of frames. */
  readonly frameCount: number;
  /**
   * Writes three numbers per vertex. Frames may be requested in any order; a frame always has the
   * same positions.
   */
  positions(frame: number, out: Float64Array): void;
  /** The change of the mesh at this frame, if any: applied to the mesh of the previous frame. */
  breaks?(frame: number): Break | null;
}

/** Returns parts with these names, one per mesh that was merged into that of a scene. */
export function namedParts(names: readonly string[], firstVertex: ArrayLike<number>): ScenePart[] {
  return names.map((name, i) => ({ name, firstVertex: firstVertex[i] }));
}

/** Options of a scene. */
export interface SceneOptions {
  readonly seed?: number;
  /**
   * The approximate fraction of the triangles of the full scene; 1 by default. Shape and motion
   * stay.
   */
  readonly scale?: number;
}

/**
 * Scales a count that is proportional to the square root of the number of triangles, such as the
 * cells along one side of a cloth.
 */
export function along(count: number, scale: number, least = 3): number {
  return Math.max(least, Math.round(count * Math.sqrt(scale)));
}

/** A smooth step: 0 before `from`, 1 after `to`. */
export function ramp(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Returns the mesh from this frame to the next. */
export function meshAt(scene: Scene, frame: number): TriMesh {
  let { mesh } = scene;
  for (let k = 1; k <= frame; k++) {
    const change = scene.breaks?.(k);
    if (change) mesh = changeMesh(mesh, change).mesh;
  }
  return mesh;
}
