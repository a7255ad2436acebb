/// <reference lib="esnext.disposable" preserve="true" />
// Every contact of a deforming mesh over one step, self-collisions included:
// bounds → tree → pairs of faces → pairs of features, each once → elementary tests → contacts.
// All memory is the collider's own and is reused: a second call allocates nothing but the result header.

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
import { iccd } from '../papers/iccd/iccd-recipes.ts';
import {
  type AsyncCollideOptions,
  type CollideOptions,
  type ColliderOptions,
  checkLength,
  checkMaxContacts,
  checkSeparation,
  type ProximityOptions,
  type StepOptions,
} from './collide-options.ts';
import { crossingFaces, type FacePairs } from './crossing-faces.ts';
import { earliestContact, type FirstContact } from './earliest-contact.ts';
import { firstReturn, firstTouch, stepBefore } from './max-step.ts';
import { NearPairCache } from './near-pair-cache.ts';
import { PermittedPairs } from './permissions.ts';
import { dropMasked, type PrefilterOptions, prefilterOf } from './prefilter.ts';
import { runInSlices, runThrough, type Work } from './slices.ts';

/** What has become of the faces after `retopologize`. */
export interface Retopology {
  /** The id that each face has now, 0xffffffff if it was removed. */
  readonly faceRemap: Uint32Array;
  /** Ids of the added faces, in the order given. */
  readonly addedFaces: Uint32Array;
}

/** The end of the interval of the first attempt at a first contact: so short that bounds are hardly larger than at its start. */
const EARLY_END = 1 / 16;

/** Pairs of faces whose features are emitted and tested at a time; each emits at most 6 vertex–face and 9 edge–edge pairs. */
const PIECE = 8192;

export class MeshCollider {
  private readonly memory: LinearMemory;
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly tree: FaceTree;
  private readonly permitted: PermittedPairs;
  private readonly stages: Stages;
  private readonly timer: FeatureTimer;
  private readonly contacts = new Contacts();
  private spent: Tally = this.contacts.tally;
  private readonly nearFeatures: NearFeatures;
  private readonly nearFaces: NearFaces;
  private readonly cache: NearPairCache;
  private readonly nearest = new Proximities();
  private readonly facePairs: PairBuffer;
  private readonly features: FeaturePairs;
  /** Whether a call is under way. */
  private isAtWork = false;
  private isDisposed = false;

  constructor(mesh: TriMesh, options: ColliderOptions = {}) {
    const { recipe = iccd } = options;
    const memory = new LinearMemory(mesh.faceCount);
    this.memory = memory;
    this.motion = new VertexMotion(memory, mesh);
    this.bounds = new SweptBounds(this.motion);
    this.tree = new FaceTree(this.motion, this.bounds);
    this.permitted = new PermittedPairs(this.motion, options);
    this.stages = recipe.stages(this.motion);
    this.timer = new FeatureTimer(memory);
    this.nearFeatures = new NearFeatures(memory);
    this.nearFaces = new NearFaces(memory);
    this.cache = new NearPairCache(this.motion, this.tree, this.nearFeatures);
    this.features = memory.shared(featureBuffers);
    this.facePairs = new PairBuffer(memory, Math.max(1024, 4 * mesh.faceCount));
  }

  get mesh(): TriMesh {
    return this.motion.mesh;
  }

  /** What the last search for contacts took in all; `firstContact` may have taken two attempts. */
  get tally(): Readonly<Tally> {
    return this.spent;
  }

  /**
   * Builds the tree for these positions, in the memory there is, and keeps it until the next call: what a step takes, and its tally,
   * then follow from this tree and the step alone, not from the steps before, unless the recipe learns whether cones pay. Without this
   * call a tree that has worn out is replaced.
   */
  settle(x: Positions): void {
    this.refuseAtWork();
    this.motion.set(x, x);
    this.tree.pin();
    if (this.mesh.faceCount > 0) this.prepare();
  }

  /**
   * Every vertex–face and edge–edge contact while the vertices move in straight lines from x0 to x1; pairs that share a vertex
   * are left out. Sorted by kind, a, b. The columns live until the next call: `copy()` keeps them.
   */
  collide(x0: Positions, x1: Positions, options: CollideOptions = {}): Contacts {
    this.run(this.findContacts(x0, x1, 1, checkSeparation(options), checkMaxContacts(options), this.maskOf(options)));
    return this.contacts;
  }

  /**
   * The same in slices of some milliseconds, between which a page stays alive; a signal ends it with its reason. Positions and
   * prefilter are read before it returns. Until then the collider takes no other call.
   */
  async collideAsync(x0: Positions, x1: Positions, options: AsyncCollideOptions = {}): Promise<Contacts> {
    const mask = this.maskOf(options)?.slice();
    const work = this.findContacts(x0, x1, 1, checkSeparation(options), checkMaxContacts(options), mask);
    options.signal?.throwIfAborted();
    this.start();
    try {
      await runInSlices(work, options.signal);
    } finally {
      this.isAtWork = false;
    }
    return this.contacts;
  }

  /**
   * The earliest contact alone: the least time of `collide`, ties by kind, a, b. What touches early is sought first, in bounds that
   * reach only a little way: whatever they leave out touches later.
   */
  firstContact(x0: Positions, x1: Positions, options: CollideOptions = {}): FirstContact | null {
    const separation = checkSeparation(options);
    let before: Tally | null = null;
    for (const until of [EARLY_END, 1]) {
      this.run(this.findContacts(x0, x1, until, separation, Infinity, this.maskOf(options)));
      if (before) this.spent = addTallies(before, this.spent);
      before = this.spent;
      const first = earliestContact(this.contacts);
      // Reported times fall short of the true ones by a ten-thousandth at most: nothing reported before this was left out.
      if (first && (until === 1 || first.time <= 0.999 * until)) return first;
    }
    return null;
  }

  /**
   * The largest step in (0, 1] on the way from x0 to x1 before which nothing touches, for a line search. Pairs that touch at the start
   * do not count while they part, rest or slide; 0 only if such a pair starts to interpenetrate. With a separation, pairs that start
   * farther apart keep it, and those that do not are kept from touching.
   */
  maxStep(x0: Positions, x1: Positions, options: StepOptions = {}): number {
    const { slack = 0 } = options;
    const separation = checkSeparation(options);
    const mask = this.maskOf(options);
    const contact = this.firstLimit(x0, x1, 0, mask);
    return stepBefore(separation > 0 ? Math.min(contact, this.firstLimit(x0, x1, separation, mask)) : contact, slack);
  }

  private firstLimit(x0: Positions, x1: Positions, separation: number, mask: Uint8Array | undefined): number {
    let limit = Number.POSITIVE_INFINITY;
    // As in `firstContact`: what is left out of the first attempt touches later.
    for (const until of [EARLY_END, 1]) {
      this.run(this.findContacts(x0, x1, until, separation, Infinity, mask));
      limit = firstTouch(this.contacts);
      if (separation === 0) limit = Math.min(limit, firstReturn(this.mesh, this.contacts, x0, x1));
      if (limit <= 0.999 * until) break;
    }
    return limit;
  }

  /**
   * Every pair at one instant that shares no vertex and is at most `distance` apart, decided exactly: of features, or of faces. Sorted
   * by kind, a, b. The columns live until the next call: `copy()` keeps them.
   */
  proximities(x: Positions, options: ProximityOptions): Proximities {
    const { level = 'feature' } = options;
    const distance = checkLength('distance', options.distance);
    if (level !== 'feature' && level !== 'face') throw new RangeError(`level is 'feature' or 'face', not ${level}.`);
    this.run(level === 'face' ? this.findNearFaces(x, distance) : this.findNearFeatures(x, distance));
    return this.nearest;
  }

  /** Pairs of faces that share a point at one instant; of faces that share vertices, a point beyond these. Exact; a < b, sorted. */
  intersections(x: Positions, options: PrefilterOptions = {}): FacePairs {
    this.run(this.collectFaces(x, 0, false, noTally(), false, this.maskOf(options)));
    return crossingFaces(this.mesh, this.motion, this.facePairs, x);
  }

  /**
   * The mesh breaks or tears: faces go and come, vertices may be added; `mesh` is another one afterwards, in which most faces keep
   * their ids. Work around the change only, and passes over tables. Pieces keep the permissions of the object that they were part of.
   */
  retopologize(change: MeshChange): Retopology {
    this.refuseAtWork();
    const { motion, mesh } = this;
    const changed = changeMesh(mesh, change);
    const { placeCount } = motion;
    this.tree.change(motion.change(changed), placeCount);
    this.permitted.change(mesh, changed);
    this.stages.change(changed);
    return { faceRemap: changed.faceRemap, addedFaces: changed.addedFaces };
  }

  /**
   * Gives the memory of the collider back, for others that share it. Contacts stay; further calls throw. A collider that is merely
   * dropped gives it back when it is garbage collected.
   */
  dispose(): void {
    this.refuseAtWork();
    this.isDisposed = true;
    this.memory.dispose();
  }

  /** For `using`: the same as `dispose`. */
  [Symbol.dispose](): void {
    if (!this.isDisposed) this.dispose();
  }

  /** Fills the contacts: all of those up to the time `until`, and some later ones; no more than `maxContacts`. */
  private *findContacts(
    x0: Positions,
    x1: Positions,
    until: number,
    minSeparation: number,
    maxContacts: number,
    mask: Uint8Array | undefined,
  ): Work {
    const { motion, bounds, tree, stages, timer, contacts, facePairs } = this;
    motion.set(x0, x1);
    contacts.clear();
    this.spent = contacts.tally;
    timer.clear();
    if (this.mesh.faceCount === 0) return;
    if (minSeparation === 0 && !mask && (yield* this.collideFromCache())) {
      // A cached pair may have been found once more.
      timer.finish(motion, contacts, 0, true, maxContacts);
      return;
    }
    this.prepare();
    bounds.sweep(until, minSeparation);
    tree.refit();
    // The proof of a quiet patch speaks of contact, not of distance.
    const quiet = minSeparation === 0 ? (stages.mark?.(tree, contacts.tally) ?? null) : null;
    // Pairs that share a vertex are not the mask's business, and a label would drop them too.
    const labels = this.permitted.label(tree, quiet, stages.adjacentFaces ? undefined : mask);
    yield* tree.collect(facePairs, !stages.adjacentFaces, labels, contacts.tally);
    stages.thin?.(facePairs);
    this.thinPairs(contacts.tally, mask);
    for (const { vf, ee } of this.emitFeatures(quiet)) {
      timer.run(motion, vf, ee, contacts, minSeparation);
      // Where a pair may count twice only the end tells.
      if (timer.hitCount > maxContacts && !stages.repeats) break;
      yield;
    }
    timer.finish(motion, contacts, minSeparation, stages.repeats, maxContacts);
  }

  /** Times all contacts of a step that starts where near features were last searched for. False if that does not help. */
  private *collideFromCache(): Generator<undefined, boolean, undefined> {
    const { motion, bounds, cache, stages, timer, contacts, facePairs, features } = this;
    if (!stages.emitSome || !cache.isValid) return false;
    const labels = this.permitted.label(this.tree, null);
    if (!(yield* cache.collect(facePairs, labels, contacts.tally))) return false;
    bounds.sweepPairs(facePairs);
    this.thinPairs(contacts.tally);
    for (let first = 0; first < facePairs.count; first += PIECE) {
      stages.emitSome(facePairs.pointer + 8 * first, Math.min(PIECE, facePairs.count - first), features);
      timer.run(motion, features.vf, features.ee, contacts);
      yield;
    }
    for (let piece = 0; cache.emit(piece, features); piece++) {
      timer.run(motion, features.vf, features.ee, contacts);
      yield;
    }
    return true;
  }

  private *findNearFeatures(x: Positions, distance: number): Work {
    const { motion, stages, nearest, nearFeatures, facePairs } = this;
    nearest.clear(3);
    nearFeatures.clear();
    yield* this.collectFaces(x, distance, !stages.adjacentFaces, nearest.tally, stages.readsMarks);
    stages.thin?.(facePairs);
    for (const { vf, ee } of this.emitFeatures(null)) {
      nearFeatures.run(motion, vf, ee, distance, nearest);
      yield;
    }
    nearFeatures.finish(motion, nearest, stages.repeats);
    if (this.mesh.faceCount > 0) this.cache.learn(distance);
  }

  private *findNearFaces(x: Positions, distance: number): Work {
    const { nearest } = this;
    nearest.clear(6);
    yield* this.collectFaces(x, distance, true, nearest.tally);
    this.nearFaces.run(this.motion, this.facePairs, distance, nearest);
  }

  /**
   * Pairs of faces that may be within a distance at one instant; `distinct`: without those that share a vertex; `marked`:
   * core/bounds/kernels/planes.ts.
   */
  private *collectFaces(
    x: Positions,
    distance: number,
    distinct: boolean,
    tally: Tally,
    marked = false,
    mask?: Uint8Array,
  ): Work {
    this.facePairs.clear();
    this.motion.set(x, x);
    if (this.mesh.faceCount === 0) return;
    this.prepare();
    this.bounds.sweep(1, distance);
    this.tree.refit();
    yield* this.tree.collect(this.facePairs, distinct, this.permitted.label(this.tree, null), tally);
    this.thinPairs(tally, mask);
    this.thinPlanes(marked);
  }

  private maskOf(options: PrefilterOptions): Uint8Array | undefined {
    return prefilterOf(options, this.mesh.faceCount);
  }

  private run(work: Work): void {
    this.start();
    try {
      runThrough(work);
    } finally {
      this.isAtWork = false;
    }
  }

  private start(): void {
    this.refuseAtWork();
    this.isAtWork = true;
  }

  private refuseAtWork(): void {
    if (this.isDisposed) throw new Error('The collider has been disposed of: make another.');
    if (this.isAtWork)
      throw new Error('The collider is still at work on an asynchronous call: await it, or use another.');
  }

  /** A tree for this step, and all that depends on the places of the faces in it. */
  private prepare(): void {
    if (!this.tree.prepare()) return;
    this.permitted.reorder();
    this.stages.reorder();
  }

  /** Pairs of faces that no slab separates and that may collide. */
  private thinPairs(tally: Tally, mask?: Uint8Array): void {
    const { facePairs } = this;
    const { pointer, count } = facePairs;
    facePairs.count = this.memory.kernels.thinPairs(this.motion.context.address, pointer, count);
    this.permitted.thin(facePairs);
    if (mask) dropMasked(this.motion, facePairs, mask);
    tally.slabPairs = facePairs.count;
  }

  /** At one instant: pairs of faces that the plane of one does not keep farther apart than bounds may be. */
  private thinPlanes(marked: boolean): void {
    const { facePairs, memory } = this;
    const { pointer, count } = facePairs;
    const { address } = this.motion.context;
    facePairs.count = memory.kernels.thinPlanes(address, memory.scratch, pointer, count, marked);
  }

  /** Hands out the pairs of features of all pairs of faces, and those that no pair of faces yields, in pieces. */
  private *emitFeatures(labels: QuietLabels | null): Generator<FeaturePairs, void, undefined> {
    const { stages, facePairs, features } = this;
    for (let first = 0; first < facePairs.count; first += PIECE) {
      stages.emit(facePairs.pointer + 8 * first, Math.min(PIECE, facePairs.count - first), features);
      yield features;
    }
    for (let piece = 0; stages.emitRest?.(piece, labels, features); piece++) {
      this.permitted.thinFeatures(features);
      yield features;
    }
  }
}

/** Room for what a piece of face pairs can yield. */
function featureBuffers(memory: LinearMemory): FeaturePairs {
  return { vf: new PairBuffer(memory, 6 * PIECE), ee: new PairBuffer(memory, 9 * PIECE) };
}
