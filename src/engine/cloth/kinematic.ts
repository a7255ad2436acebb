// Kinematic parts of a scene: obstacles and pins. Their motion is given, and no impulse changes it.
// Over a frame their vertices move in straight lines.
import { checkPositions } from '../../core/mesh/tri-mesh.ts';

/** An obstacle, or the pins of a cloth. */
export interface Kinematic {
  /** Its vertices in the simulation. */
  readonly vertices: Uint32Array;
  /** The first of them, if they are consecutive: an obstacle. */
  readonly first?: number;
  /** Writes where it is at a time in seconds. Without it the part does not move. */
  readonly move: ((time: number, out: Float64Array) => void) | undefined;
  /** Where it is at the end of the frame; three numbers per vertex. */
  readonly goal: Float64Array;
}

/**
 * Sets the goal. Throws if `move` writes positions that are not finite; nothing else has changed
 * then.
 */
export function updateGoal({ vertices, move, goal }: Kinematic, time: number): void {
  move?.(time, goal);
  checkPositions(goal, vertices.length);
}

/** Writes the velocities that take pins from x to their goal in `remaining` seconds. */
export function setVelocities(
  { vertices, goal }: Kinematic,
  x: Float64Array,
  remaining: number,
  velocities: Float64Array,
): void {
  for (let i = 0; i < vertices.length; i++) {
    const at = 3 * vertices[i];
    for (let k = 0; k < 3; k++) velocities[at + k] = (goal[3 * i + k] - x[at + k]) / remaining;
  }
}

/** Writes the goal into positions: a frame ends there exactly, whatever the rounding on the way. */
export function moveToGoal({ vertices, first, goal }: Kinematic, x: Float64Array): void {
  if (first !== undefined) x.set(goal, 3 * first);
  else for (let i = 0; i < vertices.length; i++) for (let k = 0; k < 3; k++) x[3 * vertices[i] + k] = goal[3 * i + k];
}
