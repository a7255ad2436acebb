// The recipe of ICCD, the default of the collider, and two variants for tables and tests: cones and
// contours in every step, or never.
import type { Recipe } from '../../core/recipe/recipe.ts';
import { IccdStages } from './iccd-stages.ts';

/** ICCD, the default recipe: counts decide step by step whether cones and contours are used. */
export const iccd: Recipe = {
  name: 'iccd',
  stages: (motion) => new IccdStages(motion, 'decide'),
};

/** Cones and contours in every step, whether they pay or not. */
export const iccdWithCones: Recipe = {
  name: 'iccd with cones',
  stages: (motion) => new IccdStages(motion, 'always'),
};

/** ICCD without cones and contours: low-level culling only. */
export const iccdWithoutCones: Recipe = {
  name: 'iccd without cones',
  stages: (motion) => new IccdStages(motion, 'never'),
};
