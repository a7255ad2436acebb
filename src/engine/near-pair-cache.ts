// Caches the near features that the last `proximities` found. A `collide` that starts at the same
// positions tests these, and searches the tree only for pairs that move far against each other.
// kernels/near-pair-cache.ts has the proof. It pays in every step of cloth, because most pairs
// hardly move against each other.
import type { Tally } from '../core/contacts/contacts.ts';
import type { NearFeatures } from '../core/elementary/near-features.ts';
import { Block } from '../core/memory/block.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import { BackOff } from '../core/recipe/back-off.ts';
import type { FeaturePairs } from '../core/recipe/recipe.ts';
import type { FaceTree, QuietLabels } from '../core/tree/face-tree.ts';
import { PairRow } from '../core/wasm/mesh.generated.ts';

/**
 * More than the rounding of boxes and displacements to f32, as a share of the largest coordinate.
 */
const BOX_ROUNDING = 2 ** -18;

/** The cache is used for distances above this: their squares do not underflow as f32. */
const MIN_F32_DISTANCE = 2 ** -50;
/** The cache is used for distances below this: their squares do not overflow as f32. */
const MAX_F32_DISTANCE = 2 ** 60;

/**
 * More than the rounding of a distance along a normal, in doubles, as a share of the largest
 * coordinate.
 */
const SEPARATION_ROUNDING = 2 ** -48;
/** More than underflow can take from a distance along a normal. */
const SEPARATION_UNDERFLOW = 1e-290;

/**
 * Pairs of nodes, or of faces, per face of the mesh, beyond which a search over the whole step
 * costs less.
 */
const MAX_PER_FACE = 1;
/** The same, in addition to those per face. */
const MAX_BASE = 1024;

/** The most steps between a failed attempt and the next attempt. */
const MAX_PAUSE_STEPS = 32;

/** The near pairs of features of one collider, and the positions for which they are valid. */
export class NearPairCache {
  private readonly motion: VertexMotion;
  private readonly tree: FaceTree;
  private readonly near: NearFeatures;
  private readonly ofVertices: Block;
  private readonly ofNodes: Block;
  /** The distance up to which all pairs were found. */
  private distance = 0;
  /** The number of the start positions of that search. */
  private start = 0;
  /** The tree's `fits` when its boxes were those of that search. */
  private fit = 0;
  /** Whether there was no memory for bounds of displacements: the cache is given up. */
  private isRefused = false;
  private readonly backOff = new BackOff(MAX_PAUSE_STEPS);

  constructor(motion: VertexMotion, tree: FaceTree, near: NearFeatures) {
    this.motion = motion;
    this.tree = tree;
    this.near = near;
    this.ofVertices = new Block(motion.memory);
    this.ofNodes = new Block(motion.memory);
  }

  /** Records that all features within this distance at the present start have been found. */
  learn(distance: number): void {
    this.distance = distance;
    this.start = this.motion.start;
    this.fit = this.tree.fits;
  }

  /**
   * Whether the present step starts where the pairs were found, and the tree still has its boxes
   * for that start.
   */
  get isValid(): boolean {
    return this.start === this.motion.start && this.fit === this.tree.fits;
  }

  /**
   * Collects the pairs of faces that may touch in the present step and may not be cached, including
   * those that share a vertex. False if the caller has to search over the whole step instead.
   */
  *collect(pairs: PairBuffer, labels: QuietLabels | null, tally: Tally): Generator<undefined, boolean, undefined> {
    const { motion, tree, ofVertices, ofNodes } = this;
    const { memory, mesh, context, largest, inRange } = motion;
    const known = Math.fround((this.distance - BOX_ROUNDING * largest) * (1 - BOX_ROUNDING));
    if (!inRange || !(known > MIN_F32_DISTANCE && known < MAX_F32_DISTANCE)) return false;
    if (!this.backOff.isDue() || !this.hasRoom()) return false;
    memory.kernels.boundDisplacements(context.address, ofVertices.pointer, ofNodes.pointer);
    const limit = MAX_PER_FACE * mesh.faceCount + MAX_BASE;
    const uncached = { displacements: ofNodes.pointer, known, limit };
    const isDone = yield* tree.collect(pairs, false, labels, tally, uncached);
    if (isDone) this.backOff.succeed();
    else this.backOff.fail();
    return isDone;
  }

  /** Makes room for the bounds of displacements. They are optional: without memory, none are used. */
  private hasRoom(): boolean {
    const { motion, tree, ofVertices, ofNodes } = this;
    if (this.isRefused) return false;
    try {
      ofVertices.reserve(16 * motion.mesh.vertexCount);
      ofNodes.reserve(32 * tree.nodeCount);
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.isRefused = true;
      ofVertices.dispose();
      return false;
    }
  }

  /**
   * Emits the cached pairs of features that may touch, piece by piece; false when there are no
   * more.
   */
  emit(piece: number, { vf, ee }: FeaturePairs): boolean {
    const hasMore = this.thin(piece, vf, false);
    return this.thin(piece, ee, true) || hasMore;
  }

  /**
   * Copies one piece of the cached pairs of one kind, without those that a plane separates. False
   * if the piece is empty.
   */
  private thin(piece: number, to: PairBuffer, edges: boolean): boolean {
    const { near } = this;
    const { memory, context, largest } = this.motion;
    const { hits, rows } = edges ? near.ee : near.vf;
    const first = piece * to.capacity;
    const count = Math.min(to.capacity, Math.max(0, hits.count - first));
    const doubt = SEPARATION_ROUNDING * largest + SEPARATION_UNDERFLOW;
    const from = rows.pointer + PairRow.BYTES * first;
    to.count = memory.kernels.thinCached(context.address, from, count, doubt, edges, to.pointer);
    return count > 0;
  }
}
