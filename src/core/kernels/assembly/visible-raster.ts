// One pass of visibility culling over the rows of a view [Quick-CULLIDE §4]: every tile tests and renders its items one after the other,
// four pixels at a time. A primitive that fails in a pixel of any tile fails.
// What made it fail is its witness in this pass: while that one is still rendered, it fails again, and is not drawn to find out. Nearer
// layers may have pushed the witness off the list; but then they are at most as deep, and it fails by one of them or by their number.
// One that failed among too many neighbours fails again as long as the bits of no neighbour change: these are rendered still.
import { COLUMNS, EDGES, HIGH, LINES, LOW, RANGE } from './view-rows';
import { CROWDED, FREE, TILE, VisibleLayers } from './visible-layers';

/** Of an item in a tile, beside its number. */
const TESTED: u32 = 0x80000000;
const RENDERED: u32 = 0x40000000;
const NUMBER: u32 = 0x3fffffff;
/** Instead of a witness: it did not fail, or failed among neighbours. */
const NONE: u32 = 0xffffffff;
const NEIGHBOURS: u32 = 0xfffffffe;

export class VisibleRaster {
  /** Marks the vertices of all primitives whose bits are not as they were `seen`, with the number of the coming pass. */
  static noteChanges(bits: usize, seen: usize, count: u32, corners: usize, changed: usize, now: u32): void {
    for (let i: usize = 0; i < <usize>count; i++, corners += 16) {
      if (load<u8>(bits + i) == load<u8>(seen + i)) continue;
      store<u8>(seen + i, load<u8>(bits + i));
      for (let corner: usize = 0; corner < 12; corner += 4)
        store<u32>(changed + ((<usize>load<u32>(corners + corner)) << 2), now);
    }
  }

  /** Fails the primitives whose witness is still rendered, or whose neighbours have not changed since the pass of that number. */
  static recall(
    bits: usize,
    fail: usize,
    witness: usize,
    count: u32,
    isDone: u32,
    isHidden: u32,
    corners: usize,
    changed: usize,
    since: u32,
  ): void {
    for (let i: usize = 0; i < <usize>count; i++) {
      const other = load<u32>(witness + (i << 2));
      if (other == NONE || (<u32>load<u8>(bits + i) & isDone) != 0) continue;
      const again =
        other == NEIGHBOURS
          ? VisibleRaster.isUnchanged(corners + (i << 4), changed, since)
          : (<u32>load<u8>(bits + other) & isHidden) == 0;
      if (again) store<u8>(fail + i, 1);
    }
  }

  @inline static isUnchanged(corner: usize, changed: usize, since: u32): bool {
    const a = load<u32>(changed + ((<usize>load<u32>(corner)) << 2));
    const b = load<u32>(changed + ((<usize>load<u32>(corner, 4)) << 2));
    const c = load<u32>(changed + ((<usize>load<u32>(corner, 8)) << 2));
    return max(a, max(b, c)) <= since;
  }

  /**
   * Primitives whose `bits` have one of `isDone` are not tested, those with one of `isHidden` not rendered. `witness` is 0 where layers
   * hold groups that are no primitives.
   */
  static pass(
    rows: usize,
    edgeCount: i32,
    starts: usize,
    list: usize,
    across: i32,
    tileCount: i32,
    primitiveOf: usize,
    groupOf: usize,
    corners: usize,
    bits: usize,
    fail: usize,
    witness: usize,
    isDone: u32,
    isHidden: u32,
    reversed: bool,
    flipped: bool,
    touching: bool,
    layerCount: i32,
    layers: usize,
    scratch: usize,
  ): void {
    // The outline of all that is tested in a tile, then its items.
    const clip = scratch;
    const part = scratch + 16;
    const rowBytes = EDGES + 12 * <usize>edgeCount;
    for (let tile = 0; tile < tileCount; tile++, starts += 4) {
      const start = load<u32>(starts);
      const end = load<u32>(starts, 4);
      const count = VisibleRaster.takePart(
        rows,
        rowBytes,
        list,
        start,
        end,
        reversed,
        primitiveOf,
        bits,
        fail,
        isDone,
        isHidden,
        clip,
        part,
      );
      // The first one has nothing before it.
      if (count < 2) continue;
      VisibleLayers.clear(layers, layerCount);
      const left = (tile % across) * TILE;
      const top = (tile / across) * TILE;
      for (let k = 0; k < count; k++) {
        const word = load<u32>(part + ((<usize>k) << 2));
        const item = word & NUMBER;
        const group = groupOf == 0 ? item : load<u32>(groupOf + ((<usize>item) << 2));
        const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
        const blocker = VisibleRaster.draw(
          rows + <usize>item * rowBytes,
          edgeCount,
          left,
          top,
          clip,
          flipped,
          touching,
          (word & TESTED) != 0 && load<u8>(fail + primitive) == 0,
          (word & RENDERED) != 0 && k + 1 < count,
          group,
          groupOf != 0,
          corners,
          layers,
          layerCount,
        );
        if (blocker == FREE) continue;
        store<u8>(fail + primitive, 1);
        if (witness == 0) continue;
        const crowd = corners == 0 ? NONE : NEIGHBOURS;
        store<u32>(witness + ((<usize>primitive) << 2), blocker == CROWDED ? crowd : blocker);
      }
    }
  }

  /**
   * Items of a tile that take part, in the order of the pass, with what is to be done: those to be tested, and those to be rendered that
   * come before one of them and may touch a pixel of one. How many; `clip` becomes the outline of those to be tested.
   */
  @inline static takePart(
    rows: usize,
    rowBytes: usize,
    list: usize,
    start: u32,
    end: u32,
    reversed: bool,
    primitiveOf: usize,
    bits: usize,
    fail: usize,
    isDone: u32,
    isHidden: u32,
    clip: usize,
    to: usize,
  ): i32 {
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
      least = i32x4.min_s(least, VisibleRaster.outline(rows + <usize>item * rowBytes));
    }
    v128.store(clip, least);
    let kept = 0;
    for (let k = 0; k < useful; k++) {
      const word = load<u32>(to + ((<usize>k) << 2));
      const outline = VisibleRaster.outline(rows + <usize>(word & NUMBER) * rowBytes);
      // First and last columns and lines against the other ends of all those to be tested.
      const apart = i32x4.gt_s(outline, i32x4.neg(i32x4.shuffle(least, least, 1, 0, 3, 2)));
      if ((word & TESTED) == 0 && v128.any_true(apart)) continue;
      store<u32>(to + ((<usize>kept) << 2), word);
      kept++;
    }
    return kept;
  }

  /** First column, last column, first line, last line, the last ones with a minus. */
  @inline static outline(row: usize): v128 {
    return i32x4.mul(v128.load(row, COLUMNS), i32x4(1, -1, 1, -1));
  }

  /**
   * Tests and renders an item in the pixels of a tile, as far as one is to be tested; what made it fail. Values of planes are carried on from
   * block to block and from line to line: sums of whole numbers, the same in any order.
   */
  static draw(
    row: usize,
    edgeCount: i32,
    left: i32,
    top: i32,
    clip: usize,
    flipped: bool,
    touching: bool,
    tested: bool,
    rendered: bool,
    group: i32,
    merged: bool,
    corners: usize,
    layers: usize,
    layerCount: i32,
  ): i32 {
    let blocker = FREE;
    if (!tested && !rendered) return blocker;
    const column = load<i32>(row, COLUMNS);
    const line = load<i32>(row, LINES);
    // Blocks of four pixels are aligned, so that a tile holds them whole.
    const first = max(column, max(left, load<i32>(clip))) & ~3;
    const last = min(load<i32>(row, COLUMNS + 4), min(left + TILE - 1, -load<i32>(clip, 4)));
    const firstLine = max(line, max(top, load<i32>(clip, 8)));
    const lastLine = min(load<i32>(row, LINES + 4), min(top + TILE - 1, -load<i32>(clip, 12)));
    const near = i32x4.splat(load<i32>(row, RANGE));
    const far = i32x4.splat(load<i32>(row, RANGE + 4));
    const end = i32x4.splat(load<i32>(row, COLUMNS + 4) - column);
    // Equal depths count: below the next one.
    const more = i32x4.splat(touching ? 1 : 0);
    const start = i32x4.add(i32x4.splat(first - column), i32x4(0, 1, 2, 3));
    let edge0 = VisibleRaster.plane(row + EDGES, start, firstLine - line);
    let edge1 = VisibleRaster.plane(row + EDGES + 12, start, firstLine - line);
    let edge2 = VisibleRaster.plane(row + EDGES + 24, start, firstLine - line);
    const down0 = v128.load32_splat(row, EDGES + 4);
    const down1 = v128.load32_splat(row, EDGES + 16);
    const down2 = v128.load32_splat(row, EDGES + 28);
    const right0 = i32x4.shl(v128.load32_splat(row, EDGES), 2);
    const right1 = i32x4.shl(v128.load32_splat(row, EDGES + 12), 2);
    const right2 = i32x4.shl(v128.load32_splat(row, EDGES + 24), 2);
    for (let y = firstLine; y <= lastLine; y++) {
      let i = start;
      let e0 = edge0;
      let e1 = edge1;
      let e2 = edge2;
      let layer = VisibleLayers.at(layers, layerCount, first - left, y - top);
      for (let x = first; x <= last; x += 4) {
        let covered = v128.andnot(i32x4.le_s(i, end), v128.or(v128.or(i, e0), v128.or(e1, e2)));
        for (let e: usize = EDGES + 36; e < EDGES + 12 * <usize>edgeCount; e += 12)
          covered = v128.andnot(covered, VisibleRaster.plane(row + e, i, y - line));
        // Whatever was negative has cleared the highest bit.
        covered = i32x4.shr_s(covered, 31);
        if (v128.any_true(covered)) {
          let low = i32x4.max_s(near, VisibleRaster.plane(row + LOW, i, y - line));
          let high = i32x4.min_s(far, VisibleRaster.plane(row + HIGH, i, y - line));
          if (flipped) {
            const swapped = i32x4.neg(low);
            low = i32x4.neg(high);
            high = swapped;
          }
          if (tested && blocker == FREE)
            blocker = VisibleLayers.blockerOf(layer, layerCount, i32x4.add(high, more), covered, group, corners);
          if (rendered) VisibleLayers.render(layer, layerCount, low, covered, group, merged);
          else if (blocker != FREE) return blocker;
        }
        i = i32x4.add(i, i32x4.splat(4));
        e0 = i32x4.add(e0, right0);
        e1 = i32x4.add(e1, right1);
        e2 = i32x4.add(e2, right2);
        layer += VisibleLayers.blockBytes(layerCount);
      }
      edge0 = i32x4.add(edge0, down0);
      edge1 = i32x4.add(edge1, down1);
      edge2 = i32x4.add(edge2, down2);
    }
    return blocker;
  }

  /** Value of a plane, or of an edge, in four pixels of line j. */
  @inline static plane(at: usize, i: v128, j: i32): v128 {
    return i32x4.add(i32x4.mul(v128.load32_splat(at), i), i32x4.splat(load<i32>(at, 4) * j + load<i32>(at, 8)));
  }
}
