// The shape of the traversal tree: four children a node, either all nodes or all faces; parents precede children. Built top-down
// by the median along the longest side, which costs n log n and needs no more than the faces' centres.
import type { LinearMemory } from '../memory/linear-memory.ts';

/** No child. */
export const EMPTY = 0x7fffffff;

export interface Tree {
  /** Four a node: a node's number, ~place of a face, or EMPTY, which fills up the end. */
  readonly children: Int32Array;
  readonly nodeCount: number;
  /** The most nodes from the root to a leaf. */
  readonly depth: number;
  /** The face at each place: faces that are close in space stand close together. */
  readonly order: Uint32Array;
}

/** Bytes a face that building takes: its centre and its id. */
const SCRATCH = 16;

/** How much linear memory building a tree over so many faces takes. */
export function scratchFor(count: number): number {
  return SCRATCH * count + 32;
}

/**
 * Builds trees over up to `capacity` faces, each in the place of the last: what it returns lives until the next call. The centres are
 * put into `scratch`, a block of `scratchFor(capacity)` bytes, by the caller.
 */
export class TreeBuilder implements Tree {
  nodeCount = 0;
  depth = 0;
  children: Int32Array;
  order: Uint32Array;
  private readonly memory: LinearMemory;
  private readonly scratch: number;
  private readonly orderBlock: number;
  private readonly allChildren: Int32Array;

  constructor(memory: LinearMemory, scratch: number, capacity: number) {
    this.memory = memory;
    this.scratch = scratch;
    this.orderBlock = scratch + Math.ceil((12 * capacity) / 16) * 16 + 16;
    // A node for each four faces, those above them, and some that are not full: never more than there are faces.
    this.allChildren = new Int32Array(4 * Math.max(1, capacity));
    this.children = this.allChildren;
    this.order = new Uint32Array(0);
  }

  /** Where the centres go, xyz of each face. */
  centres(count: number): Float32Array {
    return this.memory.f32(this.scratch, 3 * count);
  }

  build(count: number): Tree {
    this.order = this.memory.u32(this.orderBlock, count);
    countUp(this.order);
    this.nodeCount = 0;
    this.depth = 0;
    this.branch(0, count, 1);
    this.children = this.allChildren.subarray(0, 4 * this.nodeCount);
    return this;
  }

  /** A node over `n` faces from `start` on, and all below it. */
  private branch(start: number, n: number, level: number): number {
    const { allChildren } = this;
    const node = this.nodeCount++;
    this.depth = Math.max(this.depth, level);
    allChildren.fill(EMPTY, 4 * node, 4 * node + 4);
    if (n <= 4) {
      for (let k = 0; k < n; k++) allChildren[4 * node + k] = ~(start + k);
      return node;
    }
    const half = this.split(start, n);
    let slot = 4 * node;
    for (let side = 0; side < 2; side++) {
      const from = side === 0 ? start : start + half;
      const m = side === 0 ? half : n - half;
      const quarter = m > unitOf(n) ? this.split(from, m) : m;
      allChildren[slot++] = this.branch(from, quarter, level + 1);
      if (m > quarter) allChildren[slot++] = this.branch(from + quarter, m - quarter, level + 1);
    }
    return node;
  }

  /** Moves the nearer half along the longest side to the front and returns its size, a multiple of the unit. */
  private split(start: number, n: number): number {
    const front = halfOf(n);
    this.memory.kernels.splitFaces(this.scratch, this.orderBlock, start, n, front);
    return front;
  }
}

/** Not part of `build`, which the compiler would take as a whole, all branches in it, for this loop. */
function countUp(order: Uint32Array): void {
  for (let f = 0; f < order.length; f++) order[f] = f;
}

/**
 * Parts of a node are multiples of this many faces: the largest power of four below n, so that all nodes but some at the border are
 * full. Halves of equal size would leave many nodes with two children; full ones mean a fifth fewer pairs of nodes.
 */
function unitOf(n: number): number {
  let unit = 4;
  while (4 * unit < n) unit *= 4;
  return unit;
}

/** The size of the first part of n faces. */
function halfOf(n: number): number {
  const unit = unitOf(n);
  const size = unit * Math.ceil(n / 2 / unit);
  return size < n ? size : unit;
}

/** How many nodes a tree over so many faces has: it follows from their number alone. */
export function countNodes(n: number): number {
  if (n <= 4) return 1;
  const half = halfOf(n);
  let count = 1;
  for (const m of [half, n - half]) {
    const quarter = m > unitOf(n) ? halfOf(m) : m;
    count += countNodes(quarter) + (m > quarter ? countNodes(m - quarter) : 0);
  }
  return count;
}
