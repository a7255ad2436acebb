// A tree of oriented boxes over a triangle soup, four children a node. A node is 16 rows of four single-precision lanes, a box a lane:
// centre x, y, z; half extents; axes 0, 1 and 2, x, y, z each; the child. A child is a node's number, ~leaf, or EMPTY; parents precede
// children. Leaf k is one triangle, number `order[k]`, and leaves of one subtree are side by side.
import { BoxFit, SLABS } from './box-fit';
import { BoxFrame, MOMENTS, TRIANGLE } from './box-frame';
import { BoxSplit, backCost, frontCost } from './box-split';
import { BoxTurn } from './box-turn';

/** Bytes of a node, and where its children are. */
const NODE: usize = 256;
const CHILDREN: usize = 240;
const EMPTY: i32 = 0x7fffffff;

/** Up to four parts of a node: start, number of triangles and cost of keeping them together. */
const PART: usize = 16;
const PARTS: usize = memory.data(64, 16);
/**
 * Ranges to be split: start, number of triangles and node. A range taken off puts its parts on, the largest first. The others have at
 * most half of its triangles each, and at most three wait below one of them: 3·log₂(2^31) + 4 entries are never exceeded.
 */
const ENTRY: usize = 16;
const STACK: usize = memory.data(97 * 16, 16);

/** Bytes of scratch a triangle needs. */
export const BOX_TREE_SCRATCH: usize = MOMENTS + SLABS;

let top: usize = 0;
let nodeCount: i32 = 0;

export class BoxTree {
  /**
   * Builds the tree and returns its number of nodes. Node 0 has the box of everything in lane 0. Of the others each has two children at
   * least, so that there are at most `count` − 1 of them.
   */
  static build(triangles: usize, count: i32, scale: f64, order: usize, nodes: usize, scratch: usize): i32 {
    const slabs = scratch + <usize>count * MOMENTS;
    BoxFrame.weigh(triangles, count, scale, scratch);
    for (let i = 0; i < count; i++) store<u32>(order + ((<usize>i) << 2), i);
    top = STACK;
    nodeCount = 1;
    BoxTree.clear(nodes);
    if (count > 0) BoxTree.place(0, count, nodes, triangles, scale, order, scratch, slabs);
    while (top != STACK) {
      top -= ENTRY;
      const start = load<i32>(top);
      const n = load<i32>(top, 4);
      const node = nodes + <usize>load<i32>(top, 8) * NODE;
      const parts = n <= 4 ? BoxTree.single(start, n) : BoxTree.part(start, n, order, slabs);
      BoxTree.clear(node);
      for (let k: usize = 0; k < <usize>parts; k++) {
        const part = PARTS + PART * k;
        BoxTree.place(load<i32>(part), load<i32>(part, 4), node + 4 * k, triangles, scale, order, scratch, slabs);
      }
    }
    return nodeCount;
  }

  /** Four empty lanes. */
  static clear(node: usize): void {
    for (let row: usize = 0; row < CHILDREN; row += 16) v128.store(node + row, f32x4.splat(0));
    for (let row: usize = 96; row < CHILDREN; row += 64) v128.store(node + row, f32x4.splat(1));
    v128.store(node, i32x4.splat(EMPTY), CHILDREN);
  }

  /** Fits the box of a range into a lane, and leaves the range to be split if it has several triangles. */
  static place(
    start: i32,
    n: i32,
    lane: usize,
    triangles: usize,
    scale: f64,
    order: usize,
    moments: usize,
    slabs: usize,
  ): void {
    const ids = order + ((<usize>start) << 2);
    if (n == 1) BoxFrame.alignToTriangle(triangles + <usize>load<u32>(ids) * TRIANGLE, scale);
    else {
      BoxFrame.alignToSpread(ids, n, moments);
      BoxTurn.run(triangles, ids, n, scale);
    }
    BoxFit.run(triangles, ids, n, scale, slabs + <usize>start * SLABS, lane);
    store<i32>(lane, n == 1 ? ~start : nodeCount, CHILDREN);
    if (n == 1) return;
    store<i32>(top, start);
    store<i32>(top, n, 4);
    store<i32>(top, nodeCount++, 8);
    top += ENTRY;
  }

  @inline static setPart(k: i32, start: i32, n: i32, cost: f32): void {
    const part = PARTS + PART * <usize>k;
    store<i32>(part, start);
    store<i32>(part, n, 4);
    store<f32>(part, cost, 8);
  }

  /** Every triangle a part. */
  static single(start: i32, n: i32): i32 {
    for (let k = 0; k < n; k++) BoxTree.setPart(k, start + k, 1, 0);
    return n;
  }

  /** Up to four parts of a range, the largest first; their number. */
  static part(start: i32, n: i32, order: usize, slabs: usize): i32 {
    BoxTree.setPart(0, start, n, 1);
    let count = 1;
    while (count < 4 && BoxTree.splitCostliest(count, order, slabs)) count++;
    BoxTree.largestFirst(count);
    return count;
  }

  /**
   * Splits the part that costs most. False if each has its place in one node: then some lanes remain empty, and yet a search opens a
   * tenth fewer nodes than with parts of two triangles in them.
   */
  static splitCostliest(count: i32, order: usize, slabs: usize): bool {
    let best = PARTS;
    let most: f32 = -1;
    for (let part = PARTS; part < PARTS + PART * <usize>count; part += PART) {
      if (load<i32>(part, 4) <= 4 || !(load<f32>(part, 8) > most)) continue;
      best = part;
      most = load<f32>(part, 8);
    }
    if (most < 0) return false;
    const start = load<i32>(best);
    const n = load<i32>(best, 4);
    const front = BoxSplit.run(order + ((<usize>start) << 2), slabs + <usize>start * SLABS, n, most);
    store<i32>(best, front, 4);
    store<f32>(best, frontCost, 8);
    BoxTree.setPart(count, start + front, n - front, backCost);
    return true;
  }

  static largestFirst(count: i32): void {
    let best = PARTS;
    for (let part = PARTS + PART; part < PARTS + PART * <usize>count; part += PART) {
      if (load<i32>(part, 4) > load<i32>(best, 4)) best = part;
    }
    const first = v128.load(PARTS);
    v128.store(PARTS, v128.load(best));
    v128.store(best, first);
  }
}
