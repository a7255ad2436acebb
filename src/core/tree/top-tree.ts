// The upper level of the two-level hierarchy: a tree over the trees of the objects. [ICCD §VI-B] If
// there are few objects, the whole tree is sorted anew in every step. If there are many, only the
// branches whose boxes have spread apart, by the volume metric.
import type { Block } from '../memory/block.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import { ascending } from '../mesh/topology.ts';
import { TreeBuilder } from '../wasm/mesh.generated.ts';
import type { NodeBoxes } from './node-boxes.ts';

/**
 * Up to this many objects, the whole tree is sorted anew in every step; more are restructured
 * selectively.
 */
const MAX_RESORTED_OBJECTS = 1024;

/**
 * A branch is sorted anew when its share, the volume of its children divided by its own, has grown
 * by this factor.
 */
const MAX_SHARE_GROWTH = 1.5;

/**
 * The tree over the objects. Nodes are numbered from the root, node 0, as in kernels/tree-build.ts:
 * a branch and all nodes below it are consecutive.
 */
export class TopTree {
  private isNew = true;
  private readonly roots: Uint32Array;
  /** The trees in the order of the leaves. */
  private order: Uint32Array;
  /** Node i has `sizes[i]` trees of `order`, from `starts[i]` on. */
  private readonly starts: Uint32Array;
  private readonly sizes: Uint32Array;
  /**
   * The volume of each node's children as a share of its own, when it was last sorted; 0 before it
   * is measured.
   */
  private readonly shares: Float64Array;
  private readonly memory: LinearMemory;
  private readonly scratch: number;

  /** `scratch`: a block whose content need not survive between calls. */
  constructor(memory: LinearMemory, scratch: Block, roots: Uint32Array) {
    const nodeCount = memory.kernels.countNodes(roots.length);
    this.memory = memory;
    // The builder, then a centre, an id and a node for each object.
    this.scratch = scratch.reserve(TreeBuilder.BYTES + 32 * roots.length + 80).pointer;
    this.roots = roots;
    this.order = ascending(roots.length);
    this.starts = new Uint32Array(nodeCount);
    this.sizes = new Uint32Array(nodeCount);
    this.shares = new Float64Array(nodeCount);
    this.sizes[0] = roots.length;
  }

  /** Makes the next sort independent of earlier ones. */
  forget(): void {
    this.isNew = true;
    this.order = ascending(this.roots.length);
  }

  /**
   * Sorts the branches that are due, by the boxes of the objects. `refit` updates the boxes of this
   * tree's nodes.
   */
  restructure(children: Int32Array, boxes: NodeBoxes, refit: () => void): void {
    if (this.isNew || this.roots.length <= MAX_RESORTED_OBJECTS) {
      this.isNew = false;
      this.arrange(0, children, boxes);
      refit();
      return;
    }
    refit();
    let arranged = false;
    for (let node = 0; node < this.sizes.length; ) {
      const share = shareOf(boxes, node);
      const end = this.endOf(node);
      if (this.shares[node] > 0 && share > MAX_SHARE_GROWTH * this.shares[node]) {
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

  /** The first node behind a branch. */
  private endOf(node: number): number {
    const end = this.starts[node] + this.sizes[node];
    let next = node + 1;
    while (next < this.sizes.length && this.starts[next] < end) next++;
    return next;
  }

  /** Sorts the trees below one node anew. */
  private arrange(node: number, children: Int32Array, boxes: NodeBoxes): void {
    const { order, roots, starts, sizes, shares, memory, scratch } = this;
    const first = starts[node];
    const size = sizes[node];
    const builder = new TreeBuilder(memory, scratch);
    builder.centres = scratch + 16 * Math.ceil(TreeBuilder.BYTES / 16);
    builder.order = builder.centres + 16 * Math.ceil((12 * size + 16) / 16);
    builder.children = builder.order + 16 * Math.ceil(size / 4);
    const centres = memory.f32(builder.centres, 3 * size);
    const own = order.slice(first, first + size);
    for (let i = 0; i < size; i++) putCentre(boxes, roots[own[i]], centres, i);
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

/** Writes the middle of an object's boxes over the step. */
function putCentre(boxes: NodeBoxes, node: number, centres: Float32Array, i: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = least(boxes, node, axis, false) + least(boxes, node, axis, true);
    const high = greatest(boxes, node, axis, false) + greatest(boxes, node, axis, true);
    centres[3 * i + axis] = (low + high) / 4;
  }
}

function least(boxes: NodeBoxes, node: number, axis: number, atEnd: boolean): number {
  let value = Infinity;
  for (let k = 0; k < 4; k++) value = Math.min(value, boxes.low(node, axis, k, atEnd));
  return value;
}

function greatest(boxes: NodeBoxes, node: number, axis: number, atEnd: boolean): number {
  let value = -Infinity;
  for (let k = 0; k < 4; k++) value = Math.max(value, boxes.high(node, axis, k, atEnd));
  return value;
}

/**
 * The volume of a node's children over the whole step, as a share of the node's own; 0 if that has
 * no volume.
 */
function shareOf(boxes: NodeBoxes, node: number): number {
  let own = 1;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(least(boxes, node, axis, false), least(boxes, node, axis, true));
    own *= Math.max(greatest(boxes, node, axis, false), greatest(boxes, node, axis, true)) - low;
  }
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    let volume = 1;
    for (let axis = 0; axis < 3; axis++) {
      const low = Math.min(boxes.low(node, axis, k, false), boxes.low(node, axis, k, true));
      const high = Math.max(boxes.high(node, axis, k, false), boxes.high(node, axis, k, true));
      volume *= Math.max(0, high - low);
    }
    sum += volume;
  }
  return own > 0 ? sum / own : 0;
}
