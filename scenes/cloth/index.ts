// Every scene of cloth by its name: `graze simulate` runs them. A seed gives the same scene each time.
import { clothBall } from './cloth-ball.ts';
import type { ClothScene } from './cloth-scene.ts';
import { sheets } from './sheets.ts';
import { tableCloth } from './table-cloth.ts';
import { tape } from './tape.ts';
import { tearing } from './tearing.ts';
import { walkHigh, walkLow, walkPants } from './walk.ts';

export type { ClothScene } from './cloth-scene.ts';

export const clothScenes: Readonly<Record<string, (seed: number) => ClothScene>> = {
  'cloth-ball': clothBall,
  sheets,
  'table-cloth': tableCloth,
  tape,
  tearing,
  'walk-high': walkHigh,
  'walk-low': walkLow,
  'walk-pants': walkPants,
};
