// Ends a search that has too much to test. Where n faces coincide, every one of n² pairs of faces
// touches, and no bound can leave one out: a small hostile file could keep a search busy for hours.
// The limit counts tests, not time, so that the same call ends the same way everywhere.
import type { Tally } from '../core/contacts/contacts.ts';
import type { Work } from './slices.ts';

/** Options of a search that a limit can end. */
export interface LimitOptions {
  /**
   * The search throws a `SearchLimitError` soon after it has found more pairs of faces than this,
   * or has tested more pairs of features. No limit by default.
   */
  readonly maxTests?: number | undefined;
}

/** A search has reached its `maxTests`. The collider takes further calls. */
export class SearchLimitError extends Error {
  /** The limit that the caller set. */
  readonly maxTests: number;

  /** For a limit of so many tests. */
  constructor(maxTests: number) {
    super(`The search has more than ${maxTests} pairs to test (maxTests): do many faces lie in one place?`);
    this.name = 'SearchLimitError';
    this.maxTests = maxTests;
  }
}

/** Throws unless the limit is a number of tests; returns it. */
export function checkMaxTests({ maxTests = Number.POSITIVE_INFINITY }: LimitOptions): number {
  if (maxTests === Number.POSITIVE_INFINITY || (Number.isSafeInteger(maxTests) && maxTests > 0)) return maxTests;
  throw new RangeError(`maxTests must be a whole number of at least 1, not ${maxTests}.`);
}

/** The search, which throws `SearchLimitError` at the first pause at which its tally is above the limit. */
export function* limited(work: Work, tally: () => Readonly<Tally>, maxTests: number): Work {
  for (const wait of work) {
    const { boxPairs, tests } = tally();
    if (boxPairs > maxTests || tests > maxTests) throw new SearchLimitError(maxTests);
    yield wait;
  }
}
