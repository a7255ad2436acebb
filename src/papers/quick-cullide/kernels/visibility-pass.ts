// One pass of visibility culling over the rows of a view [Quick-CULLIDE §4.1]: every tile tests and
// renders its items in order, four pixels at a time. A primitive that is hidden in one pixel of any
// tile is not fully visible: it fails. `PASS_RULES` in run-rounds.ts decides which primitives are
// tested and which are rendered (lemmas 3, 4 and 5).
import { DepthLayers, TILE } from './depth-layers';
import { ItemRow, Plane } from './item-row';
import { PassContext } from './pass-context';
import { Witness } from './witnesses';

/** Flag in the u32 of an item in scratch: the item is tested. */
const TESTED: u32 = 0x80000000;
/** Flag in the u32 of an item in scratch: the item is rendered. */
const RENDERED: u32 = 0x40000000;
/** The bits of that u32 that hold the number of the item. */
const ITEM_MASK: u32 = 0x3fffffff;
/**
 * Byte offset of the items of a tile in scratch. Before them is the outline of the items to be
 * tested.
 */
const ITEMS_OFFSET: usize = 16;

/** Sets `fail` of every primitive that is tested and not fully visible, and its witness. */
export function visibilityPass(context: PassContext): void {
  const bins = context.bins;
  const rows = bins.rows;
  const rowBytes = bins.rowBytes;
  const items = context.scratch + ITEMS_OFFSET;
  const primitiveOf = context.primitiveOf;
  const groupOf = context.groupOf;
  const fail = context.fail;
  for (let tile = 0, tileCount = bins.tileCount; tile < tileCount; tile++) {
    const count = VisibilityPass.selectItems(context, tile);
    // A single item has nothing to be tested against.
    if (count < 2) continue;
    DepthLayers.clear(context.layers, context.layerCount);
    const left = (tile % bins.across) * TILE;
    const top = (tile / bins.across) * TILE;
    for (let k = 0; k < count; k++) {
      const word = load<u32>(items + ((<usize>k) << 2));
      const item = word & ITEM_MASK;
      const group = groupOf == 0 ? item : load<u32>(groupOf + ((<usize>item) << 2));
      const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
      // A primitive that failed in another tile needs no further test. The last item need not be
      // rendered, since nothing is tested after it.
      let tasks = word & ~ITEM_MASK;
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
   * Selects the items of a tile that the pass needs: those to be tested, and those to be rendered
   * that come before one of them and may touch one of its pixels. Writes them to scratch with their
   * flags, in the order of the pass, behind the outline of all items to be tested. Returns their
   * number.
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
    const untestedBits = context.untestedBits;
    const unrenderedBits = context.unrenderedBits;
    const to = context.scratch + ITEMS_OFFSET;
    let count = 0;
    let useful = 0;
    let least = i32x4.splat(i32.MAX_VALUE);
    for (let k = start; k < end; k++) {
      const item = load<u32>(list + ((<usize>(reversed ? start + end - 1 - k : k)) << 2));
      const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
      const state = <u32>load<u8>(bits + primitive);
      const tested = (state & untestedBits) == 0 && load<u8>(fail + primitive) == 0;
      const rendered = (state & unrenderedBits) == 0;
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
      const outline = VisibilityPass.outline(rows + <usize>(word & ITEM_MASK) * rowBytes);
      // Compares first and last columns and lines with the opposite ends of the outline of all
      // items to be tested.
      const apart = i32x4.gt_s(outline, i32x4.neg(i32x4.shuffle(least, least, 1, 0, 3, 2)));
      if ((word & TESTED) == 0 && v128.any_true(apart)) continue;
      store<u32>(to + ((<usize>kept) << 2), word);
      kept++;
    }
    return kept;
  }

  /**
   * First column, last column, first line and last line of a row. The last ones are negated, so
   * that the minimum of two outlines is the outline of both.
   */
  @inline static outline(row: usize): v128 {
    return i32x4.mul(v128.load(row, offsetof<ItemRow>('firstColumn')), i32x4(1, -1, 1, -1));
  }

  /** Marks a primitive as failed and stores its witness. */
  @inline static failBy(context: PassContext, primitive: u32, blocker: i32): void {
    store<u8>(context.fail + primitive, 1);
    const witness = context.witness;
    if (witness == 0) return;
    const crowd = context.corners == 0 ? Witness.NONE : Witness.NEIGHBOURS;
    store<u32>(witness + ((<usize>primitive) << 2), blocker == DepthLayers.ALL_EXEMPT ? crowd : blocker);
  }

  /**
   * Tests and renders an item in the pixels of a tile, within the outline of the items to be
   * tested. Returns the blocker that made it fail, or `FREE`. Edge values are advanced
   * incrementally from block to block and from line to line; sums of integers are the same in any
   * order.
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
    // If equal depths make an item fail, the limit is one step deeper.
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
        // A negative edge value has cleared the highest bit.
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
