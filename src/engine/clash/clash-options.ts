// The options of a `ClashDetector` and of its calls.
import type { Recipe } from '../../core/recipe/recipe.ts';
import type { PartitionOptions } from '../collide-options.ts';
import type { LimitOptions } from '../search-limit.ts';
import type { PoolOfThreads } from '../threads/pool-of-threads.ts';
import type { FrameClash } from './clash-records.ts';
import type { Parts } from './parts.ts';

/** Options of a `ClashDetector`. Pairs are pairs of part names; (a, a) is a part with itself. */
export interface ClashOptions extends PartitionOptions {
  /** The parts; by default the connected components, named `part 1`, `part 2`, …. */
  readonly parts?: Parts;
  /** Only these pairs are checked; by default all. */
  readonly pairs?: readonly (readonly [string, string])[];
  /** These pairs are not checked. */
  readonly ignore?: readonly (readonly [string, string])[];
  /** False leaves out every part with itself. Default true. */
  readonly self?: boolean;
  /** Different parts closer than this are `near`; a length, 0 by default. */
  readonly clearance?: number;
  /** The recipe of the collider, which finds the contacts of a step; `iccd` by default. */
  readonly recipe?: Recipe;
  /** Threads that help with every call: a `ThreadPool` of `graze/threads`. None by default. */
  readonly pool?: PoolOfThreads | undefined;
}

/** Options of `ClashDetector.frame`. */
export interface FrameOptions extends LimitOptions {
  /** Whether every clash gets its curve. Default false. */
  readonly curves?: boolean;
  /**
   * Of which clashes the depth is refined: points within faces are sampled, too. None by default,
   * since this takes longer than all the rest.
   */
  readonly refine?: (clash: FrameClash) => boolean;
}
