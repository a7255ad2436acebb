// Every recipe by its name. The only place of the golden cases that says which entry point a recipe
// comes from.
import {
  adjacency,
  basic,
  iccd,
  iccdWithCones,
  iccdWithoutCones,
  noDuplicates,
  type Recipe,
  rTriangles,
} from '../../src/index.ts';

export const recipes: Readonly<Record<string, Recipe>> = {
  iccd,
  iccdWithCones,
  iccdWithoutCones,
  rTriangles,
  adjacency,
  noDuplicates,
  basic,
};
