// Procedural representative triangles: pairs of features from pairs of faces that share no vertex, each once. [ICCD §V-B]
// A pair of features is tested by the first pair of faces, in a fixed order, that hold them and share no vertex. Nearly always
// that is the first face of each (the bits of `owned`: 0–2 corners, 3–5 edges); only where two faces are neighbours of neighbours
// can an earlier pair be adjacent, and algorithms 1 and 2 have to be walked. `nearby` says where: bits for the clusters of vertices
// that the faces around a face have, 32 for large clusters and 32 for small ones; faces with none in common of one kind have no
// neighbour in common.
// Faces that share a vertex come only where the orphans are too many to be listed: then a pair of features without any pair of faces
// that share none is tested by the first pair of all.
import { BEYOND } from '../../../core/bounds/kernels/planes';
import { Slabs } from '../../../core/bounds/kernels/slabs';
import { FaceCorners } from '../../../core/kernels/face-corners';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { RepresentativeTables } from './representative-tables';

class Representatives {
  @inline static id(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  @inline static isCorner(faces: usize, v: u32, face: u32): bool {
    const at = faces + <usize>face * 12;
    return v == load<u32>(at) || v == load<u32>(at, 4) || v == load<u32>(at, 8);
  }

  /** Algorithm 1: whether face s is the first around its vertex v, no corner of f, that shares no vertex with face f, or the first if all do. */
  static standsForVertex(context: MeshContext, tables: RepresentativeTables, v: u32, s: u32, f: u32): bool {
    const faces = context.faces;
    const starStart = tables.starStart;
    const star = tables.star;
    const start = Representatives.id(starStart, v);
    const end = Representatives.id(starStart, v + 1);
    for (let i = start; i < end; i++) {
      const g = Representatives.id(star, i);
      if (FaceCorners.distinct(faces, g, f)) return g == s;
    }
    return Representatives.id(star, start) == s;
  }

  /** The end of an edge with fewer faces around it, first, and the other. */
  @inline static quieterEnd(edges: usize, starStart: usize, edge: u32): u32 {
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
  static standForEdges(context: MeshContext, tables: RepresentativeTables, e: u32, s: u32, g: u32, t: u32): bool {
    const faces = context.faces;
    const edges = context.edges;
    const starStart = tables.starStart;
    const star = tables.star;
    const sideE = Representatives.quieterEnd(edges, starStart, e);
    const sideG = Representatives.quieterEnd(edges, starStart, g);
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
      if (!Representatives.isCorner(faces, b, p)) continue;
      for (let j = Representatives.id(starStart, c); j < endC; j++) {
        const q = Representatives.id(star, j);
        if (!Representatives.isCorner(faces, d, q)) continue;
        if (FaceCorners.distinct(faces, p, q)) return p == s && q == t;
        if (firstP < 0) {
          firstP = p;
          firstQ = q;
        }
      }
    }
    return firstP == s && firstQ == t;
  }

  /** A corner of a face; corner 3 is corner 0. */
  @inline static corner(faces: usize, face: u32, k: i32): u32 {
    return load<u32>(faces + <usize>face * 12 + ((<usize>(k == 3 ? 0 : k)) << 2));
  }

  @inline static edge(faceEdges: usize, face: u32, k: i32): u32 {
    return load<u32>(faceEdges + <usize>face * 12 + ((<usize>k) << 2));
  }

  /**
   * Emits the vertices that face a stands for against face b, and the other way round, where no earlier pair of faces can be
   * adjacent. One loop over all of them: their number is hard to predict, and is predicted once.
   */
  @inline static vertices(
    context: MeshContext,
    a: u32,
    ownedA: i32,
    b: u32,
    ownedB: i32,
    padded: bool,
    isStatic: bool,
    to: usize,
  ): usize {
    const faces = context.faces;
    const slabs = context.slabs;
    for (let mask = (ownedA & 7) | ((ownedB & 7) << 3); mask; mask &= mask - 1) {
      const k = ctz(mask);
      const isA = k < 3;
      const v = load<u32>(faces + <usize>(isA ? a : b) * 12 + ((<usize>(isA ? k : k - 3)) << 2));
      const f = isA ? b : a;
      store<u32>(to, v);
      store<u32>(to, f, 4);
      let meets: usize;
      if (isStatic)
        meets = Slabs.vertexMeetsCoarsely(Slabs.coarsePoints(context), v, slabs, f, Slabs.coarsePad(context));
      else if (padded) meets = Slabs.vertexMeetsGeneric(context, v, f);
      else meets = Slabs.vertexMeets(Slabs.point(context.projected, v, false), Slabs.face(slabs, f), 0, false);
      to += meets << 3;
    }
    return to;
  }

  /** The same anywhere: a vertex that belongs to another face first is tested here only if that face is adjacent to b. */
  static nearVertices(
    context: MeshContext,
    tables: RepresentativeTables,
    a: u32,
    owned: i32,
    b: u32,
    to: usize,
  ): usize {
    const faces = context.faces;
    for (let k = 0; k < 3; k++) {
      const v = load<u32>(faces + <usize>a * 12 + ((<usize>k) << 2));
      const first = (owned >> k) & 1;
      if (Representatives.isCorner(faces, v, b)) continue;
      const firstFace = Representatives.id(tables.star, Representatives.id(tables.starStart, v));
      if (!first && FaceCorners.distinct(faces, firstFace, b)) continue;
      if (!Slabs.vertexMeetsGeneric(context, v, b)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (first || Representatives.standsForVertex(context, tables, v, a, b)) to += 8;
    }
    return to;
  }

  /** Emits the pairs of edges for which faces a and b stand, where no earlier pair of faces can be adjacent. */
  @inline static edgePairs(
    context: MeshContext,
    faceEdges: usize,
    a: u32,
    ownedA: i32,
    b: u32,
    ownedB: i32,
    padded: bool,
    isStatic: bool,
    to: usize,
  ): usize {
    const faces = context.faces;
    const projected = context.projected;
    // Bit 3j + k: edge j of a and edge k of b.
    const ma = ownedA >> 3;
    const rows = (ma & 1) * 0o7 + (ma & 2) * 0o34 + (ma & 4) * 0o160;
    for (let mask = rows & ((ownedB >> 3) * 0o111); mask; mask &= mask - 1) {
      const bit = ctz(mask);
      const j = (bit * 11) >> 5;
      const k = bit - 3 * j;
      const e = Representatives.edge(faceEdges, a, j);
      const g = Representatives.edge(faceEdges, b, k);
      const p = Representatives.corner(faces, a, j);
      const q = Representatives.corner(faces, a, j + 1);
      const r = Representatives.corner(faces, b, k);
      const s = Representatives.corner(faces, b, k + 1);
      store<u32>(to, min(e, g));
      store<u32>(to, max(e, g), 4);
      let meet: bool;
      if (isStatic) {
        const coarse = Slabs.coarsePoints(context);
        meet = Slabs.edgesMeetStatic(projected, coarse, p, q, r, s, context.pad, Slabs.coarsePad(context));
      } else if (padded) meet = Slabs.edgesMeetGeneric(context, p, q, r, s);
      else meet = Slabs.edgesMeet(projected, p, q, r, s, 0, false);
      to += (<usize>meet) << 3;
    }
    return to;
  }

  /**
   * The same anywhere: edges that belong to other faces first are tested here only if those are adjacent. `owned`: the bits of a,
   * and those of b from bit 8 on.
   */
  static nearEdgePairs(
    context: MeshContext,
    tables: RepresentativeTables,
    a: u32,
    b: u32,
    owned: i32,
    to: usize,
  ): usize {
    const faces = context.faces;
    const faceEdges = tables.faceEdges;
    const edgeFace = tables.edgeFace;
    for (let j = 0; j < 3; j++) {
      const e = Representatives.edge(faceEdges, a, j);
      for (let k = 0; k < 3; k++) {
        const g = Representatives.edge(faceEdges, b, k);
        const p = Representatives.corner(faces, a, j);
        const q = Representatives.corner(faces, a, j + 1);
        const r = Representatives.corner(faces, b, k);
        const s = Representatives.corner(faces, b, k + 1);
        // Most pairs of edges of faces that share one.
        if (p == r || p == s || q == r || q == s) continue;
        const first = (owned >> (3 + j)) & (owned >> (11 + k)) & 1;
        if (!first && FaceCorners.distinct(faces, Representatives.id(edgeFace, e), Representatives.id(edgeFace, g)))
          continue;
        if (!Slabs.edgesMeetGeneric(context, p, q, r, s)) continue;
        store<u32>(to, min(e, g));
        store<u32>(to, max(e, g), 4);
        if (first) to += 8;
        else {
          const stand =
            e < g
              ? Representatives.standForEdges(context, tables, e, a, g, b)
              : Representatives.standForEdges(context, tables, g, b, e, a);
          if (stand) to += 8;
        }
      }
    }
    return to;
  }

  @inline static ofPairs(
    context: MeshContext,
    tables: RepresentativeTables,
    pairs: usize,
    count: i32,
    vf: usize,
    ee: usize,
    padded: bool,
    distinct: bool,
    isStatic: bool,
  ): void {
    const owned = tables.owned;
    const nearby = tables.nearby;
    const faceEdges = tables.faceEdges;
    let vfEnd = vf;
    let eeEnd = ee;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const marked = load<u32>(pairs, 4);
      const b = isStatic ? marked & ((1 << BEYOND) - 1) : marked;
      const ownedA = <i32>load<u8>(owned + a);
      const ownedB = <i32>load<u8>(owned + b);
      const near = load<u64>(nearby + ((<usize>a) << 3)) & load<u64>(nearby + ((<usize>b) << 3));
      if (<u32>near == 0 || near >> 32 == 0) {
        const leftB = isStatic ? ownedB & ~(marked >> BEYOND) : ownedB;
        vfEnd = Representatives.vertices(context, a, ownedA, b, leftB, padded, isStatic, vfEnd);
        eeEnd = Representatives.edgePairs(context, faceEdges, a, ownedA, b, leftB, padded, isStatic, eeEnd);
      } else {
        // Faces that share a vertex stand for nothing by being the first of their features alone.
        const counts: i32 = distinct || FaceCorners.distinct(context.faces, a, b) ? -1 : 0;
        vfEnd = Representatives.nearVertices(context, tables, a, ownedA & counts, b, vfEnd);
        vfEnd = Representatives.nearVertices(context, tables, b, ownedB & counts, a, vfEnd);
        const both = (ownedA | (ownedB << 8)) & counts;
        eeEnd = Representatives.nearEdgePairs(context, tables, a, b, both, eeEnd);
      }
    }
    tables.vfCount = <i32>((vfEnd - vf) >> 3);
    tables.eeCount = <i32>((eeEnd - ee) >> 3);
  }
}

/**
 * Emits the pairs of features of `count` pairs of faces, at most 6 vertex–face and 9 edge–edge pairs each, and their numbers into the
 * tables. The usual cases have code of their own.
 */
export function representativePairs(
  context: MeshContext,
  tables: RepresentativeTables,
  pairs: usize,
  count: i32,
  vf: usize,
  ee: usize,
): void {
  const distinct = tables.distinct;
  if (context.isStatic) Representatives.ofPairs(context, tables, pairs, count, vf, ee, true, distinct, true);
  else if (context.pad == 0 && distinct)
    Representatives.ofPairs(context, tables, pairs, count, vf, ee, false, true, false);
  else Representatives.ofPairs(context, tables, pairs, count, vf, ee, true, distinct, false);
}
