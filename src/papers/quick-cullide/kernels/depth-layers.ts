// The frame buffer of one tile [Quick-CULLIDE §3.2]: for every pixel the nearest groups rendered so
// far, by their least depth, the earlier one first if equal. Four pixels of a line are a block; the
// layers of a block stand one after the other, each with four depths, then four groups.
// Departs from the paper: it keeps one depth per pixel. Several layers let neighbours, which touch,
// be skipped.

/** Pixels along a side of a tile: a multiple of four. */
export const TILE: i32 = 64;
/** Bytes of one layer of a tile: a depth and a group per pixel. */
export const LAYER_BYTES: i32 = 8 * TILE * TILE;

/** Bytes of one layer of a block, as a power of two. */
const BLOCK_BITS: i32 = 5;
const BLOCK_BYTES: usize = 32;
/** Deeper than any item: no layer. All of its bytes are equal. */
const NOTHING: i32 = 0x7f7f7f7f;

/** Operations on the layers of one tile. */
export class DepthLayers {
  /** `TILE` as a power of two. */
  static readonly TILE_BITS: i32 = 6;
  /** What `blocker` returns if the item is visible in all four pixels. */
  static readonly FREE: i32 = -1;
  /**
   * What `blocker` returns if all layers of a pixel are exempt: behind them there may be more than
   * the pixel remembers.
   */
  static readonly CROWDED: i32 = -2;

  /** Empties a tile. */
  @inline static clear(layers: usize, count: i32): void {
    memory.fill(layers, 0x7f, ((TILE * TILE) / 4) * (count << BLOCK_BITS));
  }

  /** Bytes of all layers of a block. */
  @inline static blockBytes(count: i32): usize {
    return <usize>(count << BLOCK_BITS);
  }

  /** The layers of the block at column x and line y of the tile. */
  @inline static at(layers: usize, count: i32, x: i32, y: i32): usize {
    return layers + <usize>(((y << DepthLayers.TILE_BITS) + x) >> 2) * <usize>(count << BLOCK_BITS);
  }

  /**
   * Inserts the depths of a group into the layers of a block, in the lanes that are covered. With
   * `merged` a group keeps one layer per pixel, the nearest.
   */
  @inline static render(layer: usize, count: i32, low: v128, covered: v128, group: i32, merged: bool): void {
    const nothing = i32x4.splat(NOTHING);
    const own = i32x4.splat(group);
    let z = v128.bitselect(low, nothing, covered);
    let id = own;
    // Once a lane has found its place, every layer behind moves back by one.
    let moved = i32x4.splat(0);
    for (const end = layer + ((<usize>count) << BLOCK_BITS); layer < end; layer += BLOCK_BYTES) {
      const oldZ = v128.load(layer);
      const oldId = v128.load(layer, 16);
      moved = v128.or(moved, i32x4.lt_s(z, oldZ));
      v128.store(layer, v128.bitselect(z, oldZ, moved));
      v128.store(layer, v128.bitselect(id, oldId, moved), 16);
      z = v128.bitselect(oldZ, z, moved);
      id = v128.bitselect(oldId, id, moved);
      if (merged) {
        // The group's former layer is removed here; if it is the nearer one, it stays and the new
        // one is dropped.
        const isFormer = v128.andnot(i32x4.eq(oldId, own), i32x4.eq(oldZ, nothing));
        z = v128.bitselect(nothing, z, isFormer);
        moved = v128.andnot(moved, isFormer);
      }
      if (!v128.any_true(i32x4.ne(z, nothing))) return;
    }
  }

  /**
   * A group that is not exempt and nearer than `limit`: then the item is not fully visible. Else
   * `FREE`, or `CROWDED` if all layers of a pixel are nearer and exempt. `corners` as in
   * `PassContext`; 0 if neighbours are not exempt.
   */
  @inline static blocker(layer: usize, count: i32, limit: v128, covered: v128, group: i32, corners: usize): i32 {
    const own = i32x4.splat(group);
    let open = covered;
    for (const end = layer + ((<usize>count) << BLOCK_BITS); layer < end; layer += BLOCK_BYTES) {
      open = v128.and(open, i32x4.lt_s(v128.load(layer), limit));
      if (!v128.any_true(open)) return DepthLayers.FREE;
      let others = i32x4.bitmask(v128.andnot(open, i32x4.eq(v128.load(layer, 16), own)));
      for (; others != 0; others &= others - 1) {
        const id = load<u32>(layer + ((<usize>ctz(others)) << 2), 16);
        if (corners == 0 || !DepthLayers.areNeighbours(corners, id, group)) return id;
      }
    }
    return DepthLayers.CROWDED;
  }

  /** Whether two items share a vertex. */
  @inline static areNeighbours(corners: usize, f: u32, g: u32): bool {
    const other = v128.load(corners + ((<usize>f) << 4));
    const at = corners + ((<usize>g) << 4);
    const a = i32x4.eq(v128.load32_splat(at), other);
    const b = i32x4.eq(v128.load32_splat(at, 4), other);
    const c = i32x4.eq(v128.load32_splat(at, 8), other);
    return v128.any_true(v128.or(v128.or(a, b), c));
  }
}
