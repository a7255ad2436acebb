// The upper level of the two-level hierarchy: a tree over the trees of the objects. [ICCD §VI-B] Few objects are ordered anew in every
// step; of many, only those branches whose boxes have spread apart, by the volume metric.
import type { LinearMemory } from '../memory/linear-memory.ts';
import { TreeBuilder } from '../wasm/mesh.generated.ts';

/** More objects than this are restructured selectively. */
const MANY = 1024;

/** A branch is ordered anew when the volume of its children, as a share of its own, has grown by this factor. */
const SPREAD = 1.5;

/** Bytes of linear memory that a tree over so many objects takes to be ordered: a centre, a number and a node for each. */
export function topScratch(count: number): number {
  return TreeBuilder.BYTES + 32 * count + 80;
}

/** Nodes are numbered from the root, node 0, as kernels/tree-build.ts does: a branch and all below it follow each other. */
export class TopTree {
  private isNew = true;
  private readonly roots: Uint32Array;
  /** Trees in the order of the leaves; node i has `sizes[i]` of them from `starts[i]` on. */
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly sizes: Uint32Array;
  /** The volume of each node's children as a share of its own, when it was ordered; 0 before. */
  private readonly shares: Float64Array;
  private readonly memory: LinearMemory;
  private readonly scratch: number;
  private readonly own: Uint32Array;
  /** Floats of a node's boxes, and from those of the start to those of the end: none where nothing moves. */
  private size = 0;
  private later = 0;

  /** `scratch` is a block of `topScratch(roots.length)` bytes. */
  constructor(memory: LinearMemory, scratch: number, roots: Uint32Array) {
    const nodeCount = memory.kernels.countNodes(roots.length);
    this.memory = memory;
    this.scratch = scratch;
    this.roots = roots;
    this.order = Uint32Array.from(roots, (_, i) => i);
    this.starts = new Uint32Array(nodeCount);
    this.sizes = new Uint32Array(nodeCount);
    this.shares = new Float64Array(nodeCount);
    this.sizes[0] = roots.length;
    this.own = new Uint32Array(roots.length);
  }

  /** The next order will be as if it were the first. */
  forget(): void {
    this.isNew = true;
    for (let i = 0; i < this.order.length; i++) this.order[i] = i;
  }

  /** Orders what has to be, for the boxes that the objects have; `refit` brings the boxes of these nodes up to date. `isStatic`: those of the start alone. */
  restructure(children: Int32Array, boxes: Float32Array, isStatic: boolean, refit: () => void): void {
    this.later = isStatic ? 0 : 2 * PART;
    this.size = this.later + 2 * PART;
    if (this.isNew || this.roots.length <= MANY) {
      this.isNew = false;
      this.arrange(0, children, boxes);
      refit();
      return;
    }
    refit();
    let arranged = false;
    for (let node = 0; node < this.sizes.length; ) {
      const share = shareOf(boxes, this.size * node, this.later);
      const end = this.endOf(node);
      if (this.shares[node] > 0 && share > SPREAD * this.shares[node]) {
        this.arrange(node, children, boxes);
        arranged = true;
        node = end;
      } else {
        if (this.shares[node] === 0) this.shares[node] = share;
        node++;
      }
    }
    if (arranged) refit();
  }

  private endOf(node: number): number {
    const end = this.starts[node] + this.sizes[node];
    let next = node + 1;
    while (next < this.sizes.length && this.starts[next] < end) next++;
    return next;
  }

  /** Orders the trees below one node anew. */
  private arrange(node: number, children: Int32Array, boxes: Float32Array): void {
    const { order, roots, starts, sizes, shares, own, memory, scratch } = this;
    const first = starts[node];
    const size = sizes[node];
    const builder = new TreeBuilder(memory, scratch);
    builder.centres = scratch + 16 * Math.ceil(TreeBuilder.BYTES / 16);
    builder.order = builder.centres + 16 * Math.ceil((12 * size + 16) / 16);
    builder.children = builder.order + 16 * Math.ceil(size / 4);
    const centres = memory.f32(builder.centres, 3 * size);
    for (let i = 0; i < size; i++) {
      own[i] = order[first + i];
      putCentre(boxes, this.size * roots[own[i]], centres, i, this.later);
    }
    const nodeCount = memory.kernels.buildTree(builder.address, size);
    const chosen = memory.u32(builder.order, size);
    const below = memory.i32(builder.children, 4 * nodeCount);
    for (let i = 0; i < size; i++) order[first + i] = own[chosen[i]];
    for (let i = nodeCount - 1; i >= 0; i--) {
      let count = 0;
      let start = 0;
      for (let k = 3; k >= 0; k--) {
        const child = below[4 * i + k];
        const at = 4 * (node + i) + k;
        if (child < 0) {
          children[at] = roots[order[first + ~child]];
          start = first + ~child;
          count++;
        } else if (child < nodeCount) {
          children[at] = child + node;
          start = starts[node + child];
          count += sizes[node + child];
        } else children[at] = child;
      }
      starts[node + i] = start;
      sizes[node + i] = count;
      shares[node + i] = 0;
    }
  }
}

/** Where a node's four boxes keep their parts, in floats: low and high at t = 0, low and high at t = 1; x, y, z of four each. */
const PART = 12;

/** The middle of an object over the step. */
function putCentre(boxes: Float32Array, first: number, centres: Float32Array, i: number, later: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = first + 4 * axis;
    const low = least(boxes, at) + least(boxes, at + later);
    const high = greatest(boxes, at + PART) + greatest(boxes, at + PART + later);
    centres[3 * i + axis] = (low + high) / 4;
  }
}

function least(boxes: Float32Array, at: number): number {
  return Math.min(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
}

function greatest(boxes: Float32Array, at: number): number {
  return Math.max(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
}

/** The volume of a node's children, over the whole step, as a share of its own; 0 where it has none. */
function shareOf(boxes: Float32Array, first: number, later: number): number {
  let own = 1;
  for (let axis = 0; axis < 3; axis++) {
    const at = first + 4 * axis;
    const low = Math.min(least(boxes, at), least(boxes, at + later));
    own *= Math.max(greatest(boxes, at + PART), greatest(boxes, at + PART + later)) - low;
  }
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    let volume = 1;
    for (let axis = 0; axis < 3; axis++) {
      const at = first + 4 * axis + k;
      const low = Math.min(boxes[at], boxes[at + later]);
      volume *= Math.max(0, Math.max(boxes[at + PART], boxes[at + PART + later]) - low);
    }
    sum += volume;
  }
  return own > 0 ? sum / own : 0;
}
