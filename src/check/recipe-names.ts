// The names of recipes on the command line. They are separate from the recipes, so that the command
// line can check arguments before it loads the engine.

/** All names; the first is the default. */
export const recipeNames = ['iccd', 'r-triangles', 'basic'] as const;

/** The name of a recipe. */
export type RecipeName = (typeof recipeNames)[number];
