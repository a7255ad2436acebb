// The frame buffer of one tile [Quick-CULLIDE §3.2]. Every pixel holds the nearest groups rendered
// so far, ordered by their least depth; of equal depths the earlier one comes first. Four pixels of
// a line form a block. The layers of a block are stored one after the other, each as four depths,
// then four groups.
// Departs from the paper: it keeps one depth per pixel. With several layers, those of neighbours,
// which touch the tested item, can be skipped.

/** Pixels along a side of a tile: a multiple of four. */
export const TILE: i32 = 64;
/** Bytes of one layer of a tile: a depth and a group per pixel. */
export const LAYER_BYTES: i32 = 8 * TILE * TILE;

/** Bytes of one layer of a block, as a power of two. */
const BLOCK_BITS: i32 = 5;
/** Bytes of one layer of a block. */
const BLOCK_BYTES: usize = 32;
/**
 * The depth of an empty layer: deeper than any item. All of its bytes are equal, so that a fill
 * sets it.
 */
const NO_LAYER_DEPTH: i32 = 0x7f7f7f7f;

/** Operations on the layers of one tile. */
export class DepthLayers {
  /** `TILE` as a power of two. */
  static readonly TILE_BITS: i32 = 6;
  /** Returned by `blocker` if the item is visible in all four pixels. */
  static readonly FREE: i32 = -1;
  /**
   * Returned by `blocker` if all layers of a pixel are nearer than the limit and exempt, that is,
   * of the same group or a neighbour. A layer that is not exempt may have been dropped from the
   * full list, so the item must count as hidden.
   */
  static readonly ALL_EXEMPT: i32 = -2;

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
   * `merged`, a group has at most one layer per pixel, its nearest.
   */
  @inline static render(layer: usize, count: i32, low: v128, covered: v128, group: i32, merged: bool): void {
    const nothing = i32x4.splat(NO_LAYER_DEPTH);
    const own = i32x4.splat(group);
    let z = v128.bitselect(low, nothing, covered);
    let id = own;
    // From the layer at which a lane inserts, all layers move back by one.
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
        // Removes the former layer of the same group. If that layer is nearer, it stays and the new
        // depth is dropped.
        const isFormer = v128.andnot(i32x4.eq(oldId, own), i32x4.eq(oldZ, nothing));
        z = v128.bitselect(nothing, z, isFormer);
        moved = v128.andnot(moved, isFormer);
      }
      if (!v128.any_true(i32x4.ne(z, nothing))) return;
    }
  }

  /**
   * Returns a group that is nearer than `limit` in some pixel and not exempt: the item is then not
   * fully visible. Otherwise returns `ALL_EXEMPT` if all layers of some pixel are nearer and
   * exempt, else `FREE`. `corners` is that of `PassContext`; 0 if neighbours are not exempt.
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
    return DepthLayers.ALL_EXEMPT;
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
