// The layers that every pixel of a tile remembers of what was rendered so far, four pixels at a time: the nearest groups, by their least
// depth, the earlier one first where equal. Layer k of all pixels is one plane of depths, then one of ids.

/** Pixels along a side of a tile, a multiple of four. */
export const TILE: i32 = 64;
/** Bytes of one plane. */
const PLANE: usize = 4 * 64 * 64;
/** Deeper than any item: no layer. */
const NOTHING: i32 = i32.MAX_VALUE;

export class VisibleLayers {
  static clear(layers: usize, count: i32): void {
    const nothing = i32x4.splat(NOTHING);
    for (let k = 0; k < count; k++, layers += 2 * PLANE)
      for (let to = layers; to < layers + PLANE; to += 16) v128.store(to, nothing);
  }

  /** Puts `low` of a group where it belongs; lanes that are not covered have `NOTHING` there. A group has one layer of a pixel. */
  @inline static render(layer: usize, count: i32, low: v128, group: i32, itself: bool): void {
    const nothing = i32x4.splat(NOTHING);
    const own = i32x4.splat(group);
    let z = low;
    let id = own;
    // Once a lane has found its place, what stood there moves on, whatever is next.
    let moved = i32x4.splat(0);
    for (let k = 0; k < count; k++, layer += 2 * PLANE) {
      const oldZ = v128.load(layer);
      const oldId = v128.load(layer, PLANE);
      moved = v128.or(moved, i32x4.lt_s(z, oldZ));
      v128.store(layer, v128.bitselect(z, oldZ, moved));
      v128.store(layer, v128.bitselect(id, oldId, moved), PLANE);
      z = v128.bitselect(oldZ, z, moved);
      id = v128.bitselect(oldId, id, moved);
      if (itself) {
        // The group's former layer ends here; a nearer one stays instead of the new.
        const isFormer = v128.andnot(i32x4.eq(oldId, own), i32x4.eq(oldZ, nothing));
        z = v128.or(v128.andnot(z, isFormer), v128.and(nothing, isFormer));
        moved = v128.andnot(moved, isFormer);
      }
      if (!v128.any_true(i32x4.ne(z, nothing))) return;
    }
  }

  /**
   * Whether a layer that is not exempt is at most as deep as `high`, or all are exempt and there may be more. `touching` is −1 where equal
   * depths count and 0 where not. `corners`: four words an item, the last one no vertex; 0 where no neighbours are exempt.
   */
  @inline static blocks(
    layer: usize,
    count: i32,
    high: v128,
    covered: v128,
    group: i32,
    touching: v128,
    corners: usize,
  ): bool {
    const own = i32x4.splat(group);
    const limit = i32x4.sub(high, touching);
    let open = covered;
    for (let k = 0; k < count; k++, layer += 2 * PLANE) {
      open = v128.and(open, i32x4.lt_s(v128.load(layer), limit));
      if (!v128.any_true(open)) return false;
      const ids = v128.load(layer, PLANE);
      const others = i32x4.bitmask(v128.andnot(open, i32x4.eq(ids, own)));
      if (others != 0 && (corners == 0 || VisibleLayers.hasStranger(layer + PLANE, others, group, corners)))
        return true;
    }
    return true;
  }

  /** Whether one of these lanes holds an item that shares no vertex with the item. */
  @inline static hasStranger(ids: usize, lanes: i32, item: i32, corners: usize): bool {
    const at = corners + ((<usize>item) << 4);
    const a = v128.load32_splat(at);
    const b = v128.load32_splat(at, 4);
    const c = v128.load32_splat(at, 8);
    for (; lanes != 0; lanes &= lanes - 1) {
      const other = v128.load(corners + ((<usize>load<u32>(ids + (ctz(lanes) << 2))) << 4));
      const equal = v128.or(v128.or(i32x4.eq(a, other), i32x4.eq(b, other)), i32x4.eq(c, other));
      if (!v128.any_true(equal)) return true;
    }
    return false;
  }
}
