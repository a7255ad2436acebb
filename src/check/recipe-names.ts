// Recipes by the names of the command line.

export const recipeNames = ['iccd', 'r-triangles', 'basic'] as const;

export type RecipeName = (typeof recipeNames)[number];
