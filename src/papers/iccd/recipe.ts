// The recipe of ICCD, the default of the collider.
import type { Recipe } from '../../core/recipe/recipe.ts';
import { IccdStages } from './iccd-stages.ts';

export const iccd: Recipe = {
  name: 'iccd',
  stages: (motion, bounds) => new IccdStages(motion, bounds),
};
