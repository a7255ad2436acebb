// One pass of visibility culling over the rows of a view [Quick-CULLIDE §4.1]: every tile tests and
// renders its items in order, four pixels at a time. A primitive that is hidden in one pixel of any
// tile is not fully visible: it fails. Which primitives are tested and which rendered is for
// run-rounds.ts to say, by lemmas 3 to 5.
import { DepthLayers, TILE } from './depth-layers';
import { ItemRow, Plane } from './item-row';
import { PassContext } from './pass-context';
import { Witness } from './witnesses';

/** What to do with an item of a tile, beside its number. */
const TESTED: u32 = 0x80000000;
const RENDERED: u32 = 0x40000000;
const NUMBER: u32 = 0x3fffffff;
/** Where the items of a tile start in scratch, behind the outline of those that are tested. */
const ITEMS: usize = 16;

/** Sets `fail` of every primitive that is tested and not fully visible, and its witness. */
export function visibilityPass(context: PassContext): void {
  const bins = context.bins;
  const rows = bins.rows;
  const rowBytes = bins.rowBytes;
  const items = context.scratch + ITEMS;
  const primitiveOf = context.primitiveOf;
  const groupOf = context.groupOf;
  const fail = context.fail;
  for (let tile = 0, tileCount = bins.tileCount; tile < tileCount; tile++) {
    const count = VisibilityPass.selectItems(context, tile);
    // The first one has nothing before it.
    if (count < 2) continue;
    DepthLayers.clear(context.layers, context.layerCount);
    const left = (tile % bins.across) * TILE;
    const top = (tile / bins.across) * TILE;
    for (let k = 0; k < count; k++) {
      const word = load<u32>(items + ((<usize>k) << 2));
      const item = word & NUMBER;
      const group = groupOf == 0 ? item : load<u32>(groupOf + ((<usize>item) << 2));
      const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
      // What failed in another tile is decided, and nothing is tested against the last one.
      let tasks = word & ~NUMBER;
      if (load<u8>(fail + primitive) != 0) tasks &= ~TESTED;
      if (k + 1 == count) tasks &= ~RENDERED;
      if (tasks == 0) continue;
      const blocker = VisibilityPass.draw(context, rows + <usize>item * rowBytes, left, top, tasks, group);
      if (blocker != DepthLayers.FREE) VisibilityPass.failBy(context, primitive, blocker);
    }
  }
}

class VisibilityPass {
  /**
   * Writes the items of a tile that matter to scratch, in the order of the pass, with what is to be
   * done: those to be tested, and those to be rendered that come before one of them and may touch a
   * pixel of one. Returns their number; the outline of those to be tested precedes them.
   */
  @inline static selectItems(context: PassContext, tile: i32): i32 {
    const bins = context.bins;
    const rows = bins.rows;
    const rowBytes = bins.rowBytes;
    const list = bins.list;
    const start = load<u32>(bins.starts + ((<usize>tile) << 2));
    const end = load<u32>(bins.starts + ((<usize>tile) << 2), 4);
    const reversed = context.reversed;
    const primitiveOf = context.primitiveOf;
    const bits = context.bits;
    const fail = context.fail;
    const isDone = context.isDone;
    const isHidden = context.isHidden;
    const to = context.scratch + ITEMS;
    let count = 0;
    let useful = 0;
    let least = i32x4.splat(i32.MAX_VALUE);
    for (let k = start; k < end; k++) {
      const item = load<u32>(list + ((<usize>(reversed ? start + end - 1 - k : k)) << 2));
      const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
      const state = <u32>load<u8>(bits + primitive);
      const tested = (state & isDone) == 0 && load<u8>(fail + primitive) == 0;
      const rendered = (state & isHidden) == 0;
      if (!tested && !rendered) continue;
      store<u32>(to + ((<usize>count) << 2), item | (tested ? TESTED : 0) | (rendered ? RENDERED : 0));
      count++;
      if (!tested) continue;
      useful = count;
      least = i32x4.min_s(least, VisibilityPass.outline(rows + <usize>item * rowBytes));
    }
    v128.store(context.scratch, least);
    let kept = 0;
    for (let k = 0; k < useful; k++) {
      const word = load<u32>(to + ((<usize>k) << 2));
      const outline = VisibilityPass.outline(rows + <usize>(word & NUMBER) * rowBytes);
      // First and last columns and lines against the opposite ends of all those to be tested.
      const apart = i32x4.gt_s(outline, i32x4.neg(i32x4.shuffle(least, least, 1, 0, 3, 2)));
      if ((word & TESTED) == 0 && v128.any_true(apart)) continue;
      store<u32>(to + ((<usize>kept) << 2), word);
      kept++;
    }
    return kept;
  }

  /**
   * First column, last column, first line, last line of a row; the last ones negated, so that a
   * minimum unites outlines.
   */
  @inline static outline(row: usize): v128 {
    return i32x4.mul(v128.load(row, offsetof<ItemRow>('firstColumn')), i32x4(1, -1, 1, -1));
  }

  /** Fails a primitive, and keeps what made it fail. */
  @inline static failBy(context: PassContext, primitive: u32, blocker: i32): void {
    store<u8>(context.fail + primitive, 1);
    const witness = context.witness;
    if (witness == 0) return;
    const crowd = context.corners == 0 ? Witness.NONE : Witness.NEIGHBOURS;
    store<u32>(witness + ((<usize>primitive) << 2), blocker == DepthLayers.CROWDED ? crowd : blocker);
  }

  /**
   * Tests and renders an item in the pixels of a tile, within the outline of the items to be
   * tested. Returns what made it fail, or `FREE`. Values of edges are carried on from block to
   * block and from line to line: sums of integers, the same in any order.
   */
  static draw(context: PassContext, at: usize, left: i32, top: i32, tasks: u32, group: i32): i32 {
    const row = changetype<ItemRow>(at);
    const clip = context.scratch;
    const tested = (tasks & TESTED) != 0;
    const rendered = (tasks & RENDERED) != 0;
    const flipped = context.flipped;
    const merged = context.groupOf != 0;
    const corners = context.corners;
    const layers = context.layers;
    const layerCount = context.layerCount;
    // Edges beyond the first three, of prisms only.
    const moreEdges = changetype<usize>(ItemRow.edge(row, 3));
    const edgesEnd = changetype<usize>(ItemRow.edge(row, context.edgeCount));
    const column = row.firstColumn;
    const line = row.firstLine;
    // Blocks of four pixels are aligned, so that a tile holds them whole.
    const first = max(column, max(left, load<i32>(clip))) & ~3;
    const last = min(row.lastColumn, min(left + TILE - 1, -load<i32>(clip, 4)));
    const firstLine = max(line, max(top, load<i32>(clip, 8)));
    const lastLine = min(row.lastLine, min(top + TILE - 1, -load<i32>(clip, 12)));
    const nearest = i32x4.splat(row.nearest);
    const farthest = i32x4.splat(row.farthest);
    const end = i32x4.splat(row.lastColumn - column);
    // If equal depths count, the limit is one step deeper.
    const more = i32x4.splat(context.touching ? 1 : 0);
    const start = i32x4.add(i32x4.splat(first - column), i32x4(0, 1, 2, 3));
    let edge0 = Plane.at(ItemRow.edge(row, 0), start, firstLine - line);
    let edge1 = Plane.at(ItemRow.edge(row, 1), start, firstLine - line);
    let edge2 = Plane.at(ItemRow.edge(row, 2), start, firstLine - line);
    const down0 = Plane.down(ItemRow.edge(row, 0));
    const down1 = Plane.down(ItemRow.edge(row, 1));
    const down2 = Plane.down(ItemRow.edge(row, 2));
    const right0 = Plane.right(ItemRow.edge(row, 0));
    const right1 = Plane.right(ItemRow.edge(row, 1));
    const right2 = Plane.right(ItemRow.edge(row, 2));
    let blocker = DepthLayers.FREE;
    for (let y = firstLine; y <= lastLine; y++) {
      let i = start;
      let e0 = edge0;
      let e1 = edge1;
      let e2 = edge2;
      let layer = DepthLayers.at(layers, layerCount, first - left, y - top);
      for (let x = first; x <= last; x += 4) {
        let covered = v128.andnot(i32x4.le_s(i, end), v128.or(v128.or(i, e0), v128.or(e1, e2)));
        for (let edge = moreEdges; edge < edgesEnd; edge += offsetof<Plane>())
          covered = v128.andnot(covered, Plane.at(changetype<Plane>(edge), i, y - line));
        // A negative value has cleared the highest bit.
        covered = i32x4.shr_s(covered, 31);
        if (v128.any_true(covered)) {
          let low = i32x4.max_s(nearest, Plane.at(ItemRow.low(row), i, y - line));
          let high = i32x4.min_s(farthest, Plane.at(ItemRow.high(row), i, y - line));
          if (flipped) {
            const swapped = i32x4.neg(low);
            low = i32x4.neg(high);
            high = swapped;
          }
          if (tested && blocker == DepthLayers.FREE)
            blocker = DepthLayers.blocker(layer, layerCount, i32x4.add(high, more), covered, group, corners);
          if (rendered) DepthLayers.render(layer, layerCount, low, covered, group, merged);
          else if (blocker != DepthLayers.FREE) return blocker;
        }
        i = i32x4.add(i, i32x4.splat(4));
        e0 = i32x4.add(e0, right0);
        e1 = i32x4.add(e1, right1);
        e2 = i32x4.add(e2, right2);
        layer += DepthLayers.blockBytes(layerCount);
      }
      edge0 = i32x4.add(edge0, down0);
      edge1 = i32x4.add(edge1, down1);
      edge2 = i32x4.add(edge2, down2);
    }
    return blocker;
  }
}
