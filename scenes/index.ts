// Every scene by its name. Seeded and procedural: nothing is read from disk, and a seed gives the same scene each time.
import { clothBall } from './cloth-ball.ts';
import { nBody } from './n-body.ts';
import type { Scene, SceneOptions } from './scene.ts';
import { wavingCloth } from './waving-cloth.ts';

export type { Scene, SceneOptions } from './scene.ts';

export const scenes: Readonly<Record<string, (options?: SceneOptions) => Scene>> = {
  'cloth-ball': clothBall,
  'n-body': nBody,
  'waving-cloth': wavingCloth,
};
