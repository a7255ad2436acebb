// The four methods that the paper compares in figure 10, as recipes on the same tree [R-Triangles
// §5.2]. They differ only in how a pair of faces becomes pairs of features.
import type { Recipe } from '../../core/recipe/recipe.ts';
import { RememberedStages } from './remembered-stages.ts';
import { RepresentedStages } from './represented-stages.ts';

/**
 * R-TRI: each feature is represented by one face, and pairs of features are culled by their bounds.
 */
export const rTriangles: Recipe = {
  name: 'r-triangles',
  stages: (motion) => new RepresentedStages(motion, { assignment: 'greedy', volumes: true }),
};

/** NO-DUPL: each feature is represented by one face, without bounds of features. */
export const noDuplicates: Recipe = {
  name: 'no-duplicates',
  stages: (motion) => new RepresentedStages(motion, { assignment: 'greedy', volumes: false }),
};

/**
 * BASIC, and the base version of ICCD §VII: all fifteen tests of every pair of faces, except those
 * between incident features, which share a vertex.
 */
export const basic: Recipe = {
  name: 'basic',
  stages: (motion) => new RepresentedStages(motion, { assignment: 'all', volumes: false }),
};

/**
 * ADJ: pairs of faces that share no vertex come first, features are culled by their bounds, and a
 * database keeps the pairs that have been tested.
 */
export const adjacency: Recipe = {
  name: 'adjacency',
  stages: (motion) => new RememberedStages(motion, { assignment: 'all', volumes: true }),
};
