// The parameters of the ICCD recipe: what the paper leaves open, and where we depart from it. Every
// choice gives the same contacts.
import type { Choices } from '../../core/recipe/parameters.ts';

/**
 * When quiet patches are searched for by cones and contours [ICCD §IV]. `'decide'`: only in steps
 * where counts suggest that they pay.
 */
export type QuietMode = 'decide' | 'always' | 'never';

/** What can differ between recipes of ICCD. */
export interface IccdParameters {
  /**
   * The bounds of faces and of features over a step. `'swept'`, as in the paper: one 18-DOP over
   * the whole step. `'both-ends'`: one at each end, which separate more.
   */
  readonly bounds: 'both-ends' | 'swept';
  /**
   * Whether pairs of features whose bounds are apart are dropped. In the paper they are not: all
   * features of two faces whose bounds meet are tested [ICCD §V-A].
   */
  readonly featureBounds: boolean;
  /** When cones and contours are used; in the paper always. */
  readonly cones: QuietMode;
}

/** The values that each parameter may have. */
export const ICCD_CHOICES: Choices<IccdParameters> = {
  bounds: ['both-ends', 'swept'],
  featureBounds: [true, false],
  cones: ['decide', 'always', 'never'],
};
