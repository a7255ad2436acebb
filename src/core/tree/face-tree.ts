// The tree over the faces in linear memory. Built from the positions of the first step and refitted after, until that has cost as
// much as a new tree. [ICCD §VI-B: refitting; departs from the paper: one spatial tree over all objects, see docs/papers/iccd.md]
import type { SweptBounds } from '../bounds/swept-bounds.ts';
import type { Tally } from '../contacts/contacts.ts';
import { Block } from '../memory/block.ts';
import { NONE } from '../mesh/topology.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { buildTree, EMPTY } from './build-tree.ts';
import { insertFaces } from './insert-faces.ts';

type Positions = Float64Array | Float32Array;

/**
 * A tree that was built for other positions looks at more pairs of nodes. When the surplus of all steps together reaches this many a
 * face, a new one has paid for itself: building takes about as long as looking at them.
 */
const SURPLUS = 25;

/** So many places a face are kept, most of them empty, before a new tree sweeps them out. */
const SPACIOUS = 1.5;

/** Pairs of nodes a call of the traversal. */
const BUDGET = 16384;

export class FaceTree {
  /** 0 until it is built, and when it has to be built anew. */
  private nodeCount = 0;
  private depth = 0;
  private readonly motion: VertexMotion;
  private readonly children: Block;
  private readonly boxes: Block;
  private readonly labels: Block;
  private readonly stack: Block;
  /** Pairs of nodes that the tree looked at for each pair of faces found, when it was new; 0 until it is used. Without and with labels. */
  private readonly costWhenNew = [0, 0];
  private surplus = 0;

  constructor(motion: VertexMotion) {
    this.motion = motion;
    this.children = new Block(motion.memory);
    this.boxes = new Block(motion.memory);
    this.labels = new Block(motion.memory);
    this.stack = new Block(motion.memory);
  }

  /** Builds the tree where there is none or it has worn out; true if the faces have new places. */
  prepare(x0: Positions, x1: Positions): boolean {
    const { motion } = this;
    const { mesh, placeCount } = motion;
    const worn = this.surplus > SURPLUS * mesh.faceCount || placeCount > SPACIOUS * mesh.faceCount;
    if (this.nodeCount > 0 && !worn) return false;
    const { children, nodeCount, depth, order } = buildTree(centresOf(mesh.triangles, x0, x1));
    motion.orderFaces(order);
    this.nodeCount = nodeCount;
    this.children.put(children);
    this.costWhenNew.fill(0);
    this.surplus = 0;
    this.deepen(depth);
    return true;
  }

  /** The mesh has changed: of its places this many became empty, and those from `first` on are new. */
  change(emptied: number, first: number): void {
    const { motion } = this;
    if (this.nodeCount === 0) return;
    if (emptied > 0) this.clearEmpty();
    if (first === motion.placeCount) return;
    const room = this.nodeCount + 2 * (motion.placeCount - first);
    this.children.reserve(16 * room, 16 * this.nodeCount);
    const children = motion.memory.i32(this.children.pointer, 4 * room);
    const tree = { children, nodeCount: this.nodeCount, depth: this.depth };
    const grown = insertFaces(tree, motion.mesh.topology, motion.faceOf, motion.placesOfFaces(), first);
    this.nodeCount = grown ? tree.nodeCount : 0;
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

  refit({ slabs }: SweptBounds): void {
    this.boxes.reserve(192 * this.nodeCount);
    const { children, boxes } = this;
    this.motion.memory.kernels.refit(children.pointer, this.nodeCount, slabs, boxes.pointer);
  }

  /** The label of every node from those of the faces, which are in their places. */
  label(faceLabels: number): number {
    this.labels.reserve(4 * this.nodeCount);
    const { children, labels } = this;
    this.motion.memory.kernels.labelNodes(children.pointer, this.nodeCount, faceLabels, labels.pointer);
    return labels.pointer;
  }

  /**
   * Pairs of faces, as places, whose boxes touch; `apart`: without those that share a vertex; with labels, without those that have
   * the same.
   */
  collect(
    pairs: PairBuffer,
    apart: boolean,
    labels: { readonly faces: number; readonly nodes: number } | null,
    tally: Tally,
  ): void {
    const { motion, children, boxes } = this;
    const { kernels } = motion.memory;
    const stack = this.stack.pointer;
    let found = 0;
    kernels.startPairs(stack);
    while (kernels.pairsPending(stack)) {
      if (found > pairs.capacity - 16) pairs.reserve(2 * pairs.capacity, found);
      found = kernels.morePairs(
        children.pointer,
        boxes.pointer,
        motion.faces,
        apart,
        labels?.faces ?? 0,
        labels?.nodes ?? 0,
        stack,
        pairs.pointer,
        found,
        pairs.capacity,
        BUDGET,
      );
    }
    pairs.count = found;
    tally.nodePairs = kernels.nodePairsVisited();
    tally.boxPairs = found;
    this.weigh(tally, labels ? 1 : 0);
  }

  /** Adds up by how much the tree looks at more pairs of nodes than it did when it was new. */
  private weigh({ nodePairs, boxPairs }: Tally, way: 0 | 1): void {
    const size = boxPairs + this.motion.mesh.faceCount;
    if (this.costWhenNew[way] === 0) this.costWhenNew[way] = nodePairs / size;
    else this.surplus += Math.max(0, nodePairs - this.costWhenNew[way] * size);
  }
}

/** Mean of the corners at both ends, a face. */
function centresOf(triangles: Uint32Array, x0: Positions, x1: Positions): Float32Array {
  const centres = new Float32Array(triangles.length);
  for (let f = 0; f < triangles.length; f += 3) {
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += x0[3 * triangles[f + j] + k] / 6 + x1[3 * triangles[f + j] + k] / 6;
      centres[f + k] = sum;
    }
  }
  return centres;
}
