// A cloth scene as the paper of Mezger et al. sees it: polygons, some of which are obstacles, and
// the positions of their vertices at every step of a hundredth of a second. Lengths are in metres.
import { PolygonMesh } from '../../src/papers/mezger/polygon-mesh.ts';
import type { Piece } from './pieces.ts';

/** The time of a step in seconds. */
export const TIME_STEP = 0.01;

/** A scene of cloth and obstacles, step by step. */
export interface ClothSteps {
  readonly name: string;
  readonly mesh: PolygonMesh;
  /** The object of each face: 0 for cloth, then the obstacles. */
  readonly objectOf: Uint32Array;
  /** The number of steps. */
  readonly stepCount: number;
  /**
   * Writes three numbers per vertex. Steps may be requested in any order; a step always has the
   * same positions.
   */
  positions(step: number, out: Float64Array): void;
}

/** Options of a scene. */
export interface ClothOptions {
  /** The seed; each scene has its own default. */
  readonly seed?: number;
  /** The approximate fraction of the particles of the full scene; 1 by default. */
  readonly scale?: number;
  /** The number of corners of each face of the cloth. */
  readonly corners?: 3 | 4;
}

/** Merges pieces into one mesh, each an object of its own. */
export function joined(pieces: readonly Piece[]): Pick<ClothSteps, 'mesh' | 'objectOf'> & { firstVertex: number[] } {
  const corners: number[] = [];
  const start = [0];
  const objectOf: number[] = [];
  const firstVertex = [0];
  pieces.forEach((piece, object) => {
    const first = firstVertex[object];
    for (const face of piece.faces) {
      corners.push(...face.map((corner) => first + corner));
      start.push(corners.length);
      objectOf.push(object);
    }
    firstVertex.push(first + piece.vertexCount);
  });
  const mesh = PolygonMesh.from(corners, start, firstVertex[pieces.length]);
  return { mesh, objectOf: Uint32Array.from(objectOf), firstVertex };
}

/**
 * The velocities that a simulation would have: displacement to the next step, in metres per second.
 */
export function velocities(scene: ClothSteps, step: number): Float64Array {
  const now = new Float64Array(3 * scene.mesh.vertexCount);
  const next = now.slice();
  scene.positions(step, now);
  scene.positions(step + 1, next);
  return next.map((value, i) => (value - now[i]) / TIME_STEP);
}
