// The recipes that the names of the command line stand for.
import { basic, iccd, type Recipe, rTriangles } from '../index.ts';
import type { RecipeName } from './recipe-names.ts';

/** The recipe of each name. */
export const recipesByName: Readonly<Record<RecipeName, Recipe>> = { iccd, 'r-triangles': rTriangles, basic };
