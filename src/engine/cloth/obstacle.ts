// Bodies that move as they are told: rigid or deforming, of infinite mass. Over a frame their vertices go in straight lines.
import { checkPositions, type Positions } from '../../core/mesh/tri-mesh.ts';

export interface ObstacleOptions {
  /** Where it is at time 0, three numbers a vertex. */
  readonly positions: Positions;
  readonly triangles: ArrayLike<number>;
  /** Coulomb's coefficient against cloth; by default that of the simulation. */
  readonly friction?: number;
  /** Writes where it is at a time; the same time must give the same positions. Without it the obstacle is still. */
  readonly move?: (time: number, out: Float64Array) => void;
}

/** What has a place at a time and cannot be pushed: an obstacle, or the pins of a cloth. */
export interface Guided {
  /** Its vertices in the simulation. */
  readonly vertices: Uint32Array;
  /** The first of them, where they follow each other. */
  readonly first?: number;
  readonly move: ((time: number, out: Float64Array) => void) | undefined;
  /** Where the frame takes it; three numbers a vertex. */
  readonly goal: Float64Array;
}

/** Throws if what moves it gives positions that are none; nothing has changed then. */
export function aimAt({ vertices, move, goal }: Guided, time: number): void {
  move?.(time, goal);
  checkPositions(goal, vertices.length);
}

/** Velocities that take pins from x to their goal in `remaining`. */
export function steer({ vertices, goal }: Guided, x: Float64Array, remaining: number, velocities: Float64Array): void {
  for (let i = 0; i < vertices.length; i++) {
    const at = 3 * vertices[i];
    for (let k = 0; k < 3; k++) velocities[at + k] = (goal[3 * i + k] - x[at + k]) / remaining;
  }
}

/** Puts it at its goal: a frame ends there whatever the rounding on the way. */
export function arrive({ vertices, first, goal }: Guided, x: Float64Array): void {
  if (first !== undefined) x.set(goal, 3 * first);
  else for (let i = 0; i < vertices.length; i++) for (let k = 0; k < 3; k++) x[3 * vertices[i] + k] = goal[3 * i + k];
}
