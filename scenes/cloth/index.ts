// Every scene of cloth by its name: `graze simulate` runs them. A seed always gives the same scene.
import { clothBall } from './cloth-ball.ts';
import { sheets } from './sheets.ts';
import type { SimulationScene } from './simulation-scene.ts';
import { tableCloth } from './table-cloth.ts';
import { tape } from './tape.ts';
import { tearing } from './tearing.ts';
import { walkHigh, walkLow, walkPants } from './walk.ts';

export type { SimulationScene } from './simulation-scene.ts';

/** All scenes of cloth, by name. */
export const clothScenes: Readonly<Record<string, (seed: number) => SimulationScene>> = {
  'cloth-ball': clothBall,
  sheets,
  'table-cloth': tableCloth,
  tape,
  tearing,
  'walk-high': walkHigh,
  'walk-low': walkLow,
  'walk-pants': walkPants,
};
