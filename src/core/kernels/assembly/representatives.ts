// Procedural representative triangles: pairs of features from pairs of faces that share no vertex, each once. [ICCD §V-B]
// A pair of features is tested by the first pair of faces, in a fixed order, that hold them and share no vertex. Nearly always
// that is the first face of each (the bits of `owned`: 0–2 corners, 3–5 edges); only where two faces are neighbours of neighbours
// can an earlier pair be adjacent, and algorithms 1 and 2 have to be walked. `nearby` says where: bits for the clusters of vertices
// that the faces around a face have, 32 for large clusters and 32 for small ones; faces with none in common of one kind have no
// neighbour in common.
// Faces that share a vertex come only where the orphans are too many to be listed: then a pair of features without any pair of faces
// that share none is tested by the first pair of all.
import { BEYOND } from './planes';
import { Slabs } from './slabs';
import { Tree } from './tree';

/** Written by `Representatives.ofPairs`. */
export let vfEnd: usize = 0;
export let eeEnd: usize = 0;

/** Tables of the walk, set once a call: corners of faces, ends of edges, faces around vertices, the first face of each edge. */
let faces: usize = 0;
let edges: usize = 0;
let starStart: usize = 0;
let star: usize = 0;
let edgeFace: usize = 0;

export class Representatives {
  @inline static id(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  @inline static isCorner(v: u32, face: u32): bool {
    const at = faces + <usize>face * 12;
    return v == load<u32>(at) || v == load<u32>(at, 4) || v == load<u32>(at, 8);
  }

  /** Algorithm 1: whether face s is the first around its vertex v, no corner of f, that shares no vertex with face f, or the first if all do. */
  static standsForVertex(v: u32, s: u32, f: u32): bool {
    const start = Representatives.id(starStart, v);
    const end = Representatives.id(starStart, v + 1);
    for (let i = start; i < end; i++) {
      const g = Representatives.id(star, i);
      if (Tree.distinct(faces, g, f)) return g == s;
    }
    return Representatives.id(star, start) == s;
  }

  /** The end of an edge with fewer faces around it, first, and the other. */
  @inline static quieterEnd(edge: u32): u32 {
    const a = load<u32>(edges + ((<usize>edge) << 3));
    const b = load<u32>(edges + ((<usize>edge) << 3), 4);
    const atA = Representatives.id(starStart, a + 1) - Representatives.id(starStart, a);
    const atB = Representatives.id(starStart, b + 1) - Representatives.id(starStart, b);
    return atA <= atB ? 0 : 1;
  }

  /**
   * Algorithm 2, for any number of faces at an edge: whether (s, t) is the first pair of faces, of edge e and of edge g > e apart from it, that
   * shares no vertex, or the first if all do. The faces of an edge are those around one end that have the other.
   */
  static standForEdges(e: u32, s: u32, g: u32, t: u32): bool {
    const sideE = Representatives.quieterEnd(e);
    const sideG = Representatives.quieterEnd(g);
    const a = Representatives.id(edges, 2 * e + sideE);
    const b = Representatives.id(edges, 2 * e + 1 - sideE);
    const c = Representatives.id(edges, 2 * g + sideG);
    const d = Representatives.id(edges, 2 * g + 1 - sideG);
    let firstP = -1;
    let firstQ = -1;
    const endA = Representatives.id(starStart, a + 1);
    const endC = Representatives.id(starStart, c + 1);
    for (let i = Representatives.id(starStart, a); i < endA; i++) {
      const p = Representatives.id(star, i);
      if (!Representatives.isCorner(b, p)) continue;
      for (let j = Representatives.id(starStart, c); j < endC; j++) {
        const q = Representatives.id(star, j);
        if (!Representatives.isCorner(d, q)) continue;
        if (Tree.distinct(faces, p, q)) return p == s && q == t;
        if (firstP < 0) {
          firstP = p;
          firstQ = q;
        }
      }
    }
    return firstP == s && firstQ == t;
  }

  /**
   * The vertices that face a stands for against face b, and the other way round, where no earlier pair of faces can be adjacent. One loop
   * over all of them: how many there are is hard to foretell, and is foretold once.
   */
  @inline static vertices(
    a: u32,
    ownedA: i32,
    b: u32,
    ownedB: i32,
    projected: usize,
    slabs: usize,
    pad: f32,
    padded: bool,
    still: bool,
  ): void {
    let to = vfEnd;
    for (let mask = (ownedA & 7) | ((ownedB & 7) << 3); mask; mask &= mask - 1) {
      const k = ctz(mask);
      const isA = k < 3;
      const v = load<u32>(faces + <usize>(isA ? a : b) * 12 + ((<usize>(isA ? k : k - 3)) << 2));
      const f = isA ? b : a;
      store<u32>(to, v);
      store<u32>(to, f, 4);
      let meets: usize;
      if (still) meets = Slabs.vertexMeetsCoarsely(v, slabs, f);
      else if (padded) meets = Slabs.vertexMeetsAnyway(v, f, projected, slabs, pad);
      else meets = Slabs.vertexMeets(Slabs.point(projected, v, false), Slabs.face(slabs, f), 0, false);
      to += meets << 3;
    }
    vfEnd = to;
  }

  /** The same anywhere: a vertex that belongs to another face first is tested here only if that face is adjacent to b. */
  static nearVertices(a: u32, owned: i32, b: u32, projected: usize, slabs: usize, pad: f32): void {
    let to = vfEnd;
    for (let k = 0; k < 3; k++) {
      const v = load<u32>(faces + <usize>a * 12 + ((<usize>k) << 2));
      const first = (owned >> k) & 1;
      if (Representatives.isCorner(v, b)) continue;
      if (!first && Tree.distinct(faces, Representatives.id(star, Representatives.id(starStart, v)), b)) continue;
      if (!Slabs.vertexMeetsAnyway(v, b, projected, slabs, pad)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (first || Representatives.standsForVertex(v, a, b)) to += 8;
    }
    vfEnd = to;
  }

  /** A corner of a face; corner 3 is corner 0. */
  @inline static corner(face: u32, k: i32): u32 {
    return load<u32>(faces + <usize>face * 12 + ((<usize>(k == 3 ? 0 : k)) << 2));
  }

  @inline static edge(faceEdges: usize, face: u32, k: i32): u32 {
    return load<u32>(faceEdges + <usize>face * 12 + ((<usize>k) << 2));
  }

  /** The pairs of edges for which faces a and b stand, where no earlier pair of faces can be adjacent. */
  @inline static edgePairs(
    a: u32,
    ownedA: i32,
    b: u32,
    ownedB: i32,
    faceEdges: usize,
    projected: usize,
    pad: f32,
    padded: bool,
    still: bool,
  ): void {
    let to = eeEnd;
    // Bit 3j + k: edge j of a and edge k of b.
    const ma = ownedA >> 3;
    const rows = (ma & 1) * 0o7 + (ma & 2) * 0o34 + (ma & 4) * 0o160;
    for (let mask = rows & ((ownedB >> 3) * 0o111); mask; mask &= mask - 1) {
      const bit = ctz(mask);
      const j = (bit * 11) >> 5;
      const k = bit - 3 * j;
      const e = Representatives.edge(faceEdges, a, j);
      const g = Representatives.edge(faceEdges, b, k);
      const p = Representatives.corner(a, j);
      const q = Representatives.corner(a, j + 1);
      const r = Representatives.corner(b, k);
      const s = Representatives.corner(b, k + 1);
      store<u32>(to, min(e, g));
      store<u32>(to, max(e, g), 4);
      const meet =
        padded && !still
          ? Slabs.edgesMeetAnyway(projected, p, q, r, s, pad)
          : Slabs.edgesMeet(projected, p, q, r, s, pad, padded, still);
      to += (<usize>meet) << 3;
    }
    eeEnd = to;
  }

  /** The same anywhere: edges that belong to other faces first are tested here only if those are adjacent. */
  static nearEdgePairs(a: u32, ownedA: i32, b: u32, ownedB: i32, faceEdges: usize, projected: usize, pad: f32): void {
    let to = eeEnd;
    for (let j = 0; j < 3; j++) {
      const e = Representatives.edge(faceEdges, a, j);
      for (let k = 0; k < 3; k++) {
        const g = Representatives.edge(faceEdges, b, k);
        const p = Representatives.corner(a, j);
        const q = Representatives.corner(a, j + 1);
        const r = Representatives.corner(b, k);
        const s = Representatives.corner(b, k + 1);
        // Most pairs of edges of faces that share one.
        if (p == r || p == s || q == r || q == s) continue;
        const first = (ownedA >> (3 + j)) & (ownedB >> (3 + k)) & 1;
        if (!first && Tree.distinct(faces, Representatives.id(edgeFace, e), Representatives.id(edgeFace, g))) continue;
        if (!Slabs.edgesMeetAnyway(projected, p, q, r, s, pad)) continue;
        store<u32>(to, min(e, g));
        store<u32>(to, max(e, g), 4);
        if (first) to += 8;
        else if (e < g ? Representatives.standForEdges(e, a, g, b) : Representatives.standForEdges(g, b, e, a)) to += 8;
      }
    }
    eeEnd = to;
  }

  /** Emits the feature pairs of `count` pairs of faces: at most 6 and 9 a pair. `apart`: no two of them share a vertex; `still`: nothing moves. */
  @inline static ofPairs(
    pairs: usize,
    count: i32,
    corners: usize,
    faceEdges: usize,
    ends: usize,
    starts: usize,
    stars: usize,
    firsts: usize,
    owned: usize,
    nearby: usize,
    projected: usize,
    slabs: usize,
    pad: f32,
    padded: bool,
    apart: bool,
    still: bool,
    vf: usize,
    ee: usize,
  ): void {
    faces = corners;
    edges = ends;
    starStart = starts;
    star = stars;
    edgeFace = firsts;
    vfEnd = vf;
    eeEnd = ee;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const marked = load<u32>(pairs, 4);
      const b = still ? marked & ((1 << BEYOND) - 1) : marked;
      const ownedA = <i32>load<u8>(owned + a);
      const ownedB = <i32>load<u8>(owned + b);
      const near = load<u64>(nearby + ((<usize>a) << 3)) & load<u64>(nearby + ((<usize>b) << 3));
      if (<u32>near == 0 || near >> 32 == 0) {
        const nearB = still ? ownedB & ~(marked >> BEYOND) : ownedB;
        Representatives.vertices(a, ownedA, b, nearB, projected, slabs, pad, padded, still);
        Representatives.edgePairs(a, ownedA, b, nearB, faceEdges, projected, pad, padded, still);
      } else {
        // Of faces that share a vertex the first ones stand for nothing by that alone.
        const counts: i32 = apart || Tree.distinct(faces, a, b) ? -1 : 0;
        Representatives.nearVertices(a, ownedA & counts, b, projected, slabs, pad);
        Representatives.nearVertices(b, ownedB & counts, a, projected, slabs, pad);
        Representatives.nearEdgePairs(a, ownedA & counts, b, ownedB & counts, faceEdges, projected, pad);
      }
    }
  }
}
