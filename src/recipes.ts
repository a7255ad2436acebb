// The door of recipes that papers compare with: base methods, for tables and second opinions.

export type { Recipe } from './core/recipe/recipe.ts';
export { adjacency, noDuplicates } from './papers/r-triangles/recipes.ts';
