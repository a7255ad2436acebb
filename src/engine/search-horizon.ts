// How far into the step a search for its first contact looks. The first attempt covers the beginning
// alone, where bounds are hardly wider than at the start; all pairs that it leaves out touch later.
// Where first contacts come late, that attempt is in vain, and is made less often.
import { BackOff } from '../core/recipe/back-off.ts';

/** The end of the first attempt. */
const EARLY_END = 1 / 16;

/** The most searches without a first attempt, one after another. */
const MAX_PAUSE = 16;

/** Reported times are at most a ten-thousandth too early, so a time below this share is certain. */
const CERTAIN = 0.999;

/** Shorter intervals are not searched: their bounds hardly differ from those of this one. */
const SHORTEST = 2 ** -10;

/**
 * The end of an interval such that a search of it finds all contacts up to this time: a power of
 * two, so that searches have few different ends.
 */
export function untilFor(time: number): number {
  let until = 1;
  while (until > SHORTEST && time <= (CERTAIN / 2) * until) until /= 2;
  return until;
}

/** The attempts of the searches of one collider. */
export class SearchHorizon {
  private readonly backOff = new BackOff(MAX_PAUSE);

  /**
   * Yields the end of each attempt of one search; the caller stops when `isCertain`. With
   * `isRepeatable` the attempts do not depend on earlier searches.
   */
  *attempts(isRepeatable: boolean): Generator<number, void, undefined> {
    const { backOff } = this;
    if (isRepeatable || backOff.isDue()) {
      yield EARLY_END;
      if (!isRepeatable) backOff.fail();
    }
    yield 1;
  }

  /** Whether nothing that an attempt has left out comes before this time; Infinity for no contact. */
  isCertain(time: number, until: number): boolean {
    if (until === 1) return true;
    const isCertain = time <= CERTAIN * until;
    if (isCertain) this.backOff.succeed();
    return isCertain;
  }
}
