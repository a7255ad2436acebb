// The tables of the procedural representatives: see papers/iccd/representative-tables.ts for what they mean. Passes over all faces, in
// a few milliseconds for a quarter of a million, so that a changed mesh has them anew.

/** The face of an empty place. */
const NONE: u32 = 0xffffffff;

/**
 * Vertices a cluster. Large clusters have few neighbours but take in faces that lie on each other, small ones the other way round;
 * together they leave 97K of the 746K pairs of a crumpled cloth in doubt, where one size in 64 bits leaves 138K and 52K are near.
 */
const LARGE: u32 = 128;
const SMALL: u32 = 16;

/** No bit yet. */
const UNSEEN: u8 = 255;

export class Tables {
  @inline static at(table: usize, i: u32): usize {
    return table + ((<usize>i) << 2);
  }

  /** Replaces face ids by their places. */
  static place(ids: usize, count: i32, placeOf: usize): void {
    for (let end = ids + ((<usize>count) << 2); ids < end; ids += 4) {
      store<u32>(ids, load<u32>(Tables.at(placeOf, load<u32>(ids))));
    }
  }

  static invert(faceOf: usize, count: i32, placeOf: usize): void {
    for (let i = 0; i < count; i++) store<i32>(Tables.at(placeOf, load<u32>(Tables.at(faceOf, i))), i);
  }

  /** Three ids a face, from the order of the faces into that of their places; zeros for an empty place. */
  static gather(faceOf: usize, placeCount: i32, from: usize, to: usize): void {
    for (let i = 0; i < placeCount; i++, faceOf += 4, to += 12) {
      const face = load<u32>(faceOf);
      const own = from + (face == NONE ? 0 : <usize>face * 12);
      store<u64>(to, face == NONE ? 0 : load<u64>(own));
      store<u32>(to, face == NONE ? 0 : load<u32>(own, 8), 8);
    }
  }

  /** The place of the first face of each edge, by face id: the last that is written counts. */
  static firstFaces(placeOf: usize, faceCount: i32, faceEdges: usize, edgeFace: usize): void {
    for (let f = faceCount - 1; f >= 0; f--) {
      const place = load<u32>(Tables.at(placeOf, f));
      const own = faceEdges + <usize>place * 12;
      store<u32>(Tables.at(edgeFace, load<u32>(own)), place);
      store<u32>(Tables.at(edgeFace, load<u32>(own, 4)), place);
      store<u32>(Tables.at(edgeFace, load<u32>(own, 8)), place);
    }
  }

  /** 1 if the place is that of the first face around its corner. */
  @inline static isFirst(vertex: u32, place: u32, starStart: usize, star: usize): i32 {
    return load<u32>(Tables.at(star, load<u32>(Tables.at(starStart, vertex)))) == place ? 1 : 0;
  }

  @inline static hasEdge(edge: u32, place: u32, edgeFace: usize): i32 {
    return load<u32>(Tables.at(edgeFace, edge)) == place ? 1 : 0;
  }

  /** Bits 0–2 for the corners and 3–5 for the edges of which a place has the first face. */
  static own(
    faces: usize,
    count: i32,
    faceEdges: usize,
    starStart: usize,
    star: usize,
    edgeFace: usize,
    to: usize,
  ): void {
    for (let i = 0; i < count; i++, faces += 12, faceEdges += 12) {
      const a = Tables.isFirst(load<u32>(faces), i, starStart, star);
      const b = Tables.isFirst(load<u32>(faces, 4), i, starStart, star);
      const c = Tables.isFirst(load<u32>(faces, 8), i, starStart, star);
      const e = Tables.hasEdge(load<u32>(faceEdges), i, edgeFace);
      const g = Tables.hasEdge(load<u32>(faceEdges, 4), i, edgeFace);
      const h = Tables.hasEdge(load<u32>(faceEdges, 8), i, edgeFace);
      store<u8>(to + i, a | (b << 1) | (c << 2) | (e << 3) | (g << 4) | (h << 5));
    }
  }

  @inline static wide(table: usize, i: u32): usize {
    return table + ((<usize>i) << 3);
  }

  /**
   * Two bits for each vertex that has none yet: that of its large cluster, from 0 to 31, and of its small one, from 32 to 63; `UNSEEN` for
   * one without faces. Clusters are connected and numbered from `next` on; returns the next number. `members` is scratch, a word for each of
   * the largest.
   */
  static cluster(
    triangles: usize,
    vertexCount: i32,
    starStart: usize,
    star: usize,
    bits: usize,
    members: usize,
    next: u32,
  ): u32 {
    for (let kind: u32 = 0; kind < 2; kind++) {
      for (let v = 0; v < vertexCount; v++) {
        if (load<u8>(bits + 2 * v + kind) != UNSEEN) continue;
        if (load<u32>(Tables.at(starStart, v)) == load<u32>(Tables.at(starStart, v + 1))) continue;
        const bit = 32 * kind + ((next++ * <u32>0x9e3779b1) >> 27);
        Tables.growCluster(triangles, v, starStart, star, bits + kind, members, bit, kind ? SMALL : LARGE);
      }
    }
    return next;
  }

  /** A cluster of at most `size` vertices around a seed that have no bit yet. `bits`: every other byte is that of a vertex. */
  static growCluster(
    triangles: usize,
    seed: u32,
    starStart: usize,
    star: usize,
    bits: usize,
    members: usize,
    bit: u32,
    size: u32,
  ): void {
    let count: u32 = 1;
    store<u32>(members, seed);
    store<u8>(bits + 2 * seed, bit);
    for (let next: u32 = 0; next < count; next++) {
      const v = load<u32>(Tables.at(members, next));
      const end = load<u32>(Tables.at(starStart, v + 1));
      for (let i = load<u32>(Tables.at(starStart, v)); i < end; i++) {
        const face = triangles + <usize>load<u32>(Tables.at(star, i)) * 12;
        for (let k: usize = 0; k < 12; k += 4) {
          const corner = load<u32>(face + k);
          if (load<u8>(bits + 2 * corner) != UNSEEN) continue;
          if (count == size) return;
          store<u8>(bits + 2 * corner, bit);
          store<u32>(Tables.at(members, count++), corner);
        }
      }
    }
  }

  @inline static bitsOf(bits: usize, vertex: u32): u64 {
    const at = bits + ((<usize>vertex) << 1);
    return ((<u64>1) << load<u8>(at)) | ((<u64>1) << load<u8>(at, 1));
  }

  /** 64 bits a place: those of the vertices of all faces around it. `bits` has two for each vertex, `around` is scratch for them. */
  static nearby(faces: usize, count: i32, bits: usize, around: usize, vertexCount: i32, to: usize): void {
    memory.fill(around, 0, (<usize>vertexCount) << 3);
    for (let i = 0, face = faces; i < count; i++, face += 12) {
      const a = load<u32>(face);
      const b = load<u32>(face, 4);
      const c = load<u32>(face, 8);
      const own = Tables.bitsOf(bits, a) | Tables.bitsOf(bits, b) | Tables.bitsOf(bits, c);
      store<u64>(Tables.wide(around, a), load<u64>(Tables.wide(around, a)) | own);
      store<u64>(Tables.wide(around, b), load<u64>(Tables.wide(around, b)) | own);
      store<u64>(Tables.wide(around, c), load<u64>(Tables.wide(around, c)) | own);
    }
    for (let i = 0, face = faces; i < count; i++, face += 12) {
      const a = load<u64>(Tables.wide(around, load<u32>(face)));
      const b = load<u64>(Tables.wide(around, load<u32>(face, 4)));
      const c = load<u64>(Tables.wide(around, load<u32>(face, 8)));
      store<u64>(Tables.wide(to, i), a | b | c);
    }
  }
}
