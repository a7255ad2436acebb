// The layers that the pixels of a tile remember of what was rendered so far: the nearest groups, by their least depth, the earlier one first
// where equal. Four pixels of a line are a block, whose layers stand side by side: four depths, then four ids.

/** Pixels along a side of a tile, a multiple of four, as a power of two. */
export const TILE_BITS: i32 = 6;
export const TILE: i32 = 64;
/** Bytes of one layer of a block, as a power of two. */
const LAYER_BITS: i32 = 5;
const LAYER: usize = 32;
/** Deeper than any item: no layer. All of its bytes are equal. */
const NOTHING: i32 = 0x7f7f7f7f;

/** What `blockerOf` finds where it finds nothing, and where there may be more than a pixel remembers. */
export const FREE: i32 = -1;
export const CROWDED: i32 = -2;

export class VisibleLayers {
  @inline static clear(layers: usize, count: i32): void {
    memory.fill(layers, 0x7f, ((TILE * TILE) / 4) * (count << LAYER_BITS));
  }

  @inline static blockBytes(count: i32): usize {
    return <usize>(count << LAYER_BITS);
  }

  /** Where the layers of a block are. */
  @inline static at(layers: usize, count: i32, x: i32, y: i32): usize {
    return layers + <usize>(((y << TILE_BITS) + x) >> 2) * <usize>(count << LAYER_BITS);
  }

  /** Puts the depths of a group where they belong, in the lanes that are covered. With `merged`, a group has one layer of a pixel. */
  @inline static render(layer: usize, count: i32, low: v128, covered: v128, group: i32, merged: bool): void {
    const nothing = i32x4.splat(NOTHING);
    const own = i32x4.splat(group);
    let z = v128.bitselect(low, nothing, covered);
    let id = own;
    // Once a lane has found its place, what stood there moves on, whatever is next.
    let moved = i32x4.splat(0);
    for (const end = layer + ((<usize>count) << LAYER_BITS); layer < end; layer += LAYER) {
      const oldZ = v128.load(layer);
      const oldId = v128.load(layer, 16);
      moved = v128.or(moved, i32x4.lt_s(z, oldZ));
      v128.store(layer, v128.bitselect(z, oldZ, moved));
      v128.store(layer, v128.bitselect(id, oldId, moved), 16);
      z = v128.bitselect(oldZ, z, moved);
      id = v128.bitselect(oldId, id, moved);
      if (merged) {
        // The group's former layer ends here; if it is nearer, it stays instead of the new one.
        const isFormer = v128.andnot(i32x4.eq(oldId, own), i32x4.eq(oldZ, nothing));
        z = v128.bitselect(nothing, z, isFormer);
        moved = v128.andnot(moved, isFormer);
      }
      if (!v128.any_true(i32x4.ne(z, nothing))) return;
    }
  }

  /**
   * A group that is not exempt and less deep than `limit`; `CROWDED` where all layers of a pixel are exempt and less deep: there may be more.
   * `corners`: four words an item, the last one no vertex; 0 where no neighbours are exempt.
   */
  @inline static blockerOf(layer: usize, count: i32, limit: v128, covered: v128, group: i32, corners: usize): i32 {
    const own = i32x4.splat(group);
    let open = covered;
    for (const end = layer + ((<usize>count) << LAYER_BITS); layer < end; layer += LAYER) {
      open = v128.and(open, i32x4.lt_s(v128.load(layer), limit));
      if (!v128.any_true(open)) return FREE;
      let others = i32x4.bitmask(v128.andnot(open, i32x4.eq(v128.load(layer, 16), own)));
      for (; others != 0; others &= others - 1) {
        const id = load<u32>(layer + ((<usize>ctz(others)) << 2), 16);
        if (corners == 0 || !VisibleLayers.areNeighbours(corners, id, group)) return id;
      }
    }
    return CROWDED;
  }

  @inline static areNeighbours(corners: usize, f: u32, g: u32): bool {
    const other = v128.load(corners + ((<usize>f) << 4));
    const at = corners + ((<usize>g) << 4);
    const a = i32x4.eq(v128.load32_splat(at), other);
    const b = i32x4.eq(v128.load32_splat(at, 4), other);
    const c = i32x4.eq(v128.load32_splat(at, 8), other);
    return v128.any_true(v128.or(v128.or(a, b), c));
  }
}
