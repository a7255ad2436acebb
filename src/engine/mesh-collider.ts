/// <reference lib="esnext.disposable" preserve="true" />
// Finds every contact of a deforming mesh over one step, self-collisions included. The collider
// checks what it is asked, passes it on to the search beneath it (mesh-search.ts), and filters the
// answer where parts share vertices.

import { addTallies, type Contacts, type Tally } from '../core/contacts/contacts.ts';
import type { Proximities } from '../core/contacts/proximities.ts';
import { changeMesh, type MeshChange } from '../core/mesh/change-mesh.ts';
import type { Positions, TriMesh } from '../core/mesh/tri-mesh.ts';
import { CallGuard } from './call-guard.ts';
import {
  type AsyncCollideOptions,
  type CollideOptions,
  type ColliderOptions,
  type ContactSearch,
  checkedSearch,
  checkLength,
  type IntersectionOptions,
  type ProximityOptions,
  type StepOptions,
} from './collide-options.ts';
import type { FacePairs } from './crossing-faces.ts';
import { earliestContact, type FirstContact, timeOfEarliest } from './earliest-contact.ts';
import { type IntersectionCurve, intersectionCurve } from './intersection-curve.ts';
import { firstReturn, firstTouch, stepBefore } from './max-step.ts';
import type { MeshSearch } from './mesh-search.ts';
import { Permissions } from './permissions.ts';
import { type PrefilterOptions, prefilterOf } from './prefilter.ts';
import { SearchChoice } from './search-choice.ts';
import { SearchHorizon } from './search-horizon.ts';
import { checkMaxTests, limited } from './search-limit.ts';
import type { Work } from './slices.ts';

/** The result of `retopologize`: what became of the faces. */
export interface Retopology {
  /** The new id of each old face, 0xffffffff if it was removed. */
  readonly faceRemap: Uint32Array;
  /** Ids of the added faces, in the order given. */
  readonly addedFaces: Uint32Array;
}

/** Finds the contacts of one deforming mesh, step by step. */
export class MeshCollider {
  private ownMesh: TriMesh;
  private readonly permissions: Permissions;
  private readonly choice: SearchChoice;
  private search: MeshSearch;
  /** What `firstContact` visited, if it searched twice; else null. */
  private ofBoth: Tally | null = null;
  private readonly horizon = new SearchHorizon();
  private readonly calls = new CallGuard();

  /** For a mesh whose positions arrive with every call. */
  constructor(mesh: TriMesh, options: ColliderOptions = {}) {
    this.ownMesh = mesh;
    this.permissions = new Permissions(mesh, options);
    this.choice = new SearchChoice(this.permissions, options);
    this.search = this.choice.make(mesh);
  }

  /** The mesh; `retopologize` replaces it. */
  get mesh(): TriMesh {
    return this.ownMesh;
  }

  /**
   * The pairs that the last search for contacts visited; the sum if `firstContact` searched twice.
   * After `intersections` with a recipe that tests edges against faces, the pairs that it visited.
   */
  get tally(): Readonly<Tally> {
    return this.ofBoth ?? this.search.spent;
  }

  /**
   * Builds the tree for these positions and keeps it until the next call of `pinTree`. The cost of
   * a step and its tally then do not depend on earlier steps, unless the recipe learns whether
   * cones pay. Without this call, a tree that no longer fits is replaced.
   */
  pinTree(x: Positions): void {
    this.calls.check();
    this.search.describe();
    this.calls.run(this.inMemory((search) => search.pin(x)));
  }

  /**
   * Every vertex–face and edge–edge contact while the vertices move in straight lines from x0 to
   * x1; pairs that share a vertex are left out. Sorted by kind, a, b. The columns are valid until
   * the next call: `copy()` keeps them.
   */
  collide(x0: Positions, x1: Positions, options: CollideOptions = {}): Contacts {
    this.calls.run(this.findContacts(x0, x1, this.searchOf(options)));
    return this.search.contacts;
  }

  /**
   * The same in slices of some milliseconds, between which a page stays responsive. Aborting the
   * signal rejects with its reason. Positions and prefilter are read before the promise is
   * returned. Until the promise is settled the collider takes no other call.
   */
  async collideAsync(x0: Positions, x1: Positions, options: AsyncCollideOptions = {}): Promise<Contacts> {
    const search = this.searchOf(options);
    const [y0, y1] = this.choice.mayCut(this.mesh) ? copied(x0, x1) : [x0, x1];
    const work = this.findContacts(y0, y1, { ...search, isBrief: true, mask: search.mask?.slice() });
    options.signal?.throwIfAborted();
    await this.calls.runInSlices(work, options.signal);
    return this.search.contacts;
  }

  /**
   * The earliest contact alone: the least time of `collide`, ties by kind, a, b. A first attempt
   * covers the beginning of the step alone; all pairs that it leaves out touch later.
   */
  firstContact(x0: Positions, x1: Positions, options: CollideOptions = {}): FirstContact | null {
    const isFiltered = this.permissions.joined !== null;
    const latest = isFiltered ? undefined : timeOfEarliest;
    const search = { ...this.searchOf(options), maxContacts: Infinity, latest };
    let before: Readonly<Tally> | null = null;
    let first: FirstContact | null = null;
    for (const until of this.horizon.attempts(this.search.isPinned)) {
      const earliestOnly = until < 1 && !isFiltered;
      this.calls.run(this.findContacts(x0, x1, { ...search, until, earliestOnly }));
      if (before) this.ofBoth = addTallies(before, this.search.spent);
      before = this.search.spent;
      first = earliestContact(this.search.contacts);
      if (this.horizon.isCertain(first?.time ?? Infinity, until)) break;
    }
    return first;
  }

  /**
   * The largest step in (0, 1] from x0 towards x1 before which nothing touches, for a line search.
   * Pairs that touch at the start do not count while they part, rest or slide; 0 only if such a
   * pair starts to interpenetrate. With a separation, pairs that start farther apart keep it, and
   * all other pairs are kept from touching.
   */
  maxStep(x0: Positions, x1: Positions, options: StepOptions = {}): number {
    const { slack = 0 } = options;
    const latest = this.permissions.joined ? undefined : firstTouch;
    const search = { ...this.searchOf(options), maxContacts: Infinity, latest };
    const contact = this.firstLimit(x0, x1, { ...search, minSeparation: 0 });
    return stepBefore(search.minSeparation > 0 ? Math.min(contact, this.firstLimit(x0, x1, search)) : contact, slack);
  }

  private firstLimit(x0: Positions, x1: Positions, search: ContactSearch): number {
    let limit = Number.POSITIVE_INFINITY;
    // Every attempt finds the same pairs that touch at the start.
    let again: number | null = search.minSeparation === 0 ? null : Number.POSITIVE_INFINITY;
    for (const until of this.horizon.attempts(this.search.isPinned)) {
      this.calls.run(this.findContacts(x0, x1, { ...search, until }));
      again ??= firstReturn(this.mesh, this.search.contacts, x0, x1);
      limit = Math.min(firstTouch(this.search.contacts), again);
      if (this.horizon.isCertain(limit, until)) break;
    }
    return limit;
  }

  /**
   * Every pair of features, or of faces, that shares no vertex and is at most `distance` apart at
   * one instant, decided exactly. Sorted by kind, a, b. The columns are valid until the next call:
   * `copy()` keeps them.
   */
  proximities(x: Positions, options: ProximityOptions): Proximities {
    const { level = 'feature' } = options;
    const distance = checkLength('distance', options.distance);
    if (level !== 'feature' && level !== 'face') throw new RangeError(`level is 'feature' or 'face', not ${level}.`);
    this.search.describe();
    const maxTests = checkMaxTests(options);
    const near = { distance, level, isLimited: maxTests < Infinity };
    this.calls.run(this.inMemory((search) => search.findNear(x, near), maxTests));
    const { nearest } = this.search;
    this.permissions.joined?.keepProximities(this.mesh, nearest, level);
    return nearest;
  }

  /**
   * Pairs of faces that share a point at one instant; if they share vertices, a point beyond these.
   * Exact; a < b, sorted. Costs less at the end of the step for which `collide` was called last.
   */
  intersections(x: Positions, options: IntersectionOptions = {}): FacePairs {
    this.search.describe();
    const maxTests = checkMaxTests(options);
    const asked = { mask: this.maskOf(options), isLimited: maxTests < Infinity };
    this.calls.run(this.inMemory((search) => search.findCrossing(x, asked), maxTests));
    const { crossing } = this.search;
    return this.permissions.joined?.pairsOf(crossing) ?? crossing;
  }

  /**
   * The curves in which faces go through each other at one instant. Which faces is exact; the
   * points are rounded. Faces that only touch have no curve.
   */
  intersectionCurve(x: Positions): IntersectionCurve {
    return intersectionCurve(this.mesh, x, this.intersections(x));
  }

  /**
   * Lets the mesh break or tear: removes and adds faces, and may add vertices. Most faces keep
   * their ids in the new `mesh`, and pieces keep the permissions of their object. Costs less than a
   * new collider.
   */
  retopologize(change: MeshChange): Retopology {
    this.calls.check();
    this.search.describe();
    const changed = changeMesh(this.mesh, change);
    this.ownMesh = changed.mesh;
    this.permissions.change(changed);
    this.search.change(changed);
    return { faceRemap: changed.faceRemap, addedFaces: changed.addedFaces };
  }

  /**
   * Releases the memory of the collider, for others that share it. Contacts stay valid; further
   * calls throw. A collider that is garbage collected releases its memory, too.
   */
  dispose(): void {
    this.calls.check();
    this.calls.isDisposed = true;
    this.search.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [Symbol.dispose](): void {
    if (!this.calls.isDisposed) this.dispose();
  }

  /** Fills in all contacts up to the time `until`, and some later ones; at most `maxContacts`. */
  private *findContacts(x0: Positions, x1: Positions, search: ContactSearch): Work {
    const { joined } = this.permissions;
    this.ofBoth = null;
    const asked = joined ? { ...search, maxContacts: Infinity } : search;
    yield* this.inMemory((beneath) => beneath.findContacts(x0, x1, asked), search.maxTests);
    joined?.keepContacts(this.mesh, this.search.contacts, search.maxContacts);
  }

  /** Runs a search; where memory does not suffice for it, again in more partitions. */
  private *inMemory(start: (search: MeshSearch) => Work, maxTests = Infinity): Work {
    for (;;)
      try {
        yield* limited(start(this.search), () => this.search.progress, maxTests);
        return;
      } catch (error) {
        const finer = this.choice.cutFiner(this.mesh, this.search, error);
        if (!finer) throw error;
        this.search = finer;
      }
  }

  private searchOf(options: CollideOptions): ContactSearch {
    return { ...checkedSearch(options), mask: this.maskOf(options) };
  }

  private maskOf(options: PrefilterOptions): Uint8Array | undefined {
    return prefilterOf(options, this.mesh.faceCount);
  }
}

/** Copies of both ends of a step; of one array if they are the same. */
function copied(x0: Positions, x1: Positions): [Positions, Positions] {
  const start = x0.slice();
  return [start, x0 === x1 ? start : x1.slice()];
}
