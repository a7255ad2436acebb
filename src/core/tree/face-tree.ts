// The tree over the faces in linear memory. Built from the positions of the first step and refitted after, until that has cost as
// much as a new tree. [ICCD §VI-B: refitting; departs from the paper: one spatial tree over all objects, see docs/papers/iccd.md]
import type { SweptBounds } from '../bounds/swept-bounds.ts';
import type { Tally } from '../contacts/contacts.ts';
import { Block } from '../memory/block.ts';
import { NONE } from '../mesh/topology.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { buildTree, EMPTY, type Tree } from './build-tree.ts';

type Positions = Float64Array | Float32Array;

/**
 * A tree that was built for other positions looks at more pairs of nodes. When the surplus of all steps together reaches this many a
 * face, a new one has paid for itself: building takes about as long as looking at them.
 */
const SURPLUS = 100;

/** So many places a face are kept, most of them empty, before a new tree sweeps them out. */
const SPACIOUS = 1.5;

/** Pairs of nodes a call of the traversal. */
const BUDGET = 16384;

export class FaceTree {
  /** Node 0 has up to four trees below it: the one over all faces, and one for each time that faces have come. */
  private nodeCount = 0;
  private depth = 0;
  /** Faces that have come and have no place yet. */
  private homeless: Uint32Array = new Uint32Array(0);
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

  /** Builds the tree where there is none or it has worn out; true if faces have new places. */
  prepare(x0: Positions, x1: Positions): boolean {
    const { mesh, placeCount } = this.motion;
    const worn = this.surplus > SURPLUS * mesh.faceCount || placeCount > SPACIOUS * mesh.faceCount;
    if (this.nodeCount === 0 || worn) this.build(x0, x1);
    else if (this.homeless.length > 0) this.grow(x0, x1);
    else return false;
    this.homeless = new Uint32Array(0);
    return true;
  }

  /** The mesh has changed: empties the places without a face. False if faces get their places only in the next step. */
  change(faceRemap: Uint32Array, homeless: Uint32Array): boolean {
    const { memory, faceOf } = this.motion;
    const waiting = this.homeless.map((f) => faceRemap[f]).filter((f) => f !== NONE);
    this.homeless = concat(waiting, homeless);
    if (this.nodeCount === 0) return false;
    const children = memory.u32(this.children.pointer, 4 * this.nodeCount);
    for (let node = 0; node < this.nodeCount; node++) {
      if (children[4 * node] <= EMPTY) continue;
      let to = 4 * node;
      for (let i = 4 * node; i < 4 * node + 4; i++) {
        if (children[i] > EMPTY && faceOf[~children[i]] !== NONE) children[to++] = children[i];
      }
      children.fill(EMPTY, to, 4 * node + 4);
    }
    return this.homeless.length === 0;
  }

  private build(x0: Positions, x1: Positions): void {
    const { motion } = this;
    const faces = new Uint32Array(motion.mesh.faceCount);
    for (let f = 0; f < faces.length; f++) faces[f] = f;
    const tree = buildTree(centresOf(motion.mesh.triangles, faces, x0, x1));
    motion.orderFaces(tree.order);
    this.nodeCount = 1;
    this.depth = 0;
    this.children.put(new Int32Array(4).fill(EMPTY));
    this.hang(tree, 0);
    this.costWhenNew.fill(0);
    this.surplus = 0;
  }

  /** Hangs a tree over the homeless faces beside the others, or builds a new one if there is no room. */
  private grow(x0: Positions, x1: Positions): void {
    const { motion } = this;
    const root = motion.memory.u32(this.children.pointer, 4);
    if (root[3] !== EMPTY) {
      this.build(x0, x1);
      return;
    }
    const { homeless } = this;
    const tree = buildTree(centresOf(motion.mesh.triangles, homeless, x0, x1));
    const before = motion.placeCount;
    motion.appendFaces(tree.order.map((i) => homeless[i]));
    this.hang(tree, before);
  }

  /** Puts the nodes of a tree behind the last and its root below node 0; its faces have places from `place` on. */
  private hang({ children, nodeCount, depth }: Tree, place: number): void {
    const first = this.nodeCount;
    this.nodeCount += nodeCount;
    this.children.reserve(16 * this.nodeCount, 16 * first);
    const all = this.motion.memory.u32(this.children.pointer, 4 * this.nodeCount);
    for (let i = 0; i < children.length; i++) {
      const child = children[i];
      all[4 * first + i] = child < 0 ? ~(~child + place) : child === EMPTY ? EMPTY : child + first;
    }
    all[all.subarray(0, 4).indexOf(EMPTY)] = first;
    this.depth = Math.max(this.depth, depth + 1);
    // A pair of nodes goes down at least one level each time it is opened, and puts at most 16 pairs on the stack.
    this.stack.reserve(8 * 16 * (2 * this.depth + 1));
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

/** Mean of the corners at both ends, for each of the faces. */
function centresOf(triangles: Uint32Array, faces: Uint32Array, x0: Positions, x1: Positions): Float32Array {
  const centres = new Float32Array(3 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    const f = 3 * faces[i];
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += x0[3 * triangles[f + j] + k] / 6 + x1[3 * triangles[f + j] + k] / 6;
      centres[3 * i + k] = sum;
    }
  }
  return centres;
}

function concat(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
