// The hierarchy over the faces in two levels: a tree for each object, and a tree over the objects.
// [ICCD §VI] The trees of the objects are built for the positions of the first step and refitted in
// later steps, until the extra cost of traversing them reaches the cost of building new ones.
// `collect` turns the hierarchy into pairs of faces.
import type { Tally } from '../contacts/contacts.ts';
import { Block } from '../memory/block.ts';
import { NONE } from '../mesh/topology.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Traversal } from '../wasm/mesh.generated.ts';
import { BRANCH_NUMBERS, splitBranches } from './branches.ts';
import { insertFaces } from './insert-faces.ts';
import { floatBoxes, quantizedBoxes } from './node-boxes.ts';
import { buildObjectTrees, EMPTY, type FaceGroups } from './object-trees.ts';
import { TopTree } from './top-tree.ts';

/**
 * Surplus pairs of nodes, per face, after which a new tree is built. A tree that was built for
 * other positions visits more pairs of nodes than a new one would; the surplus adds up over all
 * steps. Visiting this many takes about as long as building a tree.
 */
const MAX_SURPLUS_PER_FACE = 25;

/** Places per face beyond which a new tree is built, which has no empty places. */
const MAX_PLACES_PER_FACE = 1.5;

/**
 * Pairs of nodes that one call of the traversal visits. Asynchronous calls can pause only between
 * such calls.
 */
const NODE_PAIRS_PER_CALL = 16384;

/** Faces of a branch that is fitted at once: its slabs stay in the cache. */
const MAX_BRANCH_FACES = 1024;

/**
 * Labels of quiet patches, which provably do not touch themselves: a face or a node has the label
 * of its patch, or 0.
 */
export interface QuietLabels {
  /** Pointer to a u32 per place. */
  readonly faces: number;
  /** Pointer to a u32 per node. */
  readonly nodes: number;
}

/**
 * Parameters of a search, in the boxes of the start alone, for the pairs that the near-pair cache
 * may lack (engine/near-pair-cache.ts).
 */
export interface UncachedPairs {
  /** Pointer to the bounds of the vertices' displacements, per node. */
  readonly displacements: number;
  /**
   * Pairs of nodes whose displacements differ by at most this length are in the cache, and are
   * skipped.
   */
  readonly known: number;
  /**
   * Number of pairs of nodes, or of faces, beyond which a search over the whole step costs less.
   */
  readonly limit: number;
}

/** Bytes of the boxes of a node: kernels/node.ts and kernels/quantized-node.ts have the layouts. */
function bytesOfBoxes(isStatic: boolean, isQuantized: boolean): number {
  if (isStatic) return 96;
  return isQuantized ? 128 : 192;
}

/** Trees over the faces of a mesh. */
export class FaceTree {
  /** How many times boxes were fitted, or became invalid because faces changed. */
  fits = 0;
  /**
   * How many times the nodes below the objects got labels, or these became invalid because nodes
   * changed.
   */
  labellings = 0;
  /** Number of nodes of the tree over the objects, which come first; 0 if there is one object. */
  private topCount = 0;
  private top: TopTree | null = null;
  private depth = 0;
  /** The groups that the next trees are built over; the objects if undefined. */
  private groups: FaceGroups | undefined;
  /** Whether the trees are over groups that `regroup` asked for. */
  isGrouped = false;
  /** Whether the trees stay until `pin` is called again, whatever their surplus. */
  isPinned = false;
  private readonly motion: VertexMotion;
  private readonly children: Block;
  private readonly boxes: Block;
  private readonly branchEntries: Block;
  /** Number of branches that are fitted one by one. */
  branchCount = 0;
  /** Nodes of the objects' trees above these branches, parents first. */
  private aboveBranches: readonly number[] = [];
  private readonly labels: Block;
  private readonly traversal: Traversal;
  private readonly stack: Block;
  private readonly topScratch: Block;
  /**
   * Pairs of nodes that the new tree visited, per face and found pair of faces, without and with
   * labels; 0 until it is used.
   */
  private readonly costWhenNew = [0, 0];
  /**
   * Pairs of nodes visited beyond the cost of a new tree, over all steps since the tree was built.
   */
  private surplus = 0;

  constructor(motion: VertexMotion) {
    this.motion = motion;
    const { memory, context } = motion;
    const traversal = new Traversal(memory, memory.allocate(Traversal.BYTES));
    this.traversal = traversal;
    traversal.widened = memory.scratch;
    this.children = Block.forField(memory, context, 'children');
    this.boxes = Block.forField(memory, context, 'boxes');
    this.stack = Block.forField(memory, traversal, 'stack');
    this.branchEntries = new Block(memory);
    this.labels = new Block(memory);
    this.topScratch = new Block(memory);
  }

  /** Number of nodes; 0 if the tree has to be built. */
  get nodeCount(): number {
    return this.motion.context.nodeCount;
  }

  /**
   * Builds the tree for the present step if there is none, or if a new one is due. Returns whether
   * the faces got new places.
   */
  prepare(): boolean {
    const { motion } = this;
    const { mesh, placeCount } = motion;
    const isWorn = this.surplus > MAX_SURPLUS_PER_FACE * mesh.faceCount && !this.isPinned;
    const isDue = isWorn || placeCount > MAX_PLACES_PER_FACE * mesh.faceCount;
    if (this.nodeCount > 0 && !isDue && !this.groups) return false;
    const { topCount, roots, depth } = buildObjectTrees(motion, this.children, this.groups);
    this.isGrouped = this.groups !== undefined;
    this.groups = undefined;
    this.fits++;
    this.labellings++;
    this.topCount = topCount;
    this.splitTrees(roots);
    this.top = topCount > 0 ? new TopTree(motion.memory, this.topScratch, roots) : null;
    this.costWhenNew.fill(0);
    this.surplus = 0;
    // The tree over the objects halves them at every level, too.
    this.setDepth(depth + Math.ceil(Math.log2(roots.length + 1)));
    return true;
  }

  /**
   * Makes the next step build trees that stay until the next call. The cost of a step then does not
   * depend on earlier steps.
   */
  pin(): void {
    this.motion.context.nodeCount = 0;
    this.isPinned = true;
  }

  /**
   * Makes the next step build a tree for each of these groups of faces. That is useful if pairs
   * within a group are left out.
   */
  regroup(groups: FaceGroups): void {
    this.groups = groups;
  }

  /**
   * Follows a change of the mesh: `emptied` is the number of places that became empty, and places
   * from `first` on are new.
   */
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
    // New nodes come last, wherever their branch is.
    this.setBranches(Int32Array.of(0, motion.placeCount, this.topCount, tree.nodeCount), []);
    this.setDepth(tree.depth);
  }

  /** Finds branches of the trees that were just built. */
  private splitTrees(roots: Uint32Array): void {
    const { memory, placeCount } = this.motion;
    const { nodeCount } = this;
    const children = memory.i32(this.children.pointer, 4 * nodeCount);
    const { entries, above } = splitBranches({ children, roots, nodeCount, placeCount }, MAX_BRANCH_FACES);
    this.setBranches(entries, above);
  }

  private setBranches(entries: Int32Array, above: readonly number[]): void {
    this.branchEntries.put(entries);
    this.branchCount = entries.length / BRANCH_NUMBERS;
    this.aboveBranches = above;
  }

  /** Pointer to the branches: kernels/fit-branches.ts has the layout. */
  get branches(): number {
    return this.branchEntries.pointer;
  }

  /** Takes removed faces out of their leaves. */
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

  /**
   * Reserves the stack of the traversal. It cannot overflow: opening a pair of nodes goes down at
   * least one level and pushes at most 16 pairs.
   */
  private setDepth(depth: number): void {
    this.depth = depth;
    this.stack.reserve(8 * this.stackPairs);
  }

  /** Makes room for the boxes of the present step. */
  reserveBoxes(): void {
    const { context, isStatic } = this.motion;
    this.fits++;
    this.boxes.reserve(bytesOfBoxes(isStatic, context.isQuantized) * this.nodeCount);
  }

  /** Leaves the memory of the boxes to a thread that may still write to it. */
  abandonBoxes(): void {
    this.motion.memory.abandon(this.boxes.leave());
  }

  /**
   * When all branches are fitted: computes the boxes of the nodes above them, then the tree over
   * the objects and its boxes. At one instant, coarse bounds follow.
   */
  fitAbove(): void {
    const { nodeCount, topCount, top, aboveBranches } = this;
    const { memory, context, isStatic } = this.motion;
    const { isQuantized } = context;
    const { kernels } = memory;
    const boxes = this.boxes.pointer;
    const fitNodes = (first: number, end: number): void => {
      if (isQuantized) kernels.refitQuantized(context.address, first, end);
      else kernels.refit(context.address, memory.scratch, first, end);
    };
    for (let i = aboveBranches.length - 1; i >= 0; i--) fitNodes(aboveBranches[i], aboveBranches[i] + 1);
    if (this.isPinned) top?.forget();
    if (top) {
      const children = memory.i32(this.children.pointer, 4 * nodeCount);
      const read = isQuantized
        ? quantizedBoxes(memory.i16(boxes, 64 * nodeCount), context)
        : floatBoxes(memory.f32(boxes, (isStatic ? 24 : 48) * nodeCount), isStatic);
      top.restructure(children, read, () => fitNodes(0, topCount));
    }
    // Coarse bounds are relative to the root's box.
    if (isStatic) memory.kernels.boundCoarsely(context.address);
  }

  /**
   * Labels every node from the labels of the faces by place, and returns a pointer to the labels.
   * `isKnown`: the labels of the faces are those of the last call, and only the nodes above the
   * objects have changed.
   */
  label(faceLabels: number, isKnown = false): number {
    const { pointer } = this.labels.reserve(4 * this.nodeCount);
    const { memory, context } = this.motion;
    const count = isKnown ? this.topCount : this.nodeCount;
    memory.kernels.labelNodes(context.address, count, faceLabels, pointer);
    if (!isKnown) this.labellings++;
    return pointer;
  }

  /**
   * Collects the pairs of places whose boxes touch. `distinct` leaves out faces that share a
   * vertex; labels leave out faces of the same label. Pauses after every `NODE_PAIRS_PER_CALL`
   * pairs of nodes. Returns false if the limit of `uncached` was exceeded.
   */
  *collect(
    pairs: PairBuffer,
    distinct: boolean,
    labels: QuietLabels | null,
    tally: Tally,
    uncached: UncachedPairs | null = null,
  ): Generator<undefined, boolean, undefined> {
    const { memory, context } = this.motion;
    const { kernels } = memory;
    const traversal = this.setTraversal(distinct, labels, uncached);
    let found = 0;
    const isQuantized = context.isQuantized && !traversal.startOnly;
    const morePairs = isQuantized ? kernels.moreQuantizedPairs : kernels.morePairs;
    kernels.startPairs(traversal.address);
    while (traversal.top !== traversal.stack) {
      if (found > pairs.capacity - 16) pairs.reserve(2 * pairs.capacity, found);
      found = morePairs(context.address, traversal.address, pairs.pointer, found, pairs.capacity, NODE_PAIRS_PER_CALL);
      if (uncached && Math.max(found, traversal.visited) > uncached.limit) return false;
      tally.nodePairs = traversal.visited;
      tally.boxPairs = isQuantized ? traversal.boxPairs : found;
      yield;
    }
    pairs.count = found;
    if (!uncached) this.addSurplus(tally, labels ? 1 : 0);
    return true;
  }

  /**
   * Sets the options of the next traversal, with the parameters of `collect`. Threads that do the
   * work of `collect` copy it, with stacks of their own, and then call `addSurplus`.
   */
  setTraversal(distinct: boolean, labels: QuietLabels | null, uncached: UncachedPairs | null): Traversal {
    const { traversal } = this;
    traversal.distinct = distinct;
    traversal.faceLabels = labels?.faces ?? 0;
    traversal.nodeLabels = labels?.nodes ?? 0;
    traversal.startOnly = this.motion.isStatic || uncached !== null;
    traversal.displacements = uncached?.displacements ?? 0;
    traversal.known = uncached?.known ?? 0;
    return traversal;
  }

  /** Number of pairs of nodes that the stack of a traversal from the root may hold. */
  get stackPairs(): number {
    return 16 * (2 * this.depth + 1);
  }

  /** Adds up how many more pairs of nodes the tree visits than it did when it was new. */
  addSurplus({ nodePairs, boxPairs }: Tally, withLabels: 0 | 1): void {
    const size = boxPairs + this.motion.mesh.faceCount;
    if (this.costWhenNew[withLabels] === 0) this.costWhenNew[withLabels] = nodePairs / size;
    else this.surplus += Math.max(0, nodePairs - this.costWhenNew[withLabels] * size);
  }
}
