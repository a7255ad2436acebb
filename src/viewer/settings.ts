// What can be switched about detection, by names that fit into an address.
import type { RecipeName } from '../check/recipe-names.ts';

export interface Settings {
  readonly recipe: RecipeName;
  /** Which stages of the recipe: a key of its entry in `STAGES_OF`. */
  readonly stages: string;
  readonly minSeparation: number;
  /** Only the first contact of the step. */
  readonly first: boolean;
  /** The search of a step ends when it has found more. */
  readonly maxContacts: number;
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

/** Contacts of a step: a million take a second to be found, and 66 MB. */
const MOST_CONTACTS = 1_000_000;

export const USUAL: Settings = {
  recipe: 'iccd',
  stages: usualStages('iccd'),
  minSeparation: 0,
  first: false,
  maxContacts: MOST_CONTACTS,
};

/** For people; different settings have different names. */
export function nameOf({ recipe, stages, minSeparation, first, maxContacts }: Settings): string {
  const parts = [`${recipe}, ${STAGES_OF[recipe][stages]}`];
  if (first) parts.push('first contact');
  if (minSeparation > 0) parts.push(`within ${minSeparation}`);
  if (maxContacts !== MOST_CONTACTS) parts.push(`at most ${maxContacts.toLocaleString('en')} contacts`);
  return parts.join(', ');
}
