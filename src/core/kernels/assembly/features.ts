// From pairs of faces to pairs of features, each once: a feature is tested where both of its owners meet. Every vertex and every
// edge is owned by one face (bits 0–2 of its mask: corners, bits 3–5: edges), after R-Triangles' fixed representation.
import { POINT, SLABS, Slabs } from './slabs';

/** Written by `Features.ofPairs`. */
export let vfEnd: usize = 0;
export let eeEnd: usize = 0;

export class Features {
  /** Keeps the pairs of faces that no direction separates, in place. */
  static thin(pairs: usize, count: i32, slabs: usize): i32 {
    let to = pairs;
    let from = pairs;
    for (let i = 0; i < count; i++, from += 8) {
      const a = load<u32>(from);
      const b = load<u32>(from, 4);
      store<u32>(to, a);
      store<u32>(to, b, 4);
      to += Slabs.meet(slabs + <usize>a * SLABS, slabs + <usize>b * SLABS) << 3;
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

  @inline static isCorner(v: u32, face: usize): bool {
    return v == load<u32>(face) || v == load<u32>(face, 4) || v == load<u32>(face, 8);
  }

  /** The vertices that face a owns against face b. `apart`: the faces are known to share none. */
  @inline static vertices(a: u32, owned: i32, b: u32, faces: usize, projected: usize, slabs: usize, apart: bool): void {
    let to = vfEnd;
    for (let mask = owned & 7; mask; mask &= mask - 1) {
      const v = load<u32>(faces + <usize>a * 12 + ((<usize>ctz(mask)) << 2));
      if (!apart && Features.isCorner(v, faces + <usize>b * 12)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      to += Slabs.vertexMeets(projected + <usize>v * POINT, slabs + <usize>b * SLABS) << 3;
    }
    vfEnd = to;
  }

  /** A projected corner of a face; corner 3 is corner 0. */
  @inline static corner(face: usize, k: i32, projected: usize): usize {
    return projected + <usize>load<u32>(face + ((<usize>(k == 3 ? 0 : k)) << 2)) * POINT;
  }

  /** Emits the feature pairs of `count` pairs of faces: at most 6 and 9 a pair. */
  @inline static ofPairs(
    pairs: usize,
    count: i32,
    faces: usize,
    faceEdges: usize,
    owned: usize,
    projected: usize,
    slabs: usize,
    pad: f32,
    padded: bool,
    apart: bool,
    vf: usize,
    ee: usize,
  ): void {
    const wide = f32x4.splat(pad);
    vfEnd = vf;
    let to = ee;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const b = load<u32>(pairs, 4);
      const ownedA = <i32>load<u8>(owned + a);
      const ownedB = <i32>load<u8>(owned + b);
      Features.vertices(a, ownedA, b, faces, projected, slabs, apart);
      Features.vertices(b, ownedB, a, faces, projected, slabs, apart);
      const faceA = faces + <usize>a * 12;
      const faceB = faces + <usize>b * 12;
      for (let ma = ownedA >> 3; ma; ma &= ma - 1) {
        const j = ctz(ma);
        const p = Features.corner(faceA, j, projected);
        const q = Features.corner(faceA, j + 1, projected);
        const e = load<u32>(faceEdges + <usize>a * 12 + ((<usize>j) << 2));
        for (let mb = ownedB >> 3; mb; mb &= mb - 1) {
          const k = ctz(mb);
          const g = load<u32>(faceEdges + <usize>b * 12 + ((<usize>k) << 2));
          const r = Features.corner(faceB, k, projected);
          const s = Features.corner(faceB, k + 1, projected);
          if (!apart && (p == r || p == s || q == r || q == s)) continue;
          store<u32>(to, min(e, g));
          store<u32>(to, max(e, g), 4);
          if (Slabs.edgesMeet(p, q, r, s, wide, padded)) to += 8;
        }
      }
    }
    eeEnd = to;
  }

  /** Keeps of a fixed list the vertex–face pairs that no direction separates. */
  static thinVf(list: usize, count: i32, projected: usize, slabs: usize, to: usize): i32 {
    const start = to;
    for (let i = 0; i < count; i++, list += 8) {
      const v = load<u32>(list);
      const f = load<u32>(list, 4);
      store<u32>(to, v);
      store<u32>(to, f, 4);
      to += Slabs.vertexMeets(projected + <usize>v * POINT, slabs + <usize>f * SLABS) << 3;
    }
    return <i32>((to - start) >> 3);
  }

  /** Keeps of a fixed list the edge–edge pairs that no direction separates. */
  @inline static thinEe(
    list: usize,
    count: i32,
    edges: usize,
    projected: usize,
    pad: f32,
    padded: bool,
    to: usize,
  ): i32 {
    const start = to;
    const wide = f32x4.splat(pad);
    for (let i = 0; i < count; i++, list += 8) {
      const e = edges + ((<usize>load<u32>(list)) << 3);
      const g = edges + ((<usize>load<u32>(list, 4)) << 3);
      store<i64>(to, load<i64>(list));
      const a = projected + <usize>load<u32>(e) * POINT;
      const b = projected + <usize>load<u32>(e, 4) * POINT;
      const c = projected + <usize>load<u32>(g) * POINT;
      const d = projected + <usize>load<u32>(g, 4) * POINT;
      if (Slabs.edgesMeet(a, b, c, d, wide, padded)) to += 8;
    }
    return <i32>((to - start) >> 3);
  }
}
