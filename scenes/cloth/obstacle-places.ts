// Where the vertices of a scene are that are not simulated: who keeps frames need keep those of the cloths alone.
import type { ClothScene } from './cloth-scene.ts';

export function particleCount({ options: { cloths } }: ClothScene): number {
  return cloths.reduce((sum, { positions }) => sum + positions.length / 3, 0);
}

/** Writes the obstacles at the end of a frame behind the cloths: the same numbers as the simulation has. */
export function placeObstacles(scene: ClothScene, frame: number, out: Float64Array): void {
  let first = 3 * particleCount(scene);
  for (const { positions, move } of scene.options.obstacles) {
    const place = out.subarray(first, first + positions.length);
    if (move) move(frame * scene.options.timeStep, place);
    else place.set(positions);
    first += positions.length;
  }
}
