// The scenes of the tables of Quick-CULLIDE by their names.
import type { Scene, SceneOptions } from '../scene.ts';
import { breakingObjects } from './breaking-objects.ts';
import { fallingLeaves } from './falling-leaves.ts';
import { roundTableCloth } from './round-table-cloth.ts';

/** All scenes, by name. */
export const visibilityScenes: Readonly<Record<string, (options?: SceneOptions) => Scene>> = {
  'round-table-cloth': roundTableCloth,
  'breaking-objects': breakingObjects,
  'falling-leaves': fallingLeaves,
};
