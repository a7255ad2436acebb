// The options of a collider and of its calls, and the checks of their values.
import type { Recipe } from '../core/recipe/recipe.ts';
import type { PermissionOptions } from './permissions.ts';
import type { PrefilterOptions } from './prefilter.ts';
import { checkMaxTests, type LimitOptions } from './search-limit.ts';
import type { PoolOfThreads } from './threads/pool-of-threads.ts';

/** Options of a `MeshCollider`. */
export interface ColliderOptions extends PermissionOptions {
  /** Which paper's stages find the pairs; the contacts are the same. Default `iccd`. */
  readonly recipe?: Recipe;
  /** Threads that help with every call: a `ThreadPool` of `graze/threads`. None by default. */
  readonly pool?: PoolOfThreads | undefined;
}

/** Options of a search for contacts. */
export interface CollideOptions extends PrefilterOptions, LimitOptions {
  /** Pairs that come this close count as contacts; a length, 0 by default. */
  readonly minSeparation?: number;
  /**
   * The search ends when it has found more contacts than this; `truncated` then says so. No limit
   * by default.
   */
  readonly maxContacts?: number;
}

/** A search for contacts, its options checked. */
export interface ContactSearch {
  /** The search may leave out contacts after this time. */
  readonly until: number;
  /** Pairs that come this close count as contacts. */
  readonly minSeparation: number;
  /** The search ends when it has found more contacts than this. */
  readonly maxContacts: number;
  /** The prefilter, if there is one. */
  readonly mask: Uint8Array | undefined;
  /** The search throws when it has tested more pairs. */
  readonly maxTests: number;
  /** Whether the search may have to end soon: it then pauses more often. */
  readonly isBrief: boolean;
  /** Only the earliest contact is wanted: others may be left out. Takes one thread. */
  readonly earliestOnly?: boolean;
}

/** Options of `intersections`. */
export interface IntersectionOptions extends PrefilterOptions, LimitOptions {}

/** Options of `collideAsync`. */
export interface AsyncCollideOptions extends CollideOptions {
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal;
}

/** Options of `maxStep`. */
export interface StepOptions extends CollideOptions {
  /**
   * By how much the step stays below its limit, as a share of the limit: at least 0, the default,
   * and below 1.
   */
  readonly slack?: number;
}

/** Options of `proximities`. */
export interface ProximityOptions extends LimitOptions {
  /** Pairs at most this far apart are found; a length of at least 0. */
  readonly distance: number;
  /** Pairs of features, the default, or of faces. */
  readonly level?: 'feature' | 'face';
}

/** The search of the whole step that the options ask for, but for the prefilter. Throws on bad options. */
export function checkedSearch(options: CollideOptions): Omit<ContactSearch, 'mask'> {
  const maxTests = checkMaxTests(options);
  return {
    until: 1,
    minSeparation: checkSeparation(options),
    maxContacts: checkMaxContacts(options),
    maxTests,
    isBrief: maxTests < Number.POSITIVE_INFINITY,
  };
}

/** Throws unless the separation is a length; returns it. */
export function checkSeparation({ minSeparation = 0 }: CollideOptions): number {
  return checkLength('minSeparation', minSeparation);
}

/** Throws unless the limit is a number of contacts; returns it. */
export function checkMaxContacts({ maxContacts = Number.POSITIVE_INFINITY }: CollideOptions): number {
  if (maxContacts === Number.POSITIVE_INFINITY || (Number.isSafeInteger(maxContacts) && maxContacts > 0))
    return maxContacts;
  throw new RangeError(`maxContacts must be a whole number of at least 1, not ${maxContacts}.`);
}

/** Throws unless the length is finite and at least 0; returns it. */
export function checkLength(name: string, length: number): number {
  if (length >= 0 && length < Number.POSITIVE_INFINITY) return length;
  throw new RangeError(`${name} must be a finite length of at least 0, not ${length}.`);
}
