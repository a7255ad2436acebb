// Turns pairs of faces into pairs of features by procedural representative triangles, so that each
// pair of features is tested exactly once [ICCD §V-B]. Drops pairs whose bounds are apart.
// The representatives of a pair of features are the first pair of faces, in a fixed order, that
// have the features and share no vertex. Only they test it. Usually they are the first face of each
// feature (`tables.owned`). An earlier pair of faces can be adjacent only where faces around both
// given faces share a vertex (`tables.nearby`). There, algorithms 1 and 2 of the paper run.
// If the pairs of faces include adjacent ones (`tables.distinct` is false), a pair of features that
// only adjacent faces have is tested by the first of all its pairs of faces.
import { PLACE_BITS } from '../../../core/bounds/kernels/planes';
import { Slabs } from '../../../core/bounds/kernels/slabs';
import { FaceCorners } from '../../../core/kernels/face-corners';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { RepresentativeTables } from './representative-tables';

// The three modes of testing bounds. Each is compiled into its own loop.
/** Nothing moves: coarse bounds at one instant, with any padding. */
const STATIC: i32 = 0;
/**
 * Something moves, there is no padding, and the faces of a pair never share a vertex: the usual
 * case.
 */
const FAST: i32 = 1;
/** Something moves, with any padding and any pairs of faces. */
const GENERIC: i32 = 2;

class Representatives {
  /** Entry i of a table of u32. */
  @inline static id(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  /**
   * Algorithm 1: whether face s represents its vertex v against face f, which does not have v. That
   * is the first face around v that shares no vertex with f, or the first of all if every face
   * does.
   */
  static representsVertex(context: MeshContext, tables: RepresentativeTables, v: u32, s: u32, f: u32): bool {
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

  /** Which end of an edge, 0 or 1, has fewer faces around it; 0 if both have as many. */
  @inline static smallerStarEnd(edges: usize, starStart: usize, edge: u32): u32 {
    const a = load<u32>(edges + ((<usize>edge) << 3));
    const b = load<u32>(edges + ((<usize>edge) << 3), 4);
    const atA = Representatives.id(starStart, a + 1) - Representatives.id(starStart, a);
    const atB = Representatives.id(starStart, b + 1) - Representatives.id(starStart, b);
    return atA <= atB ? 0 : 1;
  }

  /**
   * Algorithm 2, for any number of faces at an edge: whether faces (s, t) represent the edges (e,
   * g), where e < g and the edges share no vertex. That is the first pair of a face of e and a face
   * of g that share no vertex, or the first of all if every pair does. The faces of an edge are
   * those around one end that have the other end.
   */
  static representEdges(context: MeshContext, tables: RepresentativeTables, e: u32, s: u32, g: u32, t: u32): bool {
    const faces = context.faces;
    const edges = context.edges;
    const starStart = tables.starStart;
    const star = tables.star;
    const sideE = Representatives.smallerStarEnd(edges, starStart, e);
    const sideG = Representatives.smallerStarEnd(edges, starStart, g);
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
      if (!FaceCorners.has(faces, p, b)) continue;
      for (let j = Representatives.id(starStart, c); j < endC; j++) {
        const q = Representatives.id(star, j);
        if (!FaceCorners.has(faces, q, d)) continue;
        if (FaceCorners.distinct(faces, p, q)) return p == s && q == t;
        if (firstP < 0) {
          firstP = p;
          firstQ = q;
        }
      }
    }
    return firstP == s && firstQ == t;
  }

  /** Corner k of a face; corner 3 is corner 0. */
  @inline static corner(faces: usize, face: u32, k: i32): u32 {
    return load<u32>(faces + <usize>face * 12 + ((<usize>(k == 3 ? 0 : k)) << 2));
  }

  /** Edge k of a face. */
  @inline static edge(faceEdges: usize, face: u32, k: i32): u32 {
    return load<u32>(faceEdges + <usize>face * 12 + ((<usize>k) << 2));
  }

  /**
   * Emits the vertices of a that a represents against b, and the reverse, for faces of which no
   * earlier pair can be adjacent. `owned` has the bits of a, and from bit 8 on those of b. One loop
   * runs over the vertices of both faces, so that the processor mispredicts its end once and not
   * twice.
   */
  @inline static emitVertices(context: MeshContext, a: u32, b: u32, owned: i32, mode: i32, to: usize): usize {
    const faces = context.faces;
    const slabs = context.slabs;
    for (let mask = (owned & 7) | ((owned >> 5) & 0o70); mask; mask &= mask - 1) {
      const k = ctz(mask);
      const isA = k < 3;
      const v = load<u32>(faces + <usize>(isA ? a : b) * 12 + ((<usize>(isA ? k : k - 3)) << 2));
      const f = isA ? b : a;
      store<u32>(to, v);
      store<u32>(to, f, 4);
      let meets: usize;
      if (mode == STATIC)
        meets = Slabs.vertexMeetsCoarsely(Slabs.coarsePoints(context), v, slabs, f, Slabs.coarsePad(context));
      else if (mode == GENERIC) meets = Slabs.vertexMeetsGeneric(context, v, f);
      else meets = Slabs.vertexMeets(Slabs.point(context.projected, v, false), Slabs.face(slabs, f), 0, false);
      to += meets << 3;
    }
    return to;
  }

  /**
   * Emits the vertices of a that a represents against b, for any two faces. If the first face of a
   * vertex is not a, it is tested here only if that first face is adjacent to b.
   */
  static emitNearVertices(
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
      if (FaceCorners.has(faces, b, v)) continue;
      const firstFace = Representatives.id(tables.star, Representatives.id(tables.starStart, v));
      if (!first && FaceCorners.distinct(faces, firstFace, b)) continue;
      if (!Slabs.vertexMeetsGeneric(context, v, b)) continue;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (first || Representatives.representsVertex(context, tables, v, a, b)) to += 8;
    }
    return to;
  }

  /**
   * Emits the pairs of edges that a and b represent, for faces of which no earlier pair can be
   * adjacent. `owned` is as in `emitVertices`.
   */
  @inline static emitEdgePairs(
    context: MeshContext,
    faceEdges: usize,
    a: u32,
    b: u32,
    owned: i32,
    mode: i32,
    to: usize,
  ): usize {
    const faces = context.faces;
    const projected = context.projected;
    // Bit 3j + k: edge j of a and edge k of b.
    const ma = (owned >> 3) & 7;
    const rows = (ma & 1) * 0o7 + (ma & 2) * 0o34 + (ma & 4) * 0o160;
    for (let mask = rows & ((owned >> 11) * 0o111); mask; mask &= mask - 1) {
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
      if (mode == STATIC) {
        const coarse = Slabs.coarsePoints(context);
        meet = Slabs.edgesMeetStatic(projected, coarse, p, q, r, s, context.pad, Slabs.coarsePad(context));
      } else if (mode == GENERIC) meet = Slabs.edgesMeetGeneric(context, p, q, r, s);
      else meet = Slabs.edgesMeet(projected, p, q, r, s, 0, false);
      to += (<usize>meet) << 3;
    }
    return to;
  }

  /**
   * Emits the pairs of edges that a and b represent, for any two faces. If the first faces of two
   * edges are others, the edges are tested here only if those first faces are adjacent. `owned` is
   * as in `emitVertices`.
   */
  static emitNearEdgePairs(
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
        // Edges that share a vertex: most pairs, if the faces share an edge.
        if (p == r || p == s || q == r || q == s) continue;
        const first = (owned >> (3 + j)) & (owned >> (11 + k)) & 1;
        if (!first && FaceCorners.distinct(faces, Representatives.id(edgeFace, e), Representatives.id(edgeFace, g)))
          continue;
        if (!Slabs.edgesMeetGeneric(context, p, q, r, s)) continue;
        store<u32>(to, min(e, g));
        store<u32>(to, max(e, g), 4);
        if (first) to += 8;
        else {
          const isRepresented =
            e < g
              ? Representatives.representEdges(context, tables, e, a, g, b)
              : Representatives.representEdges(context, tables, g, b, e, a);
          if (isRepresented) to += 8;
        }
      }
    }
    return to;
  }

  /** The loop over all pairs of faces, for one mode. */
  @inline static emitPairs(
    context: MeshContext,
    tables: RepresentativeTables,
    pairs: usize,
    count: i32,
    vf: usize,
    ee: usize,
    mode: i32,
  ): void {
    const isStatic = mode == STATIC;
    const distinct = mode == FAST || tables.distinct;
    const owned = tables.owned;
    const nearby = tables.nearby;
    const faceEdges = tables.faceEdges;
    let vfEnd = vf;
    let eeEnd = ee;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const marked = load<u32>(pairs, 4);
      const b = isStatic ? marked & ((1 << PLACE_BITS) - 1) : marked;
      const ownedA = <i32>load<u8>(owned + a);
      const ownedB = <i32>load<u8>(owned + b);
      const near = load<u64>(nearby + ((<usize>a) << 3)) & load<u64>(nearby + ((<usize>b) << 3));
      if (<u32>near == 0 || near >> 32 == 0) {
        // Marked features of b are beyond the plane of a: they need no test (planes.ts).
        const leftB = isStatic ? ownedB & ~(marked >> PLACE_BITS) : ownedB;
        const left = ownedA | (leftB << 8);
        vfEnd = Representatives.emitVertices(context, a, b, left, mode, vfEnd);
        eeEnd = Representatives.emitEdgePairs(context, faceEdges, a, b, left, mode, eeEnd);
      } else {
        // For faces that share a vertex, being the first faces is not enough to represent features:
        // the search must show that all pairs of faces are adjacent. So no bit of `owned` counts.
        const ownedMask: i32 = distinct || FaceCorners.distinct(context.faces, a, b) ? -1 : 0;
        vfEnd = Representatives.emitNearVertices(context, tables, a, ownedA & ownedMask, b, vfEnd);
        vfEnd = Representatives.emitNearVertices(context, tables, b, ownedB & ownedMask, a, vfEnd);
        const both = (ownedA | (ownedB << 8)) & ownedMask;
        eeEnd = Representatives.emitNearEdgePairs(context, tables, a, b, both, eeEnd);
      }
    }
    tables.vfCount = <i32>((vfEnd - vf) >> 3);
    tables.eeCount = <i32>((eeEnd - ee) >> 3);
  }
}

/**
 * Emits the pairs of features of `count` pairs of faces, at most 6 vertex–face and 9 edge–edge
 * pairs each. Writes their numbers into the tables.
 */
export function representativePairs(
  context: MeshContext,
  tables: RepresentativeTables,
  pairs: usize,
  count: i32,
  vf: usize,
  ee: usize,
): void {
  if (context.isStatic) Representatives.emitPairs(context, tables, pairs, count, vf, ee, STATIC);
  else if (context.pad == 0 && tables.distinct) Representatives.emitPairs(context, tables, pairs, count, vf, ee, FAST);
  else Representatives.emitPairs(context, tables, pairs, count, vf, ee, GENERIC);
}
