// Recipes by the names of the command line.
import { basic, iccd, type Recipe, rTriangles } from '../index.ts';

export type RecipeName = 'iccd' | 'r-triangles' | 'basic';

export const recipes: Readonly<Record<RecipeName, Recipe>> = { iccd, 'r-triangles': rTriangles, basic };
