// One pass of visibility culling over rows of a view [Quick-CULLIDE §4]: items are dealt to tiles in rendering order; each tile then tests
// and renders them one after the other, four pixels at a time. A primitive that fails in a pixel of any tile fails.
import { COLUMNS, EDGES, HIGH, LINES, LOW, RANGE } from './view-rows';
import { TILE, VisibleLayers } from './visible-layers';

const NOTHING: i32 = i32.MAX_VALUE;
const TILE_BITS: i32 = 6;
/** Of an item in a tile, beside its number. */
const TESTED: u32 = 0x80000000;
const RENDERED: u32 = 0x40000000;
const NUMBER: u32 = 0x3fffffff;

export class VisibleRaster {
  /** Counts items per tile into `starts[tile + 1]`, which is full of zeros, and adds up. The sum is returned. */
  static countTiles(row: usize, rowBytes: usize, count: u32, across: i32, tileCount: i32, starts: usize): u32 {
    for (let i: u32 = 0; i < count; i++, row += rowBytes) {
      const right = load<i32>(row, COLUMNS + 4) >> TILE_BITS;
      const bottom = load<i32>(row, LINES + 4) >> TILE_BITS;
      for (let y = load<i32>(row, LINES) >> TILE_BITS; y <= bottom; y++)
        for (let x = load<i32>(row, COLUMNS) >> TILE_BITS; x <= right; x++) {
          const at = starts + ((<usize>(y * across + x + 1)) << 2);
          store<u32>(at, load<u32>(at) + 1);
        }
    }
    for (let t = 0; t < tileCount; t++, starts += 4) store<u32>(starts, load<u32>(starts) + load<u32>(starts, 4), 4);
    return load<u32>(starts);
  }

  /** Writes the items of every tile in their order. `next` has the start of every tile and is moved to its end. */
  static fillTiles(row: usize, rowBytes: usize, count: u32, across: i32, next: usize, list: usize): void {
    for (let i: u32 = 0; i < count; i++, row += rowBytes) {
      const right = load<i32>(row, COLUMNS + 4) >> TILE_BITS;
      const bottom = load<i32>(row, LINES + 4) >> TILE_BITS;
      for (let y = load<i32>(row, LINES) >> TILE_BITS; y <= bottom; y++)
        for (let x = load<i32>(row, COLUMNS) >> TILE_BITS; x <= right; x++) {
          const at = next + ((<usize>(y * across + x)) << 2);
          const place = load<u32>(at);
          store<u32>(list + ((<usize>place) << 2), i);
          store<u32>(at, place + 1);
        }
    }
  }

  /**
   * Items of a tile that take part, in the order of the pass, with what is to be done; nothing from behind the last one to be tested.
   * Primitives whose `bits` have `isDone` are not tested, those with `isHidden` not rendered. How many.
   */
  @inline static takePart(
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
    for (let k = start; k < end; k++) {
      const item = load<u32>(list + ((<usize>(reversed ? start + end - 1 - k : k)) << 2));
      const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
      const state = <u32>load<u8>(bits + primitive);
      const tested = (state & isDone) == 0 && load<u8>(fail + primitive) == 0;
      const rendered = (state & isHidden) == 0;
      if (!tested && !rendered) continue;
      store<u32>(to + ((<usize>count) << 2), item | (tested ? TESTED : 0) | (rendered ? RENDERED : 0));
      count++;
      if (tested) useful = count;
    }
    return useful;
  }

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
    const equal = i32x4.splat(touching ? -1 : 0);
    const itself = groupOf != 0;
    for (let tile = 0; tile < tileCount; tile++) {
      const at = starts + ((<usize>tile) << 2);
      const count = VisibleRaster.takePart(
        list,
        load<u32>(at),
        load<u32>(at, 4),
        reversed,
        primitiveOf,
        bits,
        fail,
        isDone,
        isHidden,
        part,
      );
      // The first to be tested has nothing before it.
      if (count < 2) continue;
      VisibleLayers.clear(layers, layerCount);
      const left = (tile % across) * TILE;
      const top = (tile / across) * TILE;
      for (let k = 0; k < count; k++) {
        const word = load<u32>(part + ((<usize>k) << 2));
        const item = word & NUMBER;
        const group = groupOf == 0 ? item : load<u32>(groupOf + ((<usize>item) << 2));
        const primitive = primitiveOf == 0 ? item : load<u32>(primitiveOf + ((<usize>item) << 2));
        const tested = (word & TESTED) != 0 && load<u8>(fail + primitive) == 0;
        const rendered = (word & RENDERED) != 0 && k + 1 < count;
        if (!tested && !rendered) continue;
        const failed = VisibleRaster.draw(
          rows + <usize>item * rowBytes,
          edgeCount,
          left,
          top,
          flipped,
          equal,
          tested,
          rendered,
          group,
          itself,
          corners,
          layers,
          layerCount,
        );
        if (failed) store<u8>(fail + primitive, 1);
      }
    }
  }

  /** Tests and renders an item in the pixels of a tile; whether it failed. */
  static draw(
    row: usize,
    edgeCount: i32,
    left: i32,
    top: i32,
    flipped: bool,
    equal: v128,
    tested: bool,
    rendered: bool,
    group: i32,
    itself: bool,
    corners: usize,
    layers: usize,
    layerCount: i32,
  ): bool {
    const column = load<i32>(row, COLUMNS);
    const line = load<i32>(row, LINES);
    // Blocks of four pixels are aligned, so that a tile holds them whole.
    const firstBlock = max(column, left) & ~3;
    const last = min(load<i32>(row, COLUMNS + 4), left + TILE - 1);
    const lastLine = min(load<i32>(row, LINES + 4), top + TILE - 1);
    const near = i32x4.splat(load<i32>(row, RANGE));
    const far = i32x4.splat(load<i32>(row, RANGE + 4));
    const nothing = i32x4.splat(NOTHING);
    let failed: bool = false;
    for (let y = max(line, top); y <= lastLine; y++) {
      const j = y - line;
      for (let x = firstBlock; x <= last; x += 4) {
        const i = i32x4.add(i32x4.splat(x - column), i32x4(0, 1, 2, 3));
        let covered = v128.and(i32x4.ge_s(i, i32x4.splat(0)), i32x4.le_s(i, i32x4.splat(last - column)));
        for (let e: usize = 0; e < <usize>edgeCount; e++)
          covered = v128.andnot(covered, VisibleRaster.plane(row + EDGES + 12 * e, i, j));
        // A negative number has its highest bit set.
        covered = i32x4.shr_s(covered, 31);
        if (!v128.any_true(covered)) continue;
        let low = i32x4.max_s(near, VisibleRaster.plane(row + LOW, i, j));
        let high = i32x4.min_s(far, VisibleRaster.plane(row + HIGH, i, j));
        if (flipped) {
          const swapped = i32x4.neg(low);
          low = i32x4.neg(high);
          high = swapped;
        }
        const layer = layers + ((<usize>((y - top) * TILE + x - left)) << 2);
        if (tested && !failed) failed = VisibleLayers.blocks(layer, layerCount, high, covered, group, equal, corners);
        if (rendered) VisibleLayers.render(layer, layerCount, v128.bitselect(low, nothing, covered), group, itself);
        else if (failed) return true;
      }
    }
    return failed;
  }

  /** Value of a plane, or of an edge, in four pixels of line j. */
  @inline static plane(at: usize, i: v128, j: i32): v128 {
    return i32x4.add(i32x4.mul(v128.load32_splat(at), i), i32x4.splat(load<i32>(at, 4) * j + load<i32>(at, 8)));
  }
}
