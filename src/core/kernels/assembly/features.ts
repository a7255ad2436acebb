// Thins lists of pairs by their bounds: pairs of faces, and pairs of features that are listed and not found.
import { Slabs } from './slabs';

export class Features {
  /** Keeps the pairs of faces that no direction separates, in place. */
  @inline static thin(pairs: usize, count: i32, slabs: usize, still: bool): i32 {
    let to = pairs;
    let from = pairs;
    for (let i = 0; i < count; i++, from += 8) {
      const a = load<u32>(from);
      const b = load<u32>(from, 4);
      store<u32>(to, a);
      store<u32>(to, b, 4);
      to += (still ? Slabs.meetCoarsely(slabs, a, b) : Slabs.meet(Slabs.face(slabs, a), Slabs.face(slabs, b))) << 3;
    }
    return <i32>((to - pairs) >> 3);
  }

  /**
   * Keeps the pairs of faces whose objects may collide, in place. `objects` has the object of each face, `classes` the class of each
   * object, `table` one byte for each two of `classCount` classes.
   */
  static permit(
    pairs: usize,
    count: i32,
    objects: usize,
    classes: usize,
    table: usize,
    classCount: u32,
    itself: bool,
  ): i32 {
    let to = pairs;
    let from = pairs;
    for (let i = 0; i < count; i++, from += 8) {
      const a = load<u32>(from);
      const b = load<u32>(from, 4);
      const p = load<u32>(objects + ((<usize>a) << 2));
      const q = load<u32>(objects + ((<usize>b) << 2));
      const row = load<u32>(classes + ((<usize>p) << 2)) * classCount;
      const may = load<u8>(table + row + load<u32>(classes + ((<usize>q) << 2)));
      store<u32>(to, a);
      store<u32>(to, b, 4);
      if (may && (itself || p != q)) to += 8;
    }
    return <i32>((to - pairs) >> 3);
  }

  /** Keeps of a fixed list the vertex–face pairs that no direction separates. */
  static thinVf(list: usize, count: i32, projected: usize, slabs: usize, pad: f32, to: usize): i32 {
    const start = to;
    for (let i = 0; i < count; i++, list += 8) {
      const v = load<u32>(list);
      const f = load<u32>(list, 4);
      store<u32>(to, v);
      store<u32>(to, f, 4);
      to += Slabs.vertexMeetsAnyway(v, f, projected, slabs, pad) << 3;
    }
    return <i32>((to - start) >> 3);
  }

  /** Keeps of a fixed list the edge–edge pairs that no direction separates. */
  static thinEe(list: usize, count: i32, edges: usize, projected: usize, pad: f32, to: usize): i32 {
    const start = to;
    for (let i = 0; i < count; i++, list += 8) {
      const e = edges + ((<usize>load<u32>(list)) << 3);
      const g = edges + ((<usize>load<u32>(list, 4)) << 3);
      store<i64>(to, load<i64>(list));
      if (Slabs.edgesMeetAnyway(projected, load<u32>(e), load<u32>(e, 4), load<u32>(g), load<u32>(g, 4), pad)) to += 8;
    }
    return <i32>((to - start) >> 3);
  }
}
