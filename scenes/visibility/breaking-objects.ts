// A bunny of 35,000 triangles falls on a dragon of 250,000 and breaks it into hundreds of pieces
// that stay close and collide [Quick-CULLIDE §5, figure 5]. Nothing crosses before it hits; later
// one triangle in fifty does. It is the shattering scene with a dragon whose limbs are separate
// from its body, three times as many pieces, and pieces that collide as plates.
import { ballInside, farApart } from '../bunny-dragon.ts';
import type { Scene, SceneOptions } from '../scene.ts';
import { type Breaking, shatteringOf } from '../shattering.ts';

const BALLS = 20;
const BREAKING: Breaking = {
  bunny: 0.505,
  dragon: 1.84,
  beside: 0.5,
  pieces: 900,
  gap: 0.6,
  pace: 0.2,
  balls: plateBalls,
};

/** The scene of breaking objects. */
export function breakingObjects({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  return { ...shatteringOf({ seed, scale }, BREAKING), name: 'breaking-objects' };
}

/** A piece is a plate: balls midway between its sides, with its thickness as their diameter. */
function plateBalls(points: Float64Array): number[] {
  const half = points.length / 2;
  const [outer, inner] = [points.subarray(0, half), points.subarray(half)];
  const middle = outer.map((x, i) => 0.5 * (x + inner[i]));
  return farApart(middle, BALLS).chosen.flatMap((v) => {
    const thickness = Math.hypot(...[0, 1, 2].map((k) => outer[3 * v + k] - inner[3 * v + k]));
    return ballInside(middle.subarray(3 * v, 3 * v + 3), 0.5 * thickness);
  });
}
