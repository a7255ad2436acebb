// The ways in which the tables of C²A run a query: the paper's scheme without control and with it,
// the steps between the two, and the steps from there to our defaults.
import { type AdvancementOptions, AS_PUBLISHED } from '../../../src/c2a.ts';

/** Options of queries by the name of the way. */
export const variants = {
  /** As published: every iteration searches from infinity, w = 1. */
  plain: { ...AS_PUBLISHED, control: false, coherence: false },
  /** As published, but from the cached distance: w = 1, so that coherence alone helps. */
  cached: { ...AS_PUBLISHED, control: false },
  /** Algorithm 1 as it is called: w = 0.5, from infinity. */
  fromInfinity: { ...AS_PUBLISHED, coherence: false },
  /** As published: w = 0.5, from the cached distance. */
  published: AS_PUBLISHED,
  /** Also with the sign of v·n. */
  signed: { ...AS_PUBLISHED, signedSpeed: true },
  /** Also opening the larger of two volumes. */
  larger: { stepRejection: false },
  /** Our defaults, which also reject pairs by the step so far. */
  ours: {},
  /** Our defaults with w = 1. */
  oursUncontrolled: { control: false },
  /** Our motion bounds and splits alone: from infinity, w = 1. */
  oursPlain: { control: false, coherence: false, stepRejection: false },
  /** With them the cached distance, w = 1. */
  oursCached: { control: false, stepRejection: false },
  /** With them w = 0.5, from infinity. */
  oursFromInfinity: { coherence: false, stepRejection: false },
} as const satisfies Record<string, AdvancementOptions>;

/** The name of a way. */
export type VariantName = keyof typeof variants;
