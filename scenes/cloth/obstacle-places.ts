// The positions of the vertices that are not simulated: stored frames need only those of the
// cloths.
import type { SimulationScene } from './simulation-scene.ts';

/** The number of particles of all cloths. */
export function particleCount({ options: { cloths } }: SimulationScene): number {
  return cloths.reduce((sum, { positions }) => sum + positions.length / 3, 0);
}

/**
 * Writes the obstacles at the end of a frame behind the cloths, with exactly the numbers of the
 * simulation.
 */
export function placeObstacles(scene: SimulationScene, frame: number, out: Float64Array): void {
  let first = 3 * particleCount(scene);
  for (const { positions, move } of scene.options.obstacles) {
    const place = out.subarray(first, first + positions.length);
    if (move) move(frame * scene.options.timeStep, place);
    else place.set(positions);
    first += positions.length;
  }
}
