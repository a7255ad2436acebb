// R-TRI with the choices that the paper leaves open, and the three methods that it is compared with in
// figure 10, as recipes on the same tree [R-Triangles §4.3, §5]. They differ only in how a pair of
// faces becomes pairs of features.
import { changedParameters } from '../../core/recipe/parameters.ts';
import type { ParametricRecipe, Recipe } from '../../core/recipe/recipe.ts';
import { RememberedStages } from './remembered-stages.ts';
import { RepresentedStages } from './represented-stages.ts';

/** The parameters of `rTriangles`. None changes a result. */
export interface RTrianglesParameters {
  /**
   * Which of its faces represents a feature. `'greedy'`, the default: the first that a scan comes to.
   * `'maximal'`: many faces represent nothing. `'uniform'`: all represent about equally many.
   */
  readonly assignment: 'greedy' | 'maximal' | 'uniform';
  /**
   * Whether the bounds of edges are computed for each pair that asks (`'on-demand'`, the default), or
   * for all edges of a step and kept (`'stored'`), which needs 172 bytes per edge. A collider with
   * stored bounds searches for contacts and proximities on one thread.
   */
  readonly edgeVolumes: 'on-demand' | 'stored';
}

const NAME = 'r-triangles';

function rTrianglesWith(parameters: RTrianglesParameters): ParametricRecipe<RTrianglesParameters> {
  const { assignment, edgeVolumes } = parameters;
  return {
    name: NAME,
    parameters,
    stages: (motion) => new RepresentedStages(motion, { assignment, volumes: true, edgeVolumes }),
    with(changes) {
      const choices = {
        assignment: ['greedy', 'maximal', 'uniform'],
        edgeVolumes: ['on-demand', 'stored'],
      } as const;
      return rTrianglesWith(changedParameters(NAME, choices, parameters, changes));
    },
  };
}

/**
 * R-TRI: each feature is represented by one face, and pairs of features are culled by their bounds.
 */
// The mark lets bundlers leave the recipe out where nothing uses it.
export const rTriangles: ParametricRecipe<RTrianglesParameters> = /* @__PURE__ */ rTrianglesWith({
  assignment: 'greedy',
  edgeVolumes: 'on-demand',
});

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
