// Searches of a mesh in one linear memory: bounds → tree → pairs of faces → pairs of features, each
// once → elementary tests → contacts. All memory is reused: a second search allocates nothing.

import { SweptBounds } from '../core/bounds/swept-bounds.ts';
import { Contacts, noTally, type Tally } from '../core/contacts/contacts.ts';
import { Proximities } from '../core/contacts/proximities.ts';
import { FeatureTimer } from '../core/elementary/feature-timer.ts';
import { NearFaces } from '../core/elementary/near-faces.ts';
import { NearFeatures } from '../core/elementary/near-features.ts';
import { LinearMemory, type MeshSpace } from '../core/memory/linear-memory.ts';
import type { ChangedMesh } from '../core/mesh/change-mesh.ts';
import type { Positions, TriMesh } from '../core/mesh/tri-mesh.ts';
import { VertexMotion } from '../core/motion/vertex-motion.ts';
import { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../core/recipe/recipe.ts';
import { FaceTree, type QuietLabels } from '../core/tree/face-tree.ts';
import { TreeFit } from '../core/tree/tree-fit.ts';
import { BeatenPairs } from './beaten-pairs.ts';
import type { ContactSearch } from './collide-options.ts';
import { CrossingEdges } from './crossing-edges.ts';
import { crossingFaces, type FacePairs, NO_PAIRS } from './crossing-faces.ts';
import { FacePairSearch } from './face-pair-search.ts';
import { emitFeatures, emitPieces, featureBuffers } from './feature-pieces.ts';
import type { CrossingSearch, MeshSearch, NearSearch, SearchMeans } from './mesh-search.ts';
import { NearPairCache } from './near-pair-cache.ts';
import type { FacePermissions } from './permissions.ts';
import { PermittedPairs } from './permitted-pairs.ts';
import type { Work } from './slices.ts';
import { StarCertificate } from './star-certificate.ts';
import type { ThreadedSearch, ThreadedWork } from './threads/threaded-search.ts';

/** Searches one mesh in one linear memory. */
export class WholeSearch implements MeshSearch {
  readonly contacts: Contacts = new Contacts();
  readonly nearest: Proximities = new Proximities();
  crossing: FacePairs = NO_PAIRS;
  spent: Tally = this.contacts.tally;
  progress: Tally = this.contacts.tally;
  readonly partitionCount = 1;
  /** The mesh and its step. */
  readonly motion: VertexMotion;
  private readonly memory: LinearMemory;
  private readonly bounds: SweptBounds;
  private readonly tree: FaceTree;
  private readonly treeFit: TreeFit;
  private readonly permitted: PermittedPairs;
  private readonly stages: Stages;
  private readonly timer: FeatureTimer;
  private readonly nearFeatures: NearFeatures;
  private readonly nearFaces: NearFaces;
  private readonly cache: NearPairCache;
  private readonly stars: StarCertificate;
  private readonly facePairs: PairBuffer;
  private readonly pairSearch: FacePairSearch;
  private readonly features: FeaturePairs;
  /** Decides intersections, if the recipe tests edges against faces. */
  private readonly crossingEdges: CrossingEdges | null;
  private readonly threads: ThreadedSearch | null;

  /**
   * In a memory that suits the mesh, or in this one. Throws `RangeError` if there is not enough
   * memory.
   */
  constructor(mesh: TriMesh, permissions: FacePermissions, means: SearchMeans, space?: MeshSpace) {
    const { recipe, pool } = means;
    const workers = pool?.workers;
    const isThreaded = workers?.sharesMemory ?? false;
    const memory = new LinearMemory(mesh.faceCount, { isThreaded, ...(space && { space }) });
    this.memory = memory;
    this.motion = new VertexMotion(memory, mesh);
    this.tree = new FaceTree(this.motion);
    this.permitted = new PermittedPairs(this.motion, permissions);
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

  get isPinned(): boolean {
    return this.tree.isPinned;
  }

  /** Whether it finds crossing faces by their edges. */
  get testsEdges(): boolean {
    return this.crossingEdges !== null;
  }

  /** Bytes of linear memory that it holds. */
  get heldBytes(): number {
    return this.memory.heldBytes;
  }

  *pin(x: Positions): Work {
    this.motion.set(x, x);
    this.tree.pin();
    if (this.motion.mesh.faceCount > 0) this.pairSearch.prepare();
    yield;
  }

  /** Fills in all contacts up to the time `until`, and some later ones; at most `maxContacts`. */
  *findContacts(x0: Positions, x1: Positions, search: ContactSearch): Work {
    const { until, minSeparation, maxContacts, mask } = search;
    const { motion, tree, stages, timer, contacts, facePairs } = this;
    this.pairSearch.forgetStep();
    motion.set(x0, x1);
    contacts.clear();
    this.spent = contacts.tally;
    this.progress = contacts.tally;
    stages.begin?.(contacts.tally);
    timer.clear();
    if (motion.mesh.faceCount === 0) return;
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

  /**
   * Finds the contacts of all pairs of faces on several threads. False if one has to do it: which
   * pairs a limit or an earlier contact rules out depends on the order of the tests.
   */
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

  *findNear(x: Positions, { distance, level, isLimited }: NearSearch): Work {
    if (level === 'face') yield* this.findNearFaces(x, distance, isLimited);
    else yield* this.findNearFeatures(x, distance, isLimited);
  }

  private *findNearFeatures(x: Positions, distance: number, isLimited: boolean): Work {
    const { motion, stages, nearest, nearFeatures, facePairs } = this;
    nearest.clear(3);
    this.progress = nearest.tally;
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
    if (motion.mesh.faceCount > 0) this.cache.learn(distance);
  }

  private *findNearFaces(x: Positions, distance: number, isLimited: boolean): Work {
    const { nearest } = this;
    nearest.clear(6);
    this.progress = nearest.tally;
    yield* this.pairSearch.within(x, distance, true, nearest.tally, { isLimited });
    this.nearFaces.run(this.motion, this.facePairs, distance, nearest);
  }

  *findCrossing(x: Positions, { mask, isLimited }: CrossingSearch): Work {
    const { crossingEdges, facePairs, motion, pairSearch } = this;
    const tally = noTally();
    this.progress = tally;
    yield* pairSearch.touching(x, tally, { mask, keepsMeeting: crossingEdges === null, isLimited });
    const distinctCount = facePairs.count;
    this.stars.collect(facePairs, (v) => this.permitted.mayMeetItself(v));
    if (crossingEdges) this.spent = tally;
    this.crossing =
      crossingEdges?.find(x, distinctCount, tally) ?? crossingFaces(motion, facePairs, x, pairSearch.meetingCount);
  }

  change(changed: ChangedMesh): void {
    const { motion } = this;
    this.pairSearch.forgetStep();
    const { placeCount } = motion;
    this.tree.change(motion.change(changed), placeCount);
    this.permitted.reorder();
    this.stages.change(changed);
  }

  describe(): void {
    this.contacts.describe();
  }

  dispose(): void {
    this.contacts.describe();
    this.memory.dispose();
  }
}
