// Every scene of cloth by its name: `graze simulate` runs them. A seed always gives the same scene.
import { clothBall } from './cloth-ball.ts';
import { FLAMENCO, layeredSkirt, PRINCESS } from './layered-skirt.ts';
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

/**
 * Scenes as crowded as those of the papers, with as many triangles: cloth on a rotating ball, and
 * dancers in skirts of seven layers.
 */
export const crowdedScenes: Readonly<Record<string, (seed: number) => SimulationScene>> = {
  'cloth-ball': (seed) => clothBall(seed, 215),
  flamenco: (seed) => layeredSkirt('flamenco', seed, FLAMENCO),
  princess: (seed) => layeredSkirt('princess', seed, PRINCESS),
};
