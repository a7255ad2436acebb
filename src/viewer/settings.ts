// The settings of detection, by names that fit into an address.
import type { RecipeName } from '../check/recipe-names.ts';

/** The settings that the user can choose. */
export interface Settings {
  /** The name of the recipe. */
  readonly recipe: RecipeName;
  /** The variant of the recipe: a key of its entry in `STAGES_OF`. */
  readonly stages: string;
  /** The distance below which two features are in contact. */
  readonly minSeparation: number;
  /** Only the first contact of the step. */
  readonly first: boolean;
  /** The search of a step ends when it has found more than this. */
  readonly maxContacts: number;
}

/** The variants of each recipe, the default first, with their labels. */
export const STAGES_OF: Readonly<Record<RecipeName, Readonly<Record<string, string>>>> = {
  iccd: { auto: 'cones when they pay', cones: 'cones always', plain: 'no cones' },
  'r-triangles': { bounds: 'bounds of features', plain: 'no bounds of features' },
  basic: { all: 'all tests of two faces', remembered: 'each test once, remembered' },
};

/** Returns the default variant of a recipe. */
export function defaultStages(recipe: RecipeName): string {
  return Object.keys(STAGES_OF[recipe])[0];
}

/** The default limit of contacts per step: finding a million takes a second and 66 MB. */
const MAX_CONTACTS = 1_000_000;

/** The settings until the user chooses others. */
export const DEFAULTS: Settings = {
  recipe: 'iccd',
  stages: defaultStages('iccd'),
  minSeparation: 0,
  first: false,
  maxContacts: MAX_CONTACTS,
};

/** Returns a label for people; different settings have different labels. */
export function nameOf({ recipe, stages, minSeparation, first, maxContacts }: Settings): string {
  const parts = [`${recipe}, ${STAGES_OF[recipe][stages]}`];
  if (first) parts.push('first contact');
  if (minSeparation > 0) parts.push(`within ${minSeparation}`);
  if (maxContacts !== MAX_CONTACTS) parts.push(`at most ${maxContacts.toLocaleString('en')} contacts`);
  return parts.join(', ');
}
