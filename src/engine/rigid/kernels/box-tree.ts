// Builds the tree of oriented boxes over a triangle soup, with four children per node. A node is 16
// rows of four floats, one box per lane: centre x, y, z; three half extents; axes 0, 1 and 2 with
// x, y, z each; the child. A child is the number of a node, ~leaf, or EMPTY. Parents precede
// children. Leaf k is one triangle, number `order[k]`, and the leaves of one subtree lie side by
// side.
import { BoxFit, SLAB_BYTES } from '../../../core/boxes/kernels/box-fit';
import { BoxFrame, MOMENT_BYTES, TRIANGLE_BYTES } from '../../../core/boxes/kernels/box-frame';
import { BoxScratch } from '../../../core/boxes/kernels/box-scratch';
import { BoxSplit } from '../../../core/boxes/kernels/box-split';
import { CHILD, EMPTY, NODE_BYTES } from './box-nodes';
import { BOX_TURN_BYTES, BoxTurn } from './box-turn';

/**
 * Bytes of a part of a node: start, number of triangles, and cost of keeping them together. A node
 * has up to four parts.
 */
const PART_BYTES: usize = 16;
/** Bytes of a range to be split: start, number of triangles and node. */
const ENTRY_BYTES: usize = 16;
/**
 * Bytes of the stack of ranges. A range that is taken off pushes its parts, the largest first. The
 * others have at most half of its triangles each, and at most three wait below one of them: the
 * stack never has more than 3·log₂(2^31) + 4 entries.
 */
const STACK_BYTES: usize = 97 * ENTRY_BYTES;

/** State of a build, at the start of its scratch memory. The blocks that it points to follow. */
@unmanaged
class BoxBuild {
  /** Frame and split of the box that is being built. */
  boxes: BoxScratch;
  /** The triangle of each leaf, u32. */
  order: usize;
  /** Bounds of each triangle along the axes of its box, in the order of `order`. */
  slabs: usize;
  /** The parts of the present node. */
  parts: usize;
  /** The stack of ranges. */
  stack: usize;
  /** End of the stack. */
  top: usize;
  /** Corners for BoxTurn. */
  corners: usize;
  /** Number of nodes so far. */
  nodeCount: i32;
}

/** Bytes of BoxBuild, rounded up to a multiple of 16. */
const STATE_BYTES: usize = (offsetof<BoxBuild>() + 15) & ~15;
/** Bytes of scratch that do not depend on the number of triangles. */
const FIXED_BYTES: usize = STATE_BYTES + BoxScratch.SIZE + 4 * PART_BYTES + STACK_BYTES + BOX_TURN_BYTES;

/** Bytes of scratch for a tree over `count` triangles. */
export function boxTreeScratch(count: i32): usize {
  return FIXED_BYTES + <usize>count * (MOMENT_BYTES + SLAB_BYTES);
}

/**
 * Builds the tree of `count` triangles, nine doubles each, and returns its number of nodes. Node 0
 * has the box of everything in lane 0. Every other node has at least two children, so there are at
 * most `count` − 1 of them.
 */
export function buildBoxTree(
  triangles: usize,
  count: i32,
  scale: f64,
  order: usize,
  nodes: usize,
  scratch: usize,
): i32 {
  const build = BoxTree.begin(scratch, count);
  const boxes = build.boxes;
  boxes.triangles = triangles;
  boxes.scale = scale;
  build.order = order;
  BoxFrame.weigh(boxes, count);
  for (let i = 0; i < count; i++) store<u32>(order + ((<usize>i) << 2), i);
  return BoxTree.run(build, nodes, count);
}

/** Copies triangles of nine doubles in a given order. */
export function gatherTriangles(triangles: usize, order: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize>count; i++)
    memory.copy(
      to + i * TRIANGLE_BYTES,
      triangles + <usize>load<u32>(order + (i << 2)) * TRIANGLE_BYTES,
      TRIANGLE_BYTES,
    );
}

/** Builds one tree; all state is in BoxBuild. */
export class BoxTree {
  /** Lays out the scratch memory. */
  @inline static begin(scratch: usize, count: i32): BoxBuild {
    const build = changetype<BoxBuild>(scratch);
    const boxes = scratch + STATE_BYTES;
    build.boxes = changetype<BoxScratch>(boxes);
    build.parts = boxes + BoxScratch.SIZE;
    build.stack = build.parts + 4 * PART_BYTES;
    build.corners = build.stack + STACK_BYTES;
    build.boxes.moments = build.corners + BOX_TURN_BYTES;
    build.slabs = build.boxes.moments + <usize>count * MOMENT_BYTES;
    build.top = build.stack;
    build.nodeCount = 1;
    return build;
  }

  /** Fits all boxes; returns the number of nodes. */
  static run(build: BoxBuild, nodes: usize, count: i32): i32 {
    const stack = build.stack;
    BoxTree.clear(nodes);
    if (count > 0) BoxTree.place(build, 0, count, nodes);
    while (build.top != stack) {
      const top = build.top - ENTRY_BYTES;
      build.top = top;
      const start = load<i32>(top);
      const n = load<i32>(top, 4);
      const node = nodes + <usize>load<i32>(top, 8) * NODE_BYTES;
      const parts = n <= 4 ? BoxTree.single(build, start, n) : BoxTree.part(build, start, n);
      BoxTree.clear(node);
      for (let k: usize = 0; k < <usize>parts; k++) {
        const part = build.parts + PART_BYTES * k;
        BoxTree.place(build, load<i32>(part), load<i32>(part, 4), node + 4 * k);
      }
    }
    return build.nodeCount;
  }

  /** Four empty lanes. */
  static clear(node: usize): void {
    for (let row: usize = 0; row < CHILD; row += 16) v128.store(node + row, f32x4.splat(0));
    for (let row: usize = 96; row < CHILD; row += 64) v128.store(node + row, f32x4.splat(1));
    v128.store(node, i32x4.splat(EMPTY), CHILD);
  }

  /** Fits the box of a range into a lane, and pushes the range if it has several triangles. */
  static place(build: BoxBuild, start: i32, n: i32, lane: usize): void {
    const boxes = build.boxes;
    const ids = build.order + ((<usize>start) << 2);
    if (n == 1) BoxFrame.alignToTriangle(boxes, boxes.triangles + <usize>load<u32>(ids) * TRIANGLE_BYTES);
    else {
      BoxFrame.alignToSpread(boxes, ids, n);
      BoxTurn.run(boxes, build.corners, ids, n);
    }
    BoxFit.run(boxes, ids, n, build.slabs + <usize>start * SLAB_BYTES, lane);
    const nodeCount = build.nodeCount;
    store<i32>(lane, n == 1 ? ~start : nodeCount, CHILD);
    if (n == 1) return;
    const top = build.top;
    store<i32>(top, start);
    store<i32>(top, n, 4);
    store<i32>(top, nodeCount, 8);
    build.nodeCount = nodeCount + 1;
    build.top = top + ENTRY_BYTES;
  }

  /** Writes part k. */
  @inline static setPart(build: BoxBuild, k: i32, start: i32, n: i32, cost: f32): void {
    const part = build.parts + PART_BYTES * <usize>k;
    store<i32>(part, start);
    store<i32>(part, n, 4);
    store<f32>(part, cost, 8);
  }

  /** Makes every triangle a part. */
  static single(build: BoxBuild, start: i32, n: i32): i32 {
    for (let k = 0; k < n; k++) BoxTree.setPart(build, k, start + k, 1, 0);
    return n;
  }

  /** Splits a range into up to four parts, the largest first; returns their number. */
  static part(build: BoxBuild, start: i32, n: i32): i32 {
    BoxTree.setPart(build, 0, start, n, 1);
    let count = 1;
    while (count < 4 && BoxTree.splitCostliest(build, count)) count++;
    BoxTree.largestFirst(build.parts, count);
    return count;
  }

  /**
   * Splits the part with the highest cost. False if each part has at most four triangles, which fit
   * one node. Some lanes then remain empty, and yet a search opens a tenth fewer nodes than if
   * these lanes were filled with parts of two triangles.
   */
  static splitCostliest(build: BoxBuild, count: i32): bool {
    const parts = build.parts;
    const boxes = build.boxes;
    let best = parts;
    let most: f32 = -1;
    for (let part = parts; part < parts + PART_BYTES * <usize>count; part += PART_BYTES) {
      if (load<i32>(part, 4) <= 4 || !(load<f32>(part, 8) > most)) continue;
      best = part;
      most = load<f32>(part, 8);
    }
    if (most < 0) return false;
    const start = load<i32>(best);
    const n = load<i32>(best, 4);
    const ids = build.order + ((<usize>start) << 2);
    const front = BoxSplit.run(boxes, ids, build.slabs + <usize>start * SLAB_BYTES, n, most);
    store<i32>(best, front, 4);
    store<f32>(best, boxes.frontCost, 8);
    BoxTree.setPart(build, count, start + front, n - front, boxes.backCost);
    return true;
  }

  /** Exchanges the first part with the largest one. */
  static largestFirst(parts: usize, count: i32): void {
    let best = parts;
    for (let part = parts + PART_BYTES; part < parts + PART_BYTES * <usize>count; part += PART_BYTES) {
      if (load<i32>(part, 4) > load<i32>(best, 4)) best = part;
    }
    const first = v128.load(parts);
    v128.store(parts, v128.load(best));
    v128.store(best, first);
  }
}
