// Turns pairs of faces into pairs of features by procedural representative triangles, so that each
// pair of features is tested exactly once [ICCD §V-B]. Drops pairs whose bounds are apart.
// The representatives of a pair of features are the first pair of faces, in a fixed order, that
// have the features and share no vertex. Only they test it. Usually they are the first face of each
// feature (`tables.owned`). An earlier pair of faces can be adjacent only where faces around both
// given faces share a vertex (`tables.nearby`). There, algorithms 1 and 2 of the paper run.
// If the pairs of faces include adjacent ones (`tables.distinct` is false), a pair of features that
// only adjacent faces have is tested by the first of all its pairs of faces.
import { FeatureBounds } from '../../../core/bounds/kernels/feature-bounds';
import { PLACE_BITS } from '../../../core/bounds/kernels/planes';
import { QuantizedSlabs } from '../../../core/bounds/kernels/quantized-slabs';
import { Slabs } from '../../../core/bounds/kernels/slabs';
import { FaceCorners } from '../../../core/kernels/face-corners';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { BLOCK_PAIRS, RepresentativeTables } from './representative-tables';

// The modes of testing bounds. Each is compiled into its own loop.
/** Nothing moves: coarse bounds at one instant, with any padding. */
const STATIC: i32 = 0;
/** Quantized bounds without padding, over the whole step: the usual case. */
const WHOLE: i32 = 1;
/** The same, and over both halves of the step: for large motion. */
const HALVES: i32 = 2;
/** Something moves, with any padding; or pairs whose bounds are apart are kept, too. */
const GENERIC: i32 = 3;

// Features of near faces: bits of `nearBits`.
const NEAR_B: i32 = 1;
const NEAR_A: i32 = 4;
const NEAR_EDGES: i32 = 16;

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
   * Emits the vertices of a that a represents against b although it is not their first face: that
   * can only be if their first face is adjacent to b. `first` has the bits of the others.
   */
  static emitNearVertices(
    context: MeshContext,
    tables: RepresentativeTables,
    a: u32,
    first: i32,
    b: u32,
    to: usize,
  ): usize {
    const faces = context.faces;
    for (let left = ~first & 7; left; left &= left - 1) {
      const v = load<u32>(faces + <usize>a * 12 + ((<usize>ctz(left)) << 2));
      if (FaceCorners.has(faces, b, v)) continue;
      const firstFace = Representatives.id(tables.star, Representatives.id(tables.starStart, v));
      if (FaceCorners.distinct(faces, firstFace, b)) continue;
      if (tables.hasBounds && !FeatureBounds.vertexMeets(context, v, b)) continue;
      tables.walkCount++;
      store<u32>(to, v);
      store<u32>(to, b, 4);
      if (Representatives.representsVertex(context, tables, v, a, b)) to += 8;
    }
    return to;
  }

  /**
   * Emits the pairs of edges that a and b represent although they are not both first faces: that
   * can only be if the first faces are adjacent. `first` has the bits of the others, 3j + k for
   * edge j of a and edge k of b.
   */
  static emitNearEdgePairs(
    context: MeshContext,
    tables: RepresentativeTables,
    a: u32,
    b: u32,
    first: i32,
    to: usize,
  ): usize {
    const faces = context.faces;
    const faceEdges = tables.faceEdges;
    const edgeFace = tables.edgeFace;
    for (let left = ~first & 0o777; left; left &= left - 1) {
      const bit = ctz(left);
      const j = (bit * 11) >> 5;
      const k = bit - 3 * j;
      const e = Representatives.edge(faceEdges, a, j);
      const g = Representatives.edge(faceEdges, b, k);
      if (FaceCorners.distinct(faces, Representatives.id(edgeFace, e), Representatives.id(edgeFace, g))) continue;
      const p = Representatives.corner(faces, a, j);
      const q = Representatives.corner(faces, a, j + 1);
      const r = Representatives.corner(faces, b, k);
      const s = Representatives.corner(faces, b, k + 1);
      // Edges that share a vertex: most pairs, if the faces share an edge.
      if (p == r || p == s || q == r || q == s) continue;
      if (tables.hasBounds && !FeatureBounds.edgesMeet(context, p, q, r, s)) continue;
      tables.walkCount++;
      store<u32>(to, min(e, g));
      store<u32>(to, max(e, g), 4);
      const isRepresented =
        e < g
          ? Representatives.representEdges(context, tables, e, a, g, b)
          : Representatives.representEdges(context, tables, g, b, e, a);
      if (isRepresented) to += 8;
    }
    return to;
  }

  /**
   * Which features the faces at places a and b may represent although these are not their first
   * faces: `NEAR_A` for vertices of a, `NEAR_B` for those of b, `NEAR_EDGES`.
   */
  @inline static nearBits(nearby: usize, a: u32, b: u32): i32 {
    const atA = nearby + ((<usize>a) << 5);
    const atB = nearby + ((<usize>b) << 5);
    const own = v128.load(atA);
    const other = v128.load(atB);
    const corners = v128.and(own, v128.shuffle<i64>(other, other, 1, 0));
    const edges = v128.and(v128.load(atA, 16), v128.load(atB, 16));
    const none = i32x4.splat(0);
    const bits = i32x4.bitmask(i32x4.ne(corners, none)) | (i32x4.bitmask(i32x4.ne(edges, none)) << 4);
    return bits & (bits >> 1) & 0b10101;
  }

  /** Bit 3j + k: the first face of edge j of a is a, and that of edge k of b is b. */
  @inline static edgeMask(ownedA: i32, ownedB: i32): i32 {
    const a = ownedA >> 3;
    const rows = (a & 1) * 0o7 + (a & 2) * 0o34 + (a & 4) * 0o160;
    return rows & ((ownedB >> 3) * 0o111);
  }

  /** Whether the bounds of a vertex and a face meet. */
  @inline static vertexMeets(context: MeshContext, v: u32, f: u32, mode: i32): usize {
    if (mode == WHOLE) return QuantizedSlabs.vertexMeets(context, v, f, false);
    if (mode == HALVES) return QuantizedSlabs.vertexMeets(context, v, f, true);
    return FeatureBounds.vertexMeets(context, v, f);
  }

  /** Whether the bounds of two edges meet. */
  @inline static edgesMeet(context: MeshContext, p: u32, q: u32, r: u32, s: u32, mode: i32): usize {
    if (mode == WHOLE) return QuantizedSlabs.edgesMeet(context, p, q, r, s, false, false);
    if (mode == HALVES) return QuantizedSlabs.edgesMeet(context, p, q, r, s, false, true);
    if (mode != STATIC) return FeatureBounds.edgesMeet(context, p, q, r, s);
    const coarse = Slabs.coarsePoints(context);
    const coarsePad = Slabs.coarsePad(context);
    return Slabs.edgesMeetStatic(context.projected, coarse, p, q, r, s, context.pad, coarsePad) ? 1 : 0;
  }

  /**
   * Emits listed vertex–face pairs whose bounds meet. One flat loop runs over the bits of all
   * entries, because the processor would mispredict the end of a loop over each.
   */
  @inline static emitVertices(
    context: MeshContext,
    tables: RepresentativeTables,
    list: usize,
    count: i32,
    to: usize,
    mode: i32,
  ): usize {
    const faces = context.faces;
    const keepsAll = mode == GENERIC && !tables.hasBounds;
    for (let mask = load<i32>(list, 8); count > 0; count--) {
      const a = load<u32>(list);
      const b = load<u32>(list, 4);
      const k = ctz(mask);
      const isA = k < 3;
      const v = load<u32>(faces + <usize>(isA ? a : b) * 12 + ((<usize>(isA ? k : k - 3)) << 2));
      const f = isA ? b : a;
      store<u32>(to, v);
      store<u32>(to, f, 4);
      to += keepsAll ? 8 : Representatives.vertexMeets(context, v, f, mode) << 3;
      mask &= mask - 1;
      const isLast: i32 = mask == 0 ? 1 : 0;
      list += (<usize>isLast) << 4;
      mask |= load<i32>(list, 8) & -isLast;
    }
    return to;
  }

  /** Emits listed pairs of edges whose bounds meet, likewise. */
  @inline static emitEdgePairs(
    context: MeshContext,
    tables: RepresentativeTables,
    list: usize,
    count: i32,
    to: usize,
    mode: i32,
  ): usize {
    const faces = context.faces;
    const faceEdges = tables.faceEdges;
    const keepsAll = mode == GENERIC && !tables.hasBounds;
    for (let mask = load<i32>(list, 8); count > 0; count--) {
      const a = <usize>load<u32>(list) * 12;
      const b = <usize>load<u32>(list, 4) * 12;
      const bit = ctz(mask);
      const j: usize = (bit * 11) >> 5;
      const k: usize = <usize>bit - 3 * j;
      const e = load<u32>(faceEdges + a + (j << 2));
      const g = load<u32>(faceEdges + b + (k << 2));
      store<u32>(to, min(e, g));
      store<u32>(to, max(e, g), 4);
      const p = load<u32>(faces + a + (j << 2));
      const q = load<u32>(faces + a + (j == 2 ? 0 : (j << 2) + 4));
      const r = load<u32>(faces + b + (k << 2));
      const s = load<u32>(faces + b + (k == 2 ? 0 : (k << 2) + 4));
      to += keepsAll ? 8 : Representatives.edgesMeet(context, p, q, r, s, mode) << 3;
      mask &= mask - 1;
      const isLast: i32 = mask == 0 ? 1 : 0;
      list += (<usize>isLast) << 4;
      mask |= load<i32>(list, 8) & -isLast;
    }
    return to;
  }

  /**
   * Emits the features of a block of face pairs, for one mode. Features of which both faces are the
   * first ones are listed as bits, and tested together at the end.
   */
  @inline static emitBlock(
    context: MeshContext,
    tables: RepresentativeTables,
    pairs: usize,
    count: i32,
    mode: i32,
  ): void {
    const isStatic = mode == STATIC;
    const owned = tables.owned;
    const nearby = tables.nearby;
    const vertexList = tables.candidates;
    const edgeList = vertexList + 16 * (BLOCK_PAIRS + 1);
    let vertexEnd = vertexList;
    let edgeEnd = edgeList;
    let vertexCount = 0;
    let edgeCount = 0;
    let vf = tables.vfEnd;
    let ee = tables.eeEnd;
    for (let i = 0; i < count; i++, pairs += 8) {
      const a = load<u32>(pairs);
      const marked = load<u32>(pairs, 4);
      const b = isStatic ? marked & ((1 << PLACE_BITS) - 1) : marked;
      const ownedA = <i32>load<u8>(owned + a);
      const ownedB = <i32>load<u8>(owned + b);
      const near = Representatives.nearBits(nearby, a, b);
      // Marked features of b are beyond the plane of a: they need no test (planes.ts).
      const leftB = isStatic ? ownedB & ~(marked >> PLACE_BITS) : ownedB;
      let vertices = (ownedA & 7) | ((leftB & 7) << 3);
      let edges = Representatives.edgeMask(ownedA, leftB);
      if (near) {
        // For faces that share a vertex, being the first faces is not enough to represent features:
        // the search must show that all pairs of faces are adjacent. So no bit of `owned` counts.
        const ownedMask: i32 = tables.distinct || FaceCorners.distinct(context.faces, a, b) ? -1 : 0;
        vertices &= ownedMask;
        edges &= ownedMask;
        if (near & NEAR_A) vf = Representatives.emitNearVertices(context, tables, a, ownedA & ownedMask, b, vf);
        if (near & NEAR_B) vf = Representatives.emitNearVertices(context, tables, b, ownedB & ownedMask, a, vf);
        if (near & NEAR_EDGES) {
          const first = Representatives.edgeMask(ownedA, ownedB) & ownedMask;
          ee = Representatives.emitNearEdgePairs(context, tables, a, b, first, ee);
        }
      }
      // Appends without a branch: whether there are any is hard to predict.
      store<u32>(vertexEnd, a);
      store<u32>(vertexEnd, b, 4);
      store<i32>(vertexEnd, vertices, 8);
      vertexEnd += vertices ? 16 : 0;
      vertexCount += popcnt(vertices);
      store<u32>(edgeEnd, a);
      store<u32>(edgeEnd, b, 4);
      store<i32>(edgeEnd, edges, 8);
      edgeEnd += edges ? 16 : 0;
      edgeCount += popcnt(edges);
    }
    tables.vfEnd = Representatives.emitVertices(context, tables, vertexList, vertexCount, vf, mode);
    tables.eeEnd = Representatives.emitEdgePairs(context, tables, edgeList, edgeCount, ee, mode);
  }

  /** `emitBlock`, compiled once for each mode. */
  static emitStatic(context: MeshContext, tables: RepresentativeTables, pairs: usize, count: i32): void {
    Representatives.emitBlock(context, tables, pairs, count, STATIC);
  }
  static emitWhole(context: MeshContext, tables: RepresentativeTables, pairs: usize, count: i32): void {
    Representatives.emitBlock(context, tables, pairs, count, WHOLE);
  }
  static emitHalves(context: MeshContext, tables: RepresentativeTables, pairs: usize, count: i32): void {
    Representatives.emitBlock(context, tables, pairs, count, HALVES);
  }
  static emitGeneric(context: MeshContext, tables: RepresentativeTables, pairs: usize, count: i32): void {
    Representatives.emitBlock(context, tables, pairs, count, GENERIC);
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
  tables.vfEnd = vf;
  tables.eeEnd = ee;
  tables.walkCount = 0;
  const isPlain = context.isQuantized && context.pad == 0;
  for (let first: i32 = 0; first < count; first += BLOCK_PAIRS, pairs += 8 * BLOCK_PAIRS) {
    const some = min(BLOCK_PAIRS, count - first);
    if (context.isStatic && tables.hasBounds) Representatives.emitStatic(context, tables, pairs, some);
    else if (!isPlain || !tables.hasBounds) Representatives.emitGeneric(context, tables, pairs, some);
    else if (context.hasHalves) Representatives.emitHalves(context, tables, pairs, some);
    else Representatives.emitWhole(context, tables, pairs, some);
  }
  tables.vfCount = <i32>((tables.vfEnd - vf) >> 3);
  tables.eeCount = <i32>((tables.eeEnd - ee) >> 3);
}
