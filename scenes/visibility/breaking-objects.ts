// A bunny of 35,000 triangles falls on a dragon of 250,000 and breaks it [Quick-CULLIDE §5, figure 5]: the shattering scene in the
// sizes of the paper.
import type { Scene, SceneOptions } from '../scene.ts';
import { shatteringOf } from '../shattering.ts';

const BUNNY = 0.505;
const DRAGON = 1.84;

export function breakingObjects({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  return { ...shatteringOf({ seed, scale, bunny: BUNNY, dragon: DRAGON }), name: 'breaking-objects' };
}
