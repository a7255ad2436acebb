// What a scene of cloth is to the paper of Mezger and others: polygons, of which some are obstacles, and where their vertices
// are at every step of a hundredth of a second. Lengths are metres.
import { PolygonMesh } from '../../src/papers/mezger/polygon-mesh.ts';
import type { Piece } from './pieces.ts';

/** Seconds. */
export const TIME_STEP = 0.01;

export interface ClothSteps {
  readonly name: string;
  readonly mesh: PolygonMesh;
  /** Per face: 0 for cloth, then the obstacles. */
  readonly objectOf: Uint32Array;
  readonly stepCount: number;
  /** Writes three numbers per vertex. Steps may be asked for in any order; the same step is always the same. */
  positions(step: number, out: Float64Array): void;
}

export interface ClothOptions {
  readonly seed?: number;
  /** Share of the particles of the full scene, roughly; 1 by default. */
  readonly scale?: number;
  /** Corners a face of the cloth. */
  readonly corners?: 3 | 4;
}

/** Puts pieces side by side, each an object of its own. */
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

/** What a simulation would have at hand: the way to the next step, in metres a second. */
export function velocities(scene: ClothSteps, step: number): Float64Array {
  const now = new Float64Array(3 * scene.mesh.vertexCount);
  const next = now.slice();
  scene.positions(step, now);
  scene.positions(step + 1, next);
  return next.map((value, i) => (value - now[i]) / TIME_STEP);
}
