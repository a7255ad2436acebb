// Every scene by its name. Scenes are seeded and procedural: nothing is read from disk, and a seed
// always gives the same scene.
import { bunnyDragon } from './bunny-dragon.ts';
import { clothBall } from './cloth-ball.ts';
import { dancer } from './dancer.ts';
import { lettersBowl } from './letters-bowl.ts';
import { nBody } from './n-body.ts';
import type { Scene, SceneOptions } from './scene.ts';
import { shattering } from './shattering.ts';
import { wavingCloth } from './waving-cloth.ts';

export type { Break, Scene, SceneOptions } from './scene.ts';

/** All scenes, by name. */
export const scenes: Readonly<Record<string, (options?: SceneOptions) => Scene>> = {
  'bunny-dragon': bunnyDragon,
  'cloth-ball': clothBall,
  dancer,
  'letters-bowl': lettersBowl,
  'n-body': nBody,
  shattering,
  'waving-cloth': wavingCloth,
};
