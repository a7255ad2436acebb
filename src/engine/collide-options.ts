// What a collider and its calls are asked for, and the checks of what was given.
import type { Recipe } from '../core/recipe/recipe.ts';
import type { PermissionOptions } from './permissions.ts';
import type { PrefilterOptions } from './prefilter.ts';

export interface ColliderOptions extends PermissionOptions {
  /** Which paper's stages find the pairs; the contacts are the same. Default `iccd`. */
  readonly recipe?: Recipe;
}

export interface CollideOptions extends PrefilterOptions {
  /** Pairs that come this close count as contacts; a length, 0 by default. */
  readonly minSeparation?: number;
  /** The search ends when it has found more contacts than this, and says so: `truncated`. No limit by default. */
  readonly maxContacts?: number;
}

export interface AsyncCollideOptions extends CollideOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

export interface StepOptions extends CollideOptions {
  /** The share of the way to what limits the step that is kept back, from 0, the default, to below 1. */
  readonly slack?: number;
}

export interface ProximityOptions {
  /** Pairs that are at most so far apart; a length of at least 0. */
  readonly distance: number;
  /** Pairs of features, the default, or of faces. */
  readonly level?: 'feature' | 'face';
}

export function checkSeparation({ minSeparation = 0 }: CollideOptions): number {
  return checkLength('minSeparation', minSeparation);
}

export function checkMaxContacts({ maxContacts = Number.POSITIVE_INFINITY }: CollideOptions): number {
  if (maxContacts === Number.POSITIVE_INFINITY || (Number.isSafeInteger(maxContacts) && maxContacts > 0))
    return maxContacts;
  throw new RangeError(`maxContacts must be a whole number of at least 1, not ${maxContacts}.`);
}

export function checkLength(name: string, length: number): number {
  if (length >= 0 && length < Number.POSITIVE_INFINITY) return length;
  throw new RangeError(`${name} must be a finite length of at least 0, not ${length}.`);
}
