// The features that the last search for near pairs found, kept for a step that starts where it searched: which pairs may touch in it,
// without another search over the whole mesh. kernels/near-pair-cache.ts has the argument. Cloth profits in every step, where most
// pairs hardly move against each other.
import type { Tally } from '../core/contacts/contacts.ts';
import type { NearFeatures } from '../core/elementary/near-features.ts';
import { Block } from '../core/memory/block.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import { BackOff } from '../core/recipe/back-off.ts';
import type { FeaturePairs } from '../core/recipe/recipe.ts';
import type { FaceTree, QuietLabels } from '../core/tree/face-tree.ts';
import { NearRow } from '../core/wasm/mesh.generated.ts';

/** As a share of the largest coordinate: more than what is rounded off where boxes and motions are compared as f32. */
const ROUNDING = 2 ** -18;

/** Between these a square neither underflows nor overflows as f32. */
const SHORTEST = 2 ** -50;
const LONGEST = 2 ** 60;

/** The same as `ROUNDING` of a distance along a normal, in doubles, and what underflow can take. */
const DOUBT = 2 ** -48;
const UNDERFLOW = 1e-290;

/** Pairs of nodes, or of faces, per face and in any case, beyond which a search over the whole step costs less. */
const MAX_PER_FACE = 1;
const MAX_BASE = 1024;

/** The most steps without another attempt after one that failed. */
const LONGEST_PAUSE = 32;

/** Near pairs of features of one collider, and where they hold. */
export class NearPairCache {
  private readonly motion: VertexMotion;
  private readonly tree: FaceTree;
  private readonly near: NearFeatures;
  private readonly ofVertices: Block;
  private readonly ofNodes: Block;
  /** Up to which distance all pairs were found, where the vertices were, and the fit of the tree that has boxes for it. */
  private distance = 0;
  private start = 0;
  private fit = 0;
  private readonly backOff = new BackOff(LONGEST_PAUSE);

  constructor(motion: VertexMotion, tree: FaceTree, near: NearFeatures) {
    this.motion = motion;
    this.tree = tree;
    this.near = near;
    this.ofVertices = new Block(motion.memory);
    this.ofNodes = new Block(motion.memory);
  }

  /** All features of the present motion's start that are within this distance have been found. */
  learn(distance: number): void {
    this.distance = distance;
    this.start = this.motion.start;
    this.fit = this.tree.fits;
  }

  /** Whether the present step starts where the pairs were found. Otherwise the tree may have no boxes yet, nor an order of its objects. */
  get isValid(): boolean {
    return this.start === this.motion.start && this.fit === this.tree.fits;
  }

  /**
   * Pairs of faces that may touch in the present step beyond the cached features, with those that share a vertex. False if a search
   * over the whole step is to be made.
   */
  *collect(pairs: PairBuffer, labels: QuietLabels | null, tally: Tally): Generator<undefined, boolean, undefined> {
    const { motion, tree, ofVertices, ofNodes } = this;
    const { memory, mesh, context, largest, inRange } = motion;
    const known = Math.fround((this.distance - ROUNDING * largest) * (1 - ROUNDING));
    if (!inRange || !(known > SHORTEST && known < LONGEST)) return false;
    if (!this.backOff.isDue()) return false;
    ofVertices.reserve(16 * mesh.vertexCount);
    ofNodes.reserve(32 * tree.nodeCount);
    memory.kernels.boundDisplacements(context.address, ofVertices.pointer, ofNodes.pointer);
    const limit = MAX_PER_FACE * mesh.faceCount + MAX_BASE;
    const uncached = { displacements: ofNodes.pointer, known, limit };
    const isDone = yield* tree.collect(pairs, false, labels, tally, uncached);
    if (isDone) this.backOff.succeed();
    else this.backOff.fail();
    return isDone;
  }

  /** The cached pairs of features that may touch, in pieces; false when there are no more. */
  emit(piece: number, { vf, ee }: FeaturePairs): boolean {
    const hasMore = this.thin(piece, vf, false);
    return this.thin(piece, ee, true) || hasMore;
  }

  private thin(piece: number, to: PairBuffer, edges: boolean): boolean {
    const { motion, near } = this;
    const { hits, rows } = edges ? near.ee : near.vf;
    const first = piece * to.capacity;
    const count = Math.min(to.capacity, Math.max(0, hits.count - first));
    const doubt = DOUBT * motion.largest + UNDERFLOW;
    const { address } = motion.context;
    to.count = motion.memory.kernels.thinCached(
      address,
      rows.pointer + NearRow.BYTES * first,
      count,
      doubt,
      edges,
      to.pointer,
    );
    return count > 0;
  }
}
