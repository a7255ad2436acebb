// What the names of recipes mean.
import { basic, iccd, type Recipe, rTriangles } from '../index.ts';
import type { RecipeName } from './recipe-names.ts';

export const recipes: Readonly<Record<RecipeName, Recipe>> = { iccd, 'r-triangles': rTriangles, basic };
