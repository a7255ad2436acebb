/// <reference lib="esnext.disposable" preserve="true" />
// Finds every contact of a deforming mesh over one step, self-collisions included: bounds → tree →
// pairs of faces → pairs of features, each once → elementary tests → contacts. All memory is
// reused: a second call allocates nothing but the result header.

import { SweptBounds } from '../core/bounds/swept-bounds.ts';
import { addTallies, Contacts, noTally, type Tally } from '../core/contacts/contacts.ts';
import { Proximities } from '../core/contacts/proximities.ts';
import { FeatureTimer } from '../core/elementary/feature-timer.ts';
import { NearFaces } from '../core/elementary/near-faces.ts';
import { NearFeatures } from '../core/elementary/near-features.ts';
import { LinearMemory } from '../core/memory/linear-memory.ts';
import { changeMesh, type MeshChange } from '../core/mesh/change-mesh.ts';
import type { Positions, TriMesh } from '../core/mesh/tri-mesh.ts';
import { VertexMotion } from '../core/motion/vertex-motion.ts';
import { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../core/recipe/recipe.ts';
import { FaceTree, type QuietLabels } from '../core/tree/face-tree.ts';
import { TreeFit } from '../core/tree/tree-fit.ts';
import { iccd } from '../papers/iccd/iccd-recipes.ts';
import { BeatenPairs } from './beaten-pairs.ts';
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
import { CrossingEdges } from './crossing-edges.ts';
import { crossingFaces, type FacePairs } from './crossing-faces.ts';
import { earliestContact, type FirstContact } from './earliest-contact.ts';
import { FacePairSearch } from './face-pair-search.ts';
import { emitFeatures, emitPieces, featureBuffers } from './feature-pieces.ts';
import { type IntersectionCurve, intersectionCurve } from './intersection-curve.ts';
import { firstReturn, firstTouch, stepBefore } from './max-step.ts';
import { NearPairCache } from './near-pair-cache.ts';
import { PermittedPairs } from './permissions.ts';
import { type PrefilterOptions, prefilterOf } from './prefilter.ts';
import { SearchHorizon } from './search-horizon.ts';
import { checkMaxTests, limited } from './search-limit.ts';
import type { Work } from './slices.ts';
import { StarCertificate } from './star-certificate.ts';
import type { ThreadedSearch, ThreadedWork } from './threads/threaded-search.ts';

/** The result of `retopologize`: what became of the faces. */
export interface Retopology {
  /** The new id of each old face, 0xffffffff if it was removed. */
  readonly faceRemap: Uint32Array;
  /** Ids of the added faces, in the order given. */
  readonly addedFaces: Uint32Array;
}

/** Finds the contacts of one deforming mesh, step by step. */
export class MeshCollider {
  private readonly memory: LinearMemory;
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly tree: FaceTree;
  private readonly treeFit: TreeFit;
  private readonly permitted: PermittedPairs;
  private readonly stages: Stages;
  private readonly timer: FeatureTimer;
  private readonly contacts = new Contacts();
  private spent: Tally = this.contacts.tally;
  private readonly nearFeatures: NearFeatures;
  private readonly nearFaces: NearFaces;
  private readonly cache: NearPairCache;
  private readonly stars: StarCertificate;
  private readonly nearest = new Proximities();
  private readonly facePairs: PairBuffer;
  private readonly pairSearch: FacePairSearch;
  private readonly features: FeaturePairs;
  /** Decides intersections, if the recipe tests edges against faces. */
  private readonly crossingEdges: CrossingEdges | null;
  private readonly threads: ThreadedSearch | null;
  private readonly horizon = new SearchHorizon();
  private readonly calls = new CallGuard();

  /** For a mesh whose positions arrive with every call. */
  constructor(mesh: TriMesh, options: ColliderOptions = {}) {
    const { recipe = iccd, pool } = options;
    const workers = pool?.workers;
    const memory = new LinearMemory(mesh.faceCount, { isThreaded: workers?.sharesMemory ?? false });
    this.memory = memory;
    this.motion = new VertexMotion(memory, mesh);
    this.tree = new FaceTree(this.motion);
    this.permitted = new PermittedPairs(this.motion, options);
    this.stages = recipe.stages(this.motion);
    this.bounds = new SweptBounds(this.motion, this.stages);
    this.treeFit = new TreeFit(this.motion, this.bounds, this.tree, workers?.passesFor(this.motion) ?? null);
    this.timer = new FeatureTimer(memory, workers?.descriptionFor(this.motion) ?? null);
    this.nearFeatures = new NearFeatures(memory);
    this.nearFaces = new NearFaces(memory);
    this.cache = new NearPairCache(this.motion, this.tree, this.nearFeatures);
    this.stars = new StarCertificate(this.motion);
    this.features = memory.shared(featureBuffers);
    const facePairs = new PairBuffer(memory, Math.max(1024, 4 * mesh.faceCount));
    this.facePairs = facePairs;
    const { motion, bounds, tree, treeFit, permitted, stages, timer, nearFeatures, features } = this;
    this.crossingEdges = stages.emitEdgeFaces ? new CrossingEdges({ motion, facePairs, stages, features }) : null;
    this.threads = workers?.searchFor({ motion, tree, permitted, stages, timer, nearFeatures, facePairs }) ?? null;
    const { threads } = this;
    this.pairSearch = new FacePairSearch({ motion, bounds, tree, treeFit, permitted, stages, facePairs, threads });
  }

  /** The mesh; `retopologize` replaces it. */
  get mesh(): TriMesh {
    return this.motion.mesh;
  }

  /**
   * The pairs that the last search for contacts visited; the sum if `firstContact` searched twice.
   * After `intersections` with a recipe that tests edges against faces, the pairs that it visited.
   */
  get tally(): Readonly<Tally> {
    return this.spent;
  }

  /**
   * Builds the tree for these positions and keeps it until the next call of `pinTree`. The cost of
   * a step and its tally then do not depend on earlier steps, unless the recipe learns whether
   * cones pay. Without this call, a tree that no longer fits is replaced.
   */
  pinTree(x: Positions): void {
    this.calls.check();
    this.contacts.describe();
    this.motion.set(x, x);
    this.tree.pin();
    if (this.mesh.faceCount > 0) this.pairSearch.prepare();
  }

  /**
   * Every vertex–face and edge–edge contact while the vertices move in straight lines from x0 to
   * x1; pairs that share a vertex are left out. Sorted by kind, a, b. The columns are valid until
   * the next call: `copy()` keeps them.
   */
  collide(x0: Positions, x1: Positions, options: CollideOptions = {}): Contacts {
    this.calls.run(this.findContacts(x0, x1, this.searchOf(options)));
    return this.contacts;
  }

  /**
   * The same in slices of some milliseconds, between which a page stays responsive. Aborting the
   * signal rejects with its reason. Positions and prefilter are read before the promise is
   * returned. Until the promise is settled the collider takes no other call.
   */
  async collideAsync(x0: Positions, x1: Positions, options: AsyncCollideOptions = {}): Promise<Contacts> {
    const search = this.searchOf(options);
    const work = this.findContacts(x0, x1, { ...search, isBrief: true, mask: search.mask?.slice() });
    options.signal?.throwIfAborted();
    await this.calls.runInSlices(work, options.signal);
    return this.contacts;
  }

  /**
   * The earliest contact alone: the least time of `collide`, ties by kind, a, b. A first attempt
   * covers the beginning of the step alone; all pairs that it leaves out touch later.
   */
  firstContact(x0: Positions, x1: Positions, options: CollideOptions = {}): FirstContact | null {
    const search = { ...this.searchOf(options), maxContacts: Infinity };
    let before: Tally | null = null;
    let first: FirstContact | null = null;
    for (const until of this.horizon.attempts(this.tree.isPinned)) {
      const earliestOnly = until < 1 && !this.permitted.joined;
      this.calls.run(this.findContacts(x0, x1, { ...search, until, earliestOnly }));
      if (before) this.spent = addTallies(before, this.spent);
      before = this.spent;
      first = earliestContact(this.contacts);
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
    const search = { ...this.searchOf(options), maxContacts: Infinity };
    const contact = this.firstLimit(x0, x1, { ...search, minSeparation: 0 });
    return stepBefore(search.minSeparation > 0 ? Math.min(contact, this.firstLimit(x0, x1, search)) : contact, slack);
  }

  private firstLimit(x0: Positions, x1: Positions, search: ContactSearch): number {
    let limit = Number.POSITIVE_INFINITY;
    // Every attempt finds the same pairs that touch at the start.
    let again: number | null = search.minSeparation === 0 ? null : Number.POSITIVE_INFINITY;
    for (const until of this.horizon.attempts(this.tree.isPinned)) {
      this.calls.run(this.findContacts(x0, x1, { ...search, until }));
      again ??= firstReturn(this.mesh, this.contacts, x0, x1);
      limit = Math.min(firstTouch(this.contacts), again);
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
    this.contacts.describe();
    const maxTests = checkMaxTests(options);
    const isLimited = maxTests < Infinity;
    const find = level === 'face' ? this.findNearFaces : this.findNearFeatures;
    this.calls.run(limited(find.call(this, x, distance, isLimited), () => this.nearest.tally, maxTests));
    return this.nearest;
  }

  /**
   * Pairs of faces that share a point at one instant; if they share vertices, a point beyond these.
   * Exact; a < b, sorted. Costs less at the end of the step for which `collide` was called last.
   */
  intersections(x: Positions, options: IntersectionOptions = {}): FacePairs {
    this.contacts.describe();
    const { crossingEdges, facePairs, motion, pairSearch } = this;
    const tally = noTally();
    const maxTests = checkMaxTests(options);
    const search = { mask: this.maskOf(options), keepsMeeting: crossingEdges === null, isLimited: maxTests < Infinity };
    this.calls.run(limited(pairSearch.touching(x, tally, search), () => tally, maxTests));
    const distinctCount = facePairs.count;
    this.stars.collect(facePairs, (v) => this.permitted.mayMeetItself(v));
    if (crossingEdges) this.spent = tally;
    const found =
      crossingEdges?.find(x, distinctCount, tally) ?? crossingFaces(motion, facePairs, x, pairSearch.meetingCount);
    return this.permitted.joined?.pairsOf(found) ?? found;
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
    const { motion, mesh } = this;
    this.contacts.describe();
    this.pairSearch.forgetStep();
    const changed = changeMesh(mesh, change);
    const { placeCount } = motion;
    this.tree.change(motion.change(changed), placeCount);
    this.permitted.change(mesh, changed);
    this.stages.change(changed);
    return { faceRemap: changed.faceRemap, addedFaces: changed.addedFaces };
  }

  /**
   * Releases the memory of the collider, for others that share it. Contacts stay valid; further
   * calls throw. A collider that is garbage collected releases its memory, too.
   */
  dispose(): void {
    this.calls.check();
    this.contacts.describe();
    this.calls.isDisposed = true;
    this.memory.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [Symbol.dispose](): void {
    if (!this.calls.isDisposed) this.dispose();
  }

  /** Fills in all contacts up to the time `until`, and some later ones; at most `maxContacts`. */
  private *findContacts(x0: Positions, x1: Positions, search: ContactSearch): Work {
    const { joined } = this.permitted;
    const all = this.searchAll(x0, x1, joined ? { ...search, maxContacts: Infinity } : search);
    yield* limited(all, () => this.spent, search.maxTests);
    joined?.keepContacts(this.mesh, this.contacts, search.maxContacts);
  }

  /** The same without the filter of parts that share vertices. */
  private *searchAll(x0: Positions, x1: Positions, search: ContactSearch): Work {
    const { until, minSeparation, maxContacts, mask } = search;
    const { motion, tree, stages, timer, contacts, facePairs } = this;
    this.pairSearch.forgetStep();
    motion.set(x0, x1);
    contacts.clear();
    this.spent = contacts.tally;
    stages.begin?.(contacts.tally);
    timer.clear();
    if (this.mesh.faceCount === 0) return;
    if (minSeparation === 0 && !mask && (yield* this.collideFromCache())) {
      // The search for uncached pairs may find a cached pair again, hence `repeats`.
      timer.finish(motion, contacts, 0, true, maxContacts);
      return;
    }
    this.pairSearch.prepare();
    this.treeFit.run(until, minSeparation);
    // A quiet patch does not touch itself, but may come within a distance of itself.
    const quiet = minSeparation === 0 ? (stages.mark?.(tree, contacts.tally) ?? null) : null;
    // A label would also drop masked faces that share a vertex, which the mask must not drop.
    const labels = this.permitted.label(tree, quiet, stages.adjacentFaces ? undefined : mask);
    const isThreaded = yield* this.findOnThreads(labels, search);
    if (!isThreaded) {
      yield* tree.collect(facePairs, !stages.adjacentFaces, labels, contacts.tally);
      stages.thin?.(facePairs);
      this.pairSearch.thin(contacts.tally, mask);
    }
    const source = { facePairs, features: this.features, stages, permitted: this.permitted };
    const beaten = new BeatenPairs(timer);
    // If threads have done all pairs of faces, only orphans are left.
    for (const { vf, ee } of emitFeatures(source, quiet, contacts.tally, search.isBrief)) {
      if (search.earliestOnly) beaten.drop(vf, ee);
      timer.run(motion, vf, ee, contacts, minSeparation);
      // If pairs repeat, the number of contacts is known only at the end.
      if (timer.hitCount > maxContacts && !stages.repeats) break;
      yield;
    }
    timer.finish(motion, contacts, minSeparation, stages.repeats, maxContacts);
    this.threads?.learn('contacts', until, contacts.tally);
    if (until === 1 && !mask && !stages.adjacentFaces && !stages.thin && !isThreaded) this.pairSearch.keepStep();
  }

  /** Finds contacts on several threads. False if one has to: what limits rule out depends on the order. */
  private *findOnThreads(labels: QuietLabels | null, search: ContactSearch): ThreadedWork {
    const { threads, stages, contacts } = this;
    if (!threads || search.earliestOnly || search.maxContacts < Infinity || search.maxTests < Infinity) return false;
    const { until, mask, minSeparation: limit } = search;
    return yield* threads.run(
      'contacts',
      { distinct: !stages.adjacentFaces, labels, until, limit, mask },
      contacts.tally,
    );
  }

  /**
   * Collides from the near-pair cache. False if the cache is not valid or a whole search costs
   * less.
   */
  private *collideFromCache(): Generator<undefined, boolean, undefined> {
    const { motion, bounds, cache, stages, timer, contacts, facePairs, features } = this;
    const emitSome = stages.emitSome?.bind(stages);
    if (!emitSome || !cache.isValid) return false;
    const labels = this.permitted.label(this.tree, null);
    if (!(yield* cache.collect(facePairs, labels, contacts.tally))) return false;
    bounds.sweepPairs(facePairs);
    this.pairSearch.thin(contacts.tally);
    for (const { vf, ee } of emitPieces(facePairs, features, emitSome, (piece) => cache.emit(piece, features))) {
      timer.run(motion, vf, ee, contacts);
      yield;
    }
    return true;
  }

  private *findNearFeatures(x: Positions, distance: number, isLimited: boolean): Work {
    const { motion, stages, nearest, nearFeatures, facePairs } = this;
    nearest.clear(3);
    stages.begin?.(nearest.tally);
    nearFeatures.clear();
    const options = { marked: stages.readsMarks, kind: 'near', isLimited } as const;
    const source = { facePairs, features: this.features, stages, permitted: this.permitted };
    yield* this.pairSearch.within(x, distance, !stages.adjacentFaces, nearest.tally, options);
    stages.thin?.(facePairs);
    for (const { vf, ee } of emitFeatures(source, null, nearest.tally, isLimited)) {
      nearFeatures.run(motion, vf, ee, distance, nearest);
      yield;
    }
    this.threads?.learn('near', 1, nearest.tally);
    nearFeatures.finish(motion, nearest, stages.repeats);
    this.permitted.joined?.keepProximities(this.mesh, nearest, 'feature');
    if (this.mesh.faceCount > 0) this.cache.learn(distance);
  }

  private *findNearFaces(x: Positions, distance: number, isLimited: boolean): Work {
    const { nearest } = this;
    nearest.clear(6);
    yield* this.pairSearch.within(x, distance, true, nearest.tally, { isLimited });
    this.nearFaces.run(this.motion, this.facePairs, distance, nearest);
    this.permitted.joined?.keepProximities(this.mesh, nearest, 'face');
  }

  private searchOf(options: CollideOptions): ContactSearch {
    return { ...checkedSearch(options), mask: this.maskOf(options) };
  }

  private maskOf(options: PrefilterOptions): Uint8Array | undefined {
    return prefilterOf(options, this.mesh.faceCount);
  }
}
