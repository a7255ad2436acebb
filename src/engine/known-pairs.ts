// What the last search for near features says about a step that starts where it looked: which pairs may touch in it, without another
// look at the whole mesh. assembly/known.ts has the argument. Cloth asks so in every step, and most of its pairs hardly move against
// each other.
import type { Tally } from '../core/contacts/contacts.ts';
import { type NearFeatures, ROW } from '../core/elementary/near-features.ts';
import { Block } from '../core/memory/block.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs } from '../core/recipe/recipe.ts';
import type { FaceTree, QuietLabels } from '../core/tree/face-tree.ts';

/** Of the largest coordinate: more than what is rounded off where boxes and motions are compared as f32. */
const ROUNDED = 2 ** -18;

/** Between these a square neither underflows nor overflows as f32. */
const SHORTEST = 2 ** -50;
const LONGEST = 2 ** 60;

/** The same as `ROUNDED` of a distance along a normal, in doubles, and what underflow can take. */
const DOUBT = 2 ** -48;
const UNDERFLOW = 1e-290;

/** Pairs of nodes, or of faces, a face and in any case, beyond which a search over the whole step costs less. */
const MOST_A_FACE = 1;
const MOST_ANYWAY = 1024;

/** Steps without another attempt after one that failed: twice as many each time, up to this. */
const LONGEST_REST = 32;

export class KnownPairs {
  private readonly motion: VertexMotion;
  private readonly tree: FaceTree;
  private readonly near: NearFeatures;
  private readonly ofVertices: Block;
  private readonly ofNodes: Block;
  /** Up to which distance all pairs were found, where the vertices were, and the fit of the tree that has boxes for it. */
  private distance = 0;
  private start = 0;
  private fit = 0;
  private rest = 0;
  private nextRest = 1;

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

  /** Whether the present step starts where it was looked. Otherwise the tree may have no boxes yet, nor an order of its objects. */
  get isHere(): boolean {
    return this.start === this.motion.start && this.fit === this.tree.fits;
  }

  /**
   * Pairs of faces that may touch in the present step, which starts here, beyond the features that are known, with those that share a vertex. False if a
   * search over the whole step is to be made.
   */
  *collect(pairs: PairBuffer, labels: QuietLabels | null, tally: Tally): Generator<undefined, boolean, undefined> {
    const { motion, tree, ofVertices, ofNodes } = this;
    const { mesh, largest, inRange } = motion;
    const room = Math.fround((this.distance - ROUNDED * largest) * (1 - ROUNDED));
    if (!inRange || !(room > SHORTEST && room < LONGEST)) return false;
    if (this.rest > 0) {
      this.rest--;
      return false;
    }
    ofVertices.reserve(16 * mesh.vertexCount);
    ofNodes.reserve(32 * tree.nodeCount);
    tree.boundShifts(ofVertices.pointer, ofNodes.pointer);
    const unknown = { shifts: ofNodes.pointer, room, most: MOST_A_FACE * mesh.faceCount + MOST_ANYWAY };
    const isDone = yield* tree.collect(pairs, false, labels, tally, unknown);
    this.rest = isDone ? 0 : this.nextRest;
    this.nextRest = isDone ? 1 : Math.min(2 * this.nextRest, LONGEST_REST);
    return isDone;
  }

  /** The known pairs of features that may touch, in pieces; false when there are no more. */
  emit(piece: number, { vf, ee }: FeaturePairs): boolean {
    const isMore = this.thin(piece, vf, false);
    return this.thin(piece, ee, true) || isMore;
  }

  private thin(piece: number, to: PairBuffer, edges: boolean): boolean {
    const { motion, near } = this;
    const { hits, rows } = edges ? near.ee : near.vf;
    const first = piece * to.capacity;
    const count = Math.min(to.capacity, Math.max(0, hits.count - first));
    to.count = motion.memory.kernels.thinKnown(
      rows.pointer + ROW * first,
      count,
      edges ? motion.edges : motion.faces,
      motion.points,
      DOUBT * motion.largest + UNDERFLOW,
      edges,
      to.pointer,
    );
    return count > 0;
  }
}
