// The recipe of ICCD, the default of the collider; and with cones and contours forced, for tables and tests.
import type { Recipe } from '../../core/recipe/recipe.ts';
import { IccdStages } from './iccd-stages.ts';

export const iccd: Recipe = {
  name: 'iccd',
  stages: (motion) => new IccdStages(motion, 'decide'),
};

/** Cones and contours in every step, whether they pay or not. */
export const iccdWithCones: Recipe = {
  name: 'iccd with cones',
  stages: (motion) => new IccdStages(motion, 'always'),
};

/** Low-level culling only. */
export const iccdWithoutCones: Recipe = {
  name: 'iccd without cones',
  stages: (motion) => new IccdStages(motion, 'never'),
};
