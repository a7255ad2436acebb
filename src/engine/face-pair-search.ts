// The pairs of faces of a step or of an instant that no bound separates: bounds → tree → slabs →
// planes. What a step has listed serves for its end, too.
import type { SweptBounds } from '../core/bounds/swept-bounds.ts';
import type { Tally } from '../core/contacts/contacts.ts';
import type { Positions } from '../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { Stages } from '../core/recipe/recipe.ts';
import type { FaceTree } from '../core/tree/face-tree.ts';
import type { TreeFit } from '../core/tree/tree-fit.ts';
import type { PermittedPairs } from './permitted-pairs.ts';
import { dropMasked } from './prefilter.ts';
import type { Work } from './slices.ts';
import type { ThreadedSearch } from './threads/threaded-search.ts';

/** What the search works on. */
export interface SearchParts {
  readonly motion: VertexMotion;
  readonly bounds: SweptBounds;
  readonly tree: FaceTree;
  readonly treeFit: TreeFit;
  readonly permitted: PermittedPairs;
  readonly stages: Stages;
  /** Where pairs are collected. */
  readonly facePairs: PairBuffer;
  /** Searches on several threads, if there is a pool. */
  readonly threads: ThreadedSearch | null;
}

/** Options of `FacePairSearch.within`. */
export interface WithinOptions {
  /** Whether pairs get the bits of core/bounds/kernels/planes.ts. */
  readonly marked?: boolean | undefined;
  /** The prefilter, if there is one. */
  readonly mask?: Uint8Array | undefined;
  /**
   * What several threads search for: pairs of faces, the default, or near features of the recipe,
   * after which no pairs of faces are left.
   */
  readonly kind?: 'faces' | 'near';
  /** Whether pairs of faces may be dropped because they share no point. */
  readonly keepsMeeting?: boolean | undefined;
  /** Whether a limit may end the search: it then takes one thread, whose tally is known. */
  readonly isLimited?: boolean | undefined;
}

/** Searches for pairs of faces. */
export class FacePairSearch {
  private readonly parts: SearchParts;
  /** Whether the buffer holds all pairs of faces, without a common vertex, of the present step. */
  private isStepListed = false;
  /** How many pairs of the buffer, the first ones, are known to share a point. */
  meetingCount = 0;

  constructor(parts: SearchParts) {
    this.parts = parts;
  }

  /** Prepares the tree for this step, and the tables that depend on the places of the faces. */
  prepare(): void {
    const { tree, permitted, stages } = this.parts;
    this.isStepListed = false;
    if (!tree.prepare()) return;
    permitted.reorder();
    stages.reorder();
  }

  /**
   * Says that the pairs of a whole step are in the buffer, and stay there until the next search.
   */
  keepStep(): void {
    this.isStepListed = true;
  }

  /** Says that the buffer is used for something else. */
  forgetStep(): void {
    this.isStepListed = false;
  }

  /**
   * Collects the pairs of faces without a common vertex that may share a point at one instant. If
   * that is the end of the step whose pairs are listed, they are among these, and the tree need not
   * be searched again. `keepsMeeting`: whether several threads may drop pairs that share no point.
   */
  *touching(x: Positions, tally: Tally, { mask, keepsMeeting, isLimited }: WithinOptions): Work {
    if (mask || !this.isStepListed || !this.parts.motion.endsAt(x)) {
      yield* this.within(x, 0, true, tally, { mask, keepsMeeting, isLimited });
      return;
    }
    const { motion, bounds } = this.parts;
    motion.set(x, x);
    bounds.projectInstant(0);
    this.thinByPlanes(false);
    this.sortMeeting();
    this.isStepListed = false;
  }

  /**
   * Collects the pairs of faces that may be within a distance at one instant. `distinct` leaves out
   * those that share a vertex.
   */
  *within(
    x: Positions,
    distance: number,
    distinct: boolean,
    tally: Tally,
    { marked = false, mask, kind = 'faces', keepsMeeting = false, isLimited = false }: WithinOptions = {},
  ): Work {
    const { motion, tree, treeFit, permitted, facePairs, threads } = this.parts;
    this.isStepListed = false;
    this.meetingCount = 0;
    facePairs.clear();
    motion.set(x, x);
    if (motion.mesh.faceCount === 0) return;
    this.prepare();
    treeFit.run(1, distance);
    const labels = permitted.label(tree, null);
    const search = { distinct, labels, limit: distance, until: 1, isMarked: marked, mask, keepsMeeting };
    const isThreaded = threads !== null && !isLimited && (yield* threads.run(kind, search, tally));
    if (isThreaded && keepsMeeting) this.meetingCount = facePairs.count;
    if (!isThreaded) {
      yield* tree.collect(facePairs, distinct, labels, tally);
      this.thin(tally, mask);
      this.thinByPlanes(marked);
      if (keepsMeeting) this.sortMeeting();
    }
    if (kind === 'faces') threads?.learn(kind, 1, tally);
  }

  /** Keeps the pairs of faces that no slab separates and that may collide. */
  thin(tally: Tally, mask?: Uint8Array): void {
    const { motion, permitted, facePairs } = this.parts;
    const { pointer, count } = facePairs;
    facePairs.count = motion.memory.kernels.thinPairs(motion.context.address, pointer, count);
    permitted.thin(facePairs);
    if (mask) dropMasked(motion, facePairs, mask);
    tally.slabPairs = facePairs.count;
  }

  /** Keeps the pairs of faces that neither plane of both separates. */
  private thinByPlanes(marked: boolean): void {
    const { motion, facePairs } = this.parts;
    const { memory, context } = motion;
    const { pointer, count } = facePairs;
    facePairs.count = memory.kernels.thinPlanes(context.address, memory.scratch, pointer, count, marked);
  }

  /** Drops pairs of faces that share no point; those that surely share one come first. */
  private sortMeeting(): void {
    const { motion, facePairs } = this.parts;
    const { memory, context } = motion;
    const { pointer, count } = facePairs;
    facePairs.count = memory.kernels.sortMeeting(context.address, memory.scratch, pointer, count);
    this.meetingCount = memory.ints[memory.scratch / 4];
  }
}
