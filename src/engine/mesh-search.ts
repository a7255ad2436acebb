// What a collider asks of the search beneath it: of a whole mesh in one linear memory
// (whole-search.ts), or partition by partition (partitions/). Both give the same answers.
import type { Contacts, Tally } from '../core/contacts/contacts.ts';
import type { Proximities } from '../core/contacts/proximities.ts';
import type { ChangedMesh } from '../core/mesh/change-mesh.ts';
import type { Positions } from '../core/mesh/tri-mesh.ts';
import type { Recipe } from '../core/recipe/recipe.ts';
import type { ContactSearch } from './collide-options.ts';
import type { FacePairs } from './crossing-faces.ts';
import type { Work } from './slices.ts';
import type { PoolOfThreads } from './threads/pool-of-threads.ts';

/** How a mesh is searched. */
export interface SearchMeans {
  /** Which paper's stages find the pairs. */
  readonly recipe: Recipe;
  /** Threads that help. */
  readonly pool?: PoolOfThreads | undefined;
}

/** A search for pairs of features that are near at one instant. */
export interface NearSearch {
  /** Pairs at most this far apart are found. */
  readonly distance: number;
  /** Pairs of features or of faces. */
  readonly level: 'feature' | 'face';
  /** Whether a limit may end the search: it then pauses more often. */
  readonly isLimited: boolean;
}

/** A search for pairs of faces that share a point at one instant. */
export interface CrossingSearch {
  /** The prefilter, if there is one. */
  readonly mask: Uint8Array | undefined;
  /** Whether a limit may end the search: it then pauses more often. */
  readonly isLimited: boolean;
}

/** Searches of one mesh; one at a time. */
export interface MeshSearch {
  /** The contacts of the last search for them. */
  readonly contacts: Contacts;
  /** The near pairs of the last search for them. */
  readonly nearest: Proximities;
  /** The pairs of faces of the last search for those that share a point. */
  readonly crossing: FacePairs;
  /** What the last search for contacts visited, or for crossing faces by edges. */
  readonly spent: Readonly<Tally>;
  /** What the search that is under way has visited so far. */
  readonly progress: Readonly<Tally>;
  /** Whether `pin` was called. */
  readonly isPinned: boolean;
  /** Number of partitions that are searched one after another. */
  readonly partitionCount: number;
  /** Builds trees for these positions, which stay until the next call. */
  pin(x: Positions): Work;
  /** Fills in all contacts up to the time `until`, and some later ones; at most `maxContacts`. */
  findContacts(x0: Positions, x1: Positions, search: ContactSearch): Work;
  /** Fills in the near pairs. */
  findNear(x: Positions, search: NearSearch): Work;
  /** Finds the pairs of faces that share a point. */
  findCrossing(x: Positions, search: CrossingSearch): Work;
  /** Follows a change of the mesh. */
  change(changed: ChangedMesh): void;
  /** Fills in what the last answers left for later: what that depends on is about to change. */
  describe(): void;
  /** Releases the memory; the last answers stay. */
  dispose(): void;
}
