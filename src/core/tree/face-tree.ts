// The hierarchy over the faces in linear memory, in two levels: trees of the objects below, a tree over them above. [ICCD §VI] The lower
// trees are built from the positions of the first step and refitted after, until that has cost as much as new ones.
import type { SweptBounds } from '../bounds/swept-bounds.ts';
import type { Tally } from '../contacts/contacts.ts';
import { Block } from '../memory/block.ts';
import { NONE } from '../mesh/topology.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Traversal } from '../wasm/mesh.generated.ts';
import { insertFaces } from './insert-faces.ts';
import { buildObjectTrees, EMPTY, type FaceGroups } from './object-trees.ts';
import { TopTree, topScratch } from './top-tree.ts';

/**
 * A tree that was built for other positions looks at more pairs of nodes. When the surplus of all steps together reaches this many a
 * face, a new one has paid for itself: building takes about as long as looking at them.
 */
const SURPLUS = 25;

/** So many places a face are kept, most of them empty, before a new tree sweeps them out. */
const SPACIOUS = 1.5;

/** Pairs of nodes a call of the traversal. */
const BUDGET = 16384;

/** Columns that mark patches that cannot touch themselves: a face or a node has the label of its patch, or 0. */
export interface QuietLabels {
  readonly faces: number;
  readonly nodes: number;
}

/** A search in boxes of the start alone, for pairs that no cache has: engine/near-pair-cache.ts. */
export interface UncachedPairs {
  /** How far vertices move, by node. */
  readonly displacements: number;
  /** Pairs of nodes that move at most this far against each other are in the cache. */
  readonly known: number;
  /** Beyond so many pairs of nodes, or of faces, a search over the whole step costs less. */
  readonly limit: number;
}

export class FaceTree {
  /** How many times boxes have been fitted, or have lost their faces. */
  fits = 0;
  /** How many times labels of nodes below the objects have been given, or have lost their nodes. */
  labellings = 0;
  /** Nodes of the tree over the objects: the first ones. None where there is one object. */
  private topCount = 0;
  private top: TopTree | null = null;
  private depth = 0;
  /** What the next trees are built over; the objects if nothing is said. */
  private groups: FaceGroups | undefined;
  /** Whether the trees are those of groups that were asked for. */
  isGrouped = false;
  /** Whether the trees stay until others are asked for, however worn. */
  private isPinned = false;
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly children: Block;
  private readonly boxes: Block;
  private readonly labels: Block;
  private readonly traversal: Traversal;
  private readonly stack: Block;
  private readonly topScratch: Block;
  /** Pairs of nodes that the tree looked at for each pair of faces found, when it was new; 0 until it is used. Without and with labels. */
  private readonly costWhenNew = [0, 0];
  private surplus = 0;

  constructor(motion: VertexMotion, bounds: SweptBounds) {
    this.motion = motion;
    this.bounds = bounds;
    const { memory, context } = motion;
    const traversal = new Traversal(memory, memory.allocate(Traversal.BYTES));
    this.traversal = traversal;
    traversal.widened = memory.scratch;
    this.children = new Block(memory, 0, (pointer) => {
      context.children = pointer;
    });
    this.boxes = new Block(memory, 0, (pointer) => {
      context.boxes = pointer;
    });
    this.stack = new Block(memory, 0, (pointer) => {
      traversal.stack = pointer;
    });
    this.labels = new Block(memory);
    this.topScratch = new Block(motion.memory);
  }

  /** 0 until it is built, and when it has to be built anew. */
  get nodeCount(): number {
    return this.motion.context.nodeCount;
  }

  /** Builds the tree where there is none or it has worn out, for the step as it is; true if the faces have new places. */
  prepare(): boolean {
    const { motion } = this;
    const { mesh, placeCount } = motion;
    const isWorn = this.surplus > SURPLUS * mesh.faceCount && !this.isPinned;
    const worn = isWorn || placeCount > SPACIOUS * mesh.faceCount;
    if (this.nodeCount > 0 && !worn && !this.groups) return false;
    const { topCount, roots, depth } = buildObjectTrees(motion, this.children, this.groups);
    this.isGrouped = this.groups !== undefined;
    this.groups = undefined;
    this.fits++;
    this.labellings++;
    this.topCount = topCount;
    const scratch = this.topScratch.reserve(topScratch(roots.length)).pointer;
    this.top = topCount > 0 ? new TopTree(motion.memory, scratch, roots) : null;
    this.costWhenNew.fill(0);
    this.surplus = 0;
    // The upper tree halves its trees at every level, too.
    this.deepen(depth + Math.ceil(Math.log2(roots.length + 1)));
    return true;
  }

  /** Has the next step build trees that stay until the next call: what they cost a step then depends on no step in between. */
  pin(): void {
    this.motion.context.nodeCount = 0;
    this.isPinned = true;
  }

  /** Has the next step build trees over these groups of faces, which it will look at against each other rather than within. */
  regroup(groups: FaceGroups): void {
    this.groups = groups;
  }

  /** The mesh has changed: of its places this many became empty, and those from `first` on are new. */
  change(emptied: number, first: number): void {
    const { motion } = this;
    this.fits++;
    this.labellings++;
    this.groups = undefined;
    if (this.nodeCount === 0) return;
    if (emptied > 0) this.clearEmpty();
    if (first === motion.placeCount) return;
    const { nodeCount } = this;
    const room = nodeCount + 2 * (motion.placeCount - first);
    this.children.reserve(16 * room, 16 * nodeCount);
    const children = motion.memory.i32(this.children.pointer, 4 * room);
    const tree = { children, nodeCount, depth: this.depth };
    const grown = insertFaces(tree, motion.mesh.topology, motion.faceOf, motion.placeOf, first);
    motion.context.nodeCount = grown ? tree.nodeCount : 0;
    this.deepen(tree.depth);
  }

  /** Takes faces that are gone out of their leaves. */
  private clearEmpty(): void {
    const { memory, faceOf } = this.motion;
    const children = memory.i32(this.children.pointer, 4 * this.nodeCount);
    for (let node = 0; node < this.nodeCount; node++) {
      if (children[4 * node] >= 0) continue;
      let to = 4 * node;
      for (let i = to; i < 4 * node + 4; i++) {
        if (children[i] < 0 && faceOf[~children[i]] !== NONE) children[to++] = children[i];
      }
      children.fill(EMPTY, to, 4 * node + 4);
    }
  }

  /** A pair of nodes goes down at least one level each time it is opened, and puts at most 16 pairs on the stack. */
  private deepen(depth: number): void {
    this.depth = depth;
    this.stack.reserve(8 * 16 * (2 * depth + 1));
  }

  /** Boxes of the objects' trees, then the tree over the objects as it should be for them. */
  refit(): void {
    const { nodeCount, topCount, top } = this;
    this.fits++;
    const { memory, context, isStatic } = this.motion;
    const boxes = this.boxes.reserve(192 * nodeCount).pointer;
    const fitNodes = (first: number, end: number) => memory.kernels.refit(context.address, memory.scratch, first, end);
    fitNodes(topCount, nodeCount);
    if (this.isPinned) top?.forget();
    const children = memory.i32(this.children.pointer, 4 * nodeCount);
    top?.restructure(children, memory.f32(boxes, 48 * nodeCount), isStatic, () => fitNodes(0, topCount));
    if (isStatic) this.bounds.coarsen();
  }

  /**
   * The label of every node from those of the faces, which are in their places. `isKnown`: these are the last labels, and only what is
   * above the objects has changed.
   */
  label(faceLabels: number, isKnown = false): number {
    this.labels.reserve(4 * this.nodeCount);
    const { labels } = this;
    const { memory, context } = this.motion;
    const count = isKnown ? this.topCount : this.nodeCount;
    memory.kernels.labelNodes(context.address, count, faceLabels, labels.pointer);
    if (!isKnown) this.labellings++;
    return labels.pointer;
  }

  /**
   * Pairs of faces, as places, whose boxes touch; `distinct`: without those that share a vertex; with labels, without those that have
   * the same. Pauses after every `BUDGET` pairs of nodes. False if they were too many.
   */
  *collect(
    pairs: PairBuffer,
    distinct: boolean,
    labels: QuietLabels | null,
    tally: Tally,
    uncached: UncachedPairs | null = null,
  ): Generator<undefined, boolean, undefined> {
    const { memory, context, isStatic } = this.motion;
    const { kernels } = memory;
    const { traversal } = this;
    traversal.distinct = distinct;
    traversal.faceLabels = labels?.faces ?? 0;
    traversal.nodeLabels = labels?.nodes ?? 0;
    traversal.startOnly = isStatic || uncached !== null;
    traversal.displacements = uncached?.displacements ?? 0;
    traversal.known = uncached?.known ?? 0;
    let found = 0;
    kernels.startPairs(traversal.address);
    while (traversal.top !== traversal.stack) {
      if (found > pairs.capacity - 16) pairs.reserve(2 * pairs.capacity, found);
      found = kernels.morePairs(context.address, traversal.address, pairs.pointer, found, pairs.capacity, BUDGET);
      if (uncached && Math.max(found, traversal.visited) > uncached.limit) return false;
      yield;
    }
    pairs.count = found;
    tally.nodePairs = traversal.visited;
    tally.boxPairs = found;
    if (!uncached) this.weigh(tally, labels ? 1 : 0);
    return true;
  }

  /** Adds up by how much the tree looks at more pairs of nodes than it did when it was new. */
  private weigh({ nodePairs, boxPairs }: Tally, way: 0 | 1): void {
    const size = boxPairs + this.motion.mesh.faceCount;
    if (this.costWhenNew[way] === 0) this.costWhenNew[way] = nodePairs / size;
    else this.surplus += Math.max(0, nodePairs - this.costWhenNew[way] * size);
  }
}
