// The recipe of ICCD, the default of the collider; the same as the paper publishes it; and two
// variants for tables and tests: cones and contours in every step, or never. `iccd.with` makes any
// other.
import { changedParameters } from '../../core/recipe/parameters.ts';
import type { ParametricRecipe } from '../../core/recipe/recipe.ts';
import { ICCD_CHOICES, type IccdParameters } from './iccd-parameters.ts';
import { IccdStages } from './iccd-stages.ts';

const DEFAULTS: IccdParameters = Object.freeze({ bounds: 'both-ends', featureBounds: true, cones: 'decide' });

/** A recipe with these parameters. */
function recipeOf(name: string, parameters: IccdParameters): ParametricRecipe<IccdParameters> {
  return {
    name,
    parameters,
    stages: (motion) => new IccdStages(motion, parameters),
    with: (changes) => {
      const changed = changedParameters('iccd', ICCD_CHOICES, parameters, changes);
      return recipeOf(nameOf(changed), Object.freeze(changed));
    },
  };
}

/** The name of a recipe: what differs from the default. */
function nameOf(parameters: IccdParameters): string {
  const differing = (Object.keys(DEFAULTS) as (keyof IccdParameters)[]).filter(
    (key) => parameters[key] !== DEFAULTS[key],
  );
  if (differing.length === 0) return 'iccd';
  return `iccd (${differing.map((key) => `${key}: ${parameters[key]}`).join(', ')})`;
}

/** ICCD, the default recipe: counts decide step by step whether cones and contours are used. */
export const iccd: ParametricRecipe<IccdParameters> = recipeOf('iccd', DEFAULTS);

/**
 * ICCD as published: swept 18-DOPs of faces, cones and contours in every step, and no bounds of
 * features, so that all fifteen tests of a pair of faces are run that their representatives leave.
 */
export const iccdAsPublished: ParametricRecipe<IccdParameters> = recipeOf(
  'iccd as published',
  Object.freeze({ bounds: 'swept', featureBounds: false, cones: 'always' }),
);

/** Cones and contours in every step, whether they pay or not. */
export const iccdWithCones: ParametricRecipe<IccdParameters> = recipeOf(
  'iccd with cones',
  Object.freeze({ ...DEFAULTS, cones: 'always' }),
);

/** ICCD without cones and contours: low-level culling only. */
export const iccdWithoutCones: ParametricRecipe<IccdParameters> = recipeOf(
  'iccd without cones',
  Object.freeze({ ...DEFAULTS, cones: 'never' }),
);
