// What can be switched about detection, by names that fit into an address.
import type { RecipeName } from '../check/recipe-names.ts';

export interface Settings {
  readonly recipe: RecipeName;
  /** Which stages of the recipe: a key of its entry in `STAGES_OF`. */
  readonly stages: string;
  readonly minSeparation: number;
  /** Only the first contact of the step. */
  readonly first: boolean;
}

/** For each recipe what its stages can be, the usual way first, with words for people. */
export const STAGES_OF: Readonly<Record<RecipeName, Readonly<Record<string, string>>>> = {
  iccd: { auto: 'cones when they pay', cones: 'cones always', plain: 'no cones' },
  'r-triangles': { bounds: 'bounds of features', plain: 'no bounds of features' },
  basic: { all: 'all tests of two faces', remembered: 'each test once, remembered' },
};

export const RECIPE_NAMES = Object.keys(STAGES_OF) as RecipeName[];

export function usualStages(recipe: RecipeName): string {
  return Object.keys(STAGES_OF[recipe])[0];
}

export const USUAL: Settings = { recipe: 'iccd', stages: usualStages('iccd'), minSeparation: 0, first: false };

/** For people; different settings have different names. */
export function nameOf({ recipe, stages, minSeparation, first }: Settings): string {
  const parts = [`${recipe}, ${STAGES_OF[recipe][stages]}`];
  if (first) parts.push('first contact');
  if (minSeparation > 0) parts.push(`within ${minSeparation}`);
  return parts.join(', ');
}
