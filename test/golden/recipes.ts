// Every recipe by its name. The only place of the golden cases that says which entry point a recipe
// comes from.
import { basic, iccd, type Recipe, rTriangles } from '../../src/index.ts';
import { iccdWithCones, iccdWithoutCones } from '../../src/papers/iccd/recipe.ts';
import { adjacency, noDuplicates } from '../../src/recipes.ts';

export const recipes: Readonly<Record<string, Recipe>> = {
  iccd,
  iccdWithCones,
  iccdWithoutCones,
  rTriangles,
  adjacency,
  noDuplicates,
  basic,
};
