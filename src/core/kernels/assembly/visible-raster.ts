// One pass of visibility culling over the rows of a view [Quick-CULLIDE §4]: every tile tests and renders its items one after the other,
// four pixels at a time. A primitive that fails in a pixel of any tile fails.
// What made it fail is its witness in this pass: while that one is still rendered, it fails again, and is not drawn to find out. Nearer
// layers may have pushed the witness off the list; but then they are at most as deep, and it fails by one of them or by their number.
import { COLUMNS, EDGES, HIGH, LINES, LOW, RANGE } from './view-rows';
import { CROWDED, FREE, TILE, VisibleLayers } from './visible-layers';

/** Of an item in a tile, beside its number. */
const TESTED: u32 = 0x80000000;
const RENDERED: u32 = 0x40000000;
const NUMBER: u32 = 0x3fffffff;
/** No witness. */
const NONE: u32 = 0xffffffff;

export class VisibleRaster {
  /** Fails the primitives whose witness is still rendered. */
  static recall(bits: usize, fail: usize, witness: usize, count: u32, isDone: u32, isHidden: u32): void {
    for (let i: usize = 0; i < <usize>count; i++) {
      const other = load<u32>(witness + (i << 2));
      if (other == NONE || (<u32>load<u8>(bits + i) & isDone) != 0) continue;
      if ((<u32>load<u8>(bits + other) & isHidden) == 0) store<u8>(fail + i, 1);
    }
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
    part: usize,
  ): void {
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
        if (witness != 0) store<u32>(witness + ((<usize>primitive) << 2), blocker == CROWDED ? NONE : blocker);
      }
    }
  }

  /**
   * Items of a tile that take part, in the order of the pass, with what is to be done: those to be tested, and those to be rendered that
   * come before one of them and may touch a pixel of one. How many.
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

  /** Tests and renders an item in the pixels of a tile; what made it fail. */
  static draw(
    row: usize,
    edgeCount: i32,
    left: i32,
    top: i32,
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
    const first = max(column, left);
    const last = min(load<i32>(row, COLUMNS + 4), left + TILE - 1);
    const lastLine = min(load<i32>(row, LINES + 4), top + TILE - 1);
    const near = i32x4.splat(load<i32>(row, RANGE));
    const far = i32x4.splat(load<i32>(row, RANGE + 4));
    // Equal depths count: below the next one.
    const more = i32x4.splat(touching ? 1 : 0);
    // Blocks of four pixels are aligned, so that a tile holds them whole.
    for (let y = max(line, top); y <= lastLine; y++) {
      const j = y - line;
      for (let x = first & ~3; x <= last; x += 4) {
        const i = i32x4.add(i32x4.splat(x - column), i32x4(0, 1, 2, 3));
        let covered = v128.andnot(i32x4.le_s(i, i32x4.splat(last - column)), i);
        for (let e: usize = EDGES; e < EDGES + 12 * <usize>edgeCount; e += 12)
          covered = v128.andnot(covered, VisibleRaster.plane(row + e, i, j));
        // Whatever was negative has cleared the highest bit.
        covered = i32x4.shr_s(covered, 31);
        if (!v128.any_true(covered)) continue;
        let low = i32x4.max_s(near, VisibleRaster.plane(row + LOW, i, j));
        let high = i32x4.min_s(far, VisibleRaster.plane(row + HIGH, i, j));
        if (flipped) {
          const swapped = i32x4.neg(low);
          low = i32x4.neg(high);
          high = swapped;
        }
        const layer = VisibleLayers.at(layers, layerCount, x - left, y - top);
        if (tested && blocker == FREE)
          blocker = VisibleLayers.blockerOf(layer, layerCount, i32x4.add(high, more), covered, group, corners);
        if (rendered) VisibleLayers.render(layer, layerCount, low, covered, group, merged);
        else if (blocker != FREE) return blocker;
      }
    }
    return blocker;
  }

  /** Value of a plane, or of an edge, in four pixels of line j. */
  @inline static plane(at: usize, i: v128, j: i32): v128 {
    return i32x4.add(i32x4.mul(v128.load32_splat(at), i), i32x4.splat(load<i32>(at, 4) * j + load<i32>(at, 8)));
  }
}
