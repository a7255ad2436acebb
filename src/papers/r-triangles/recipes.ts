// The four methods that the paper compares in figure 10, on the same tree. They differ only in what becomes of a pair of faces.
import type { Recipe } from '../../core/recipe/recipe.ts';
import { RememberedStages } from './remembered-stages.ts';
import { RepresentedStages } from './represented-stages.ts';

/** R-TRI: every feature is represented by one face, and bounds of the features cull. */
export const rTriangles: Recipe = {
  name: 'r-triangles',
  stages: (motion) => new RepresentedStages(motion, { assignment: 'greedy', volumes: true }),
};

/** NO-DUPL: represented, without bounds of the features. */
export const noDuplicates: Recipe = {
  name: 'no-duplicates',
  stages: (motion) => new RepresentedStages(motion, { assignment: 'greedy', volumes: false }),
};

/** BASIC, and the base version of ICCD §VII: all fifteen tests of every pair of faces but those of incident features. */
export const basic: Recipe = {
  name: 'basic',
  stages: (motion) => new RepresentedStages(motion, { assignment: 'all', volumes: false }),
};

/** ADJ: faces that share no vertex first, bounds of the features, and a database of what has been tested. */
export const adjacency: Recipe = {
  name: 'adjacency',
  stages: (motion) => new RememberedStages(motion),
};
