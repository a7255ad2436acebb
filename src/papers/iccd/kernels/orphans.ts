// Finds the orphan set of a mesh [ICCD §V-D], each orphan from one of its two elements.
// papers/iccd/orphans.ts says what orphans are.
//
// For a vertex v: every face of the star of v has two outer corners, those other than v. A face f
// without v is adjacent to a face of the star if and only if it has one of its outer corners. So
// (v, f) is an orphan if and only if f has an outer corner of every face of the star. The search
// chooses these corners, at most three, one face of the star after the other.
//
// For edges e and g without a common vertex: let X be the third corners of the faces of e that are
// not on g, and Z those of the faces of g that are not on e. A face of e and a face of g are
// adjacent if one has its third corner on the other edge, or if both have the same third corner. So
// (e, g) is an orphan if and only if X or Z is empty, or both are the same single vertex.

import { HIT } from '../../../core/contacts/kernels/hit';
import { sortHits, uniqueHits } from '../../../core/contacts/kernels/sort';
import { FaceCorners } from '../../../core/kernels/face-corners';

/** No id. */
const NONE: u32 = 0xffffffff;
/** Stands for two or more different ids. */
const SEVERAL: u32 = 0xfffffffe;

/**
 * Up to this many edges of a vertex are searched one by one. More, as at a hub, are bisected first.
 */
const MAX_LINEAR_SEARCH: u32 = 8;

/** A search for orphans: tables of the mesh as in core/mesh/topology.ts, and the pairs found. */
@unmanaged
export class OrphanSearch {
  /** Three vertex ids per face. */
  triangles: usize;
  /** Two vertex ids per edge, the smaller first. */
  edges: usize;
  /** Three edge ids per face. */
  faceEdges: usize;
  /** Index in `starFaces` of the first face of each vertex, then the end of the last. */
  starStart: usize;
  /** Faces around each vertex. */
  starFaces: usize;
  /** Index in `edgeFaces` of the first face of each edge, then the end of the last. */
  edgeFaceStart: usize;
  /** Faces of each edge. */
  edgeFaces: usize;
  /**
   * Per vertex v, and one past the last: the first edge whose smaller vertex is v. 4 bytes each,
   * filled by the search.
   */
  firstEdge: usize;
  /** Number of vertices. */
  vertexCount: u32;
  /** Number of edges. */
  edgeCount: u32;
  /** Scratch: one byte per vertex, then one per edge. */
  marks: usize;
  /** Vertices around which to search. */
  touched: usize;
  /** Number of touched vertices; negative to search the whole mesh. */
  touchedCount: i32;
  /** Records of vertex–face pairs, 16 bytes each. */
  vf: usize;
  /** Records of edge–edge pairs, 16 bytes each. */
  ee: usize;
  /** Scratch for sorting, as large as one of the lists. */
  spare: usize;
  /** Number of records that each list has room for. */
  room: i32;
  /** The search gives up if there are more orphans than this. */
  limit: i32;
  /**
   * Number of vertex–face pairs: before the search those listed already, after it all. If there are
   * more than room or limit, they are only counted, some of them twice.
   */
  vfCount: i32;
  /** The same for edge–edge pairs. */
  eeCount: i32;
}

class Orphans {
  /** Entry i of a table of u32. */
  @inline static at(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  /** Address of the corners of a face. */
  @inline static corners(search: OrphanSearch, f: u32): usize {
    return search.triangles + <usize>f * 12;
  }

  /** Exclusive or of the two ends of an edge. */
  @inline static endsXor(search: OrphanSearch, e: u32): u32 {
    return Orphans.at(search.edges, 2 * e) ^ Orphans.at(search.edges, 2 * e + 1);
  }

  /**
   * The corner of f that is not on one of its sides. `ends` is the exclusive or of the ends of that
   * side: it cancels them.
   */
  @inline static thirdCorner(search: OrphanSearch, f: u32, ends: u32): u32 {
    const own = Orphans.corners(search, f);
    return load<u32>(own) ^ load<u32>(own, 4) ^ load<u32>(own, 8) ^ ends;
  }

  /** Writes record number `count` of a list, if there is room. */
  @inline static put(search: OrphanSearch, list: usize, count: i32, a: u32, b: u32): void {
    if (count >= search.room) return;
    store<u32>(list + <usize>count * HIT, a);
    store<u32>(list + <usize>count * HIT, b, 4);
  }

  /** Lists (v, f), unless v is a corner of f. */
  static addFace(search: OrphanSearch, v: u32, f: u32): void {
    if (!FaceCorners.has(search.triangles, f, v)) Orphans.put(search, search.vf, search.vfCount++, v, f);
  }

  /** The edge between two vertices, or `NONE`. */
  static findEdge(search: OrphanSearch, p: u32, q: u32): u32 {
    const u = p < q ? p : q;
    const w = p < q ? q : p;
    let low = Orphans.at(search.firstEdge, u);
    let high = Orphans.at(search.firstEdge, u + 1);
    while (high - low > MAX_LINEAR_SEARCH) {
      const middle = (low + high) >> 1;
      if (Orphans.at(search.edges, 2 * middle + 1) <= w) low = middle;
      else high = middle;
    }
    for (; low < high; low++) if (Orphans.at(search.edges, 2 * low + 1) == w) return low;
    return NONE;
  }

  /**
   * Whether an edge may lead to orphans. It may not if its first two faces have different third
   * corners that no edge joins.
   * Edges: for `addEdge` to find anything, all third corners of the edge lie on one edge or on one
   * face, so edges join them.
   * Vertices: a vertex v without any open edge has no orphan face f. If an outer corner m of its
   * star is not on f, the other outer corner of each star face at m is on f, and these are the
   * third corners of the edge vm. If all outer corners are on f, take any one as m: the third
   * corners of vm are outer corners too, so they are on f. In both cases edges of f join the third
   * corners of vm, and vm would be open.
   */
  static isOpen(search: OrphanSearch, e: u32): bool {
    const i = Orphans.at(search.edgeFaceStart, e);
    if (Orphans.at(search.edgeFaceStart, e + 1) - i < 2) return true;
    const ends = Orphans.endsXor(search, e);
    const x = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i), ends);
    const y = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i + 1), ends);
    return x == y || Orphans.findEdge(search, x, y) != NONE;
  }

  /** Lists every orphan of a vertex. */
  static addVertex(search: OrphanSearch, v: u32): void {
    const start = Orphans.at(search.starStart, v);
    if (start == Orphans.at(search.starStart, v + 1)) return;
    const f = Orphans.at(search.starFaces, start);
    const p = Orphans.nextCorner(search, f, v);
    const q = Orphans.previousCorner(search, f, v);
    // Most stars have a face with neither p nor q. It decides quickly: usually no edge leads from p
    // or q to its outer corners.
    const apart = Orphans.starFaceWithout(search, v, p, q, q);
    Orphans.chooseSecond(search, v, p, apart == NONE ? Orphans.starFaceWithout(search, v, p, p, p) : apart);
    Orphans.chooseSecond(search, v, q, apart == NONE ? Orphans.starFaceWithout(search, v, q, q, q) : apart);
  }

  /** The corner of f after v. */
  static nextCorner(search: OrphanSearch, f: u32, v: u32): u32 {
    const own = Orphans.corners(search, f);
    if (load<u32>(own) == v) return load<u32>(own, 4);
    return load<u32>(own, 4) == v ? load<u32>(own, 8) : load<u32>(own);
  }

  /** The corner of f before v. */
  static previousCorner(search: OrphanSearch, f: u32, v: u32): u32 {
    const own = Orphans.corners(search, f);
    if (load<u32>(own) == v) return load<u32>(own, 8);
    return load<u32>(own, 4) == v ? load<u32>(own) : load<u32>(own, 4);
  }

  /** The first face of the star of v that has none of p, q, r; or `NONE`. */
  static starFaceWithout(search: OrphanSearch, v: u32, p: u32, q: u32, r: u32): u32 {
    const faces = search.triangles;
    for (let i = Orphans.at(search.starStart, v), end = Orphans.at(search.starStart, v + 1); i < end; i++) {
      const f = Orphans.at(search.starFaces, i);
      if (!FaceCorners.has(faces, f, p) && !FaceCorners.has(faces, f, q) && !FaceCorners.has(faces, f, r)) return f;
    }
    return NONE;
  }

  /**
   * Lists the orphan faces of v that have p. `next` is a face of the star without p. If it is
   * `NONE`, every face with p is an orphan.
   */
  static chooseSecond(search: OrphanSearch, v: u32, p: u32, next: u32): void {
    if (next == NONE) {
      for (let i = Orphans.at(search.starStart, p); i < Orphans.at(search.starStart, p + 1); i++)
        Orphans.addFace(search, v, Orphans.at(search.starFaces, i));
      return;
    }
    Orphans.chooseThird(search, v, p, Orphans.nextCorner(search, next, v));
    Orphans.chooseThird(search, v, p, Orphans.previousCorner(search, next, v));
  }

  /** Lists the orphan faces of v that have p and q. */
  static chooseThird(search: OrphanSearch, v: u32, p: u32, q: u32): void {
    const e = Orphans.findEdge(search, p, q);
    if (e == NONE) return;
    const next = Orphans.starFaceWithout(search, v, p, q, q);
    if (next == NONE) {
      for (let i = Orphans.at(search.edgeFaceStart, e); i < Orphans.at(search.edgeFaceStart, e + 1); i++)
        Orphans.addFace(search, v, Orphans.at(search.edgeFaces, i));
      return;
    }
    Orphans.addFacesOf(search, v, p, q, Orphans.nextCorner(search, next, v));
    Orphans.addFacesOf(search, v, p, q, Orphans.previousCorner(search, next, v));
  }

  /** Number of faces of an edge. */
  @inline static edgeFaceCount(search: OrphanSearch, e: u32): u32 {
    return Orphans.at(search.edgeFaceStart, e + 1) - Orphans.at(search.edgeFaceStart, e);
  }

  /** Lists the orphan faces of v with the corners p, q, r, if these cover all faces of the star. */
  static addFacesOf(search: OrphanSearch, v: u32, p: u32, q: u32, r: u32): void {
    const pr = Orphans.findEdge(search, p, r);
    if (pr == NONE) return;
    const qr = Orphans.findEdge(search, q, r);
    if (qr == NONE || Orphans.starFaceWithout(search, v, p, q, r) != NONE) return;
    // Searches the side with fewer faces: the other may have very many, like the spine of a book.
    const atP = Orphans.edgeFaceCount(search, pr) < Orphans.edgeFaceCount(search, qr);
    const side = atP ? pr : qr;
    for (let i = Orphans.at(search.edgeFaceStart, side); i < Orphans.at(search.edgeFaceStart, side + 1); i++) {
      const f = Orphans.at(search.edgeFaces, i);
      if (FaceCorners.has(search.triangles, f, atP ? q : p)) Orphans.addFace(search, v, f);
    }
  }

  /**
   * Lists every orphan (e, g) of an edge e, except those in which only Z is empty: they are found
   * from g. If the faces of e have more than three different third corners, X has at least two, and
   * there is nothing to list.
   */
  static addEdge(search: OrphanSearch, e: u32): void {
    const ends = Orphans.endsXor(search, e);
    let x = NONE;
    let y = NONE;
    let z = NONE;
    for (let i = Orphans.at(search.edgeFaceStart, e); i < Orphans.at(search.edgeFaceStart, e + 1); i++) {
      const t = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i), ends);
      if (t == x || t == y || t == z) continue;
      if (x == NONE) x = t;
      else if (y == NONE) y = t;
      else if (z == NONE) z = t;
      else return;
    }
    if (y == NONE) Orphans.addEdgesAround(search, e, x);
    else if (z == NONE) Orphans.addEdgesAt(search, e, x, y);
    else {
      Orphans.addIfOrphan(search, e, Orphans.findEdge(search, x, y));
      Orphans.addIfOrphan(search, e, Orphans.findEdge(search, y, z));
      Orphans.addIfOrphan(search, e, Orphans.findEdge(search, z, x));
    }
  }

  /**
   * For an edge whose faces all have the third corner x, as on a boundary. Any edge at x is an
   * orphan, since X is empty. For other edges X is {x}, so Z must be {x} too: an edge opposite to
   * x.
   */
  static addEdgesAround(search: OrphanSearch, e: u32, x: u32): void {
    for (let i = Orphans.at(search.starStart, x); i < Orphans.at(search.starStart, x + 1); i++) {
      const f = Orphans.at(search.starFaces, i);
      for (let j = 3 * f; j < 3 * f + 3; j++) {
        const g = Orphans.at(search.faceEdges, j);
        // Each edge once, at its first face.
        if (Orphans.at(search.edgeFaces, Orphans.at(search.edgeFaceStart, g)) == f) Orphans.addIfOrphan(search, e, g);
      }
    }
  }

  /**
   * For an edge whose faces have the third corners x and y. X is empty only for the edge xy. If X
   * is {x}, then y is on g and x opposite to g; for {y} the reverse. Either way xy is an edge, and
   * g is a side of one of its faces.
   */
  static addEdgesAt(search: OrphanSearch, e: u32, x: u32, y: u32): void {
    const xy = Orphans.findEdge(search, x, y);
    if (xy == NONE) return;
    for (let i = Orphans.at(search.edgeFaceStart, xy); i < Orphans.at(search.edgeFaceStart, xy + 1); i++) {
      const f = Orphans.at(search.edgeFaces, i);
      for (let j = 3 * f; j < 3 * f + 3; j++) Orphans.addIfOrphan(search, e, Orphans.at(search.faceEdges, j));
    }
  }

  /** Lists (e, g) if it is an orphan; g may be `NONE`. */
  static addIfOrphan(search: OrphanSearch, e: u32, g: u32): void {
    if (g == NONE) return;
    const a = Orphans.at(search.edges, 2 * e);
    const b = Orphans.at(search.edges, 2 * e + 1);
    const c = Orphans.at(search.edges, 2 * g);
    const d = Orphans.at(search.edges, 2 * g + 1);
    if (a == c || a == d || b == c || b == d) return;
    const x = Orphans.thirdCornerOff(search, e, c, d);
    if (x != NONE && (x == SEVERAL || x != Orphans.thirdCornerOff(search, g, a, b))) return;
    Orphans.put(search, search.ee, search.eeCount++, e < g ? e : g, e < g ? g : e);
  }

  /**
   * The third corner of the faces of e that is neither c nor d: `NONE` if there is none, `SEVERAL`
   * if there are more.
   */
  static thirdCornerOff(search: OrphanSearch, e: u32, c: u32, d: u32): u32 {
    const ends = Orphans.endsXor(search, e);
    let off = NONE;
    for (let i = Orphans.at(search.edgeFaceStart, e), end = Orphans.at(search.edgeFaceStart, e + 1); i < end; i++) {
      const t = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i), ends);
      if (t == c || t == d || t == off) continue;
      if (off != NONE) return SEVERAL;
      off = t;
    }
    return off;
  }

  /** Fills `firstEdge`. Edges are sorted by their smaller vertex. */
  static listFirstEdges(search: OrphanSearch): void {
    const firstEdge = search.firstEdge;
    let u: u32 = 0;
    for (let e: u32 = 0; e < search.edgeCount; e++) {
      for (const v = Orphans.at(search.edges, 2 * e); u <= v; u++) store<u32>(firstEdge + ((<usize>u) << 2), e);
    }
    for (; u <= search.vertexCount; u++) store<u32>(firstEdge + ((<usize>u) << 2), search.edgeCount);
  }

  /** Whether the pairs found so far are within the limit. */
  @inline static isWithinLimit(search: OrphanSearch): bool {
    return search.vfCount + search.eeCount <= search.limit;
  }

  /** Searches the whole mesh, until there are more pairs than the limit. */
  static searchMesh(search: OrphanSearch): void {
    const marks = search.marks;
    memory.fill(marks, 0, search.vertexCount);
    for (let e: u32 = 0; e < search.edgeCount && Orphans.isWithinLimit(search); e++) {
      if (!Orphans.isOpen(search, e)) continue;
      Orphans.addEdge(search, e);
      store<u8>(marks + Orphans.at(search.edges, 2 * e), 1);
      store<u8>(marks + Orphans.at(search.edges, 2 * e + 1), 1);
    }
    for (let v: u32 = 0; v < search.vertexCount && Orphans.isWithinLimit(search); v++)
      if (load<u8>(marks + v)) Orphans.addVertex(search, v);
  }

  /**
   * Searches from every vertex and edge of every face at a touched vertex. That finds each pair
   * whose state may have changed. For a new face f, the vertex of an orphan (v, f) has a face in
   * common with a corner of f. And if an orphan (e, g) is not found from e, all faces of g are at
   * the ends of e.
   */
  static searchTouched(search: OrphanSearch): void {
    const marks = search.marks;
    const done = marks + search.vertexCount;
    memory.fill(marks, 0, search.vertexCount + search.edgeCount);
    for (let k = 0; k < search.touchedCount; k++) {
      const v = Orphans.at(search.touched, k);
      for (let i = Orphans.at(search.starStart, v); i < Orphans.at(search.starStart, v + 1); i++) {
        const f = Orphans.at(search.starFaces, i);
        for (let j = 3 * f; j < 3 * f + 3; j++) {
          const corner = Orphans.at(search.triangles, j);
          if (!load<u8>(marks + corner)) Orphans.addVertex(search, corner);
          store<u8>(marks + corner, 1);
          const e = Orphans.at(search.faceEdges, j);
          if (!load<u8>(done + e) && Orphans.isOpen(search, e)) Orphans.addEdge(search, e);
          store<u8>(done + e, 1);
        }
      }
    }
  }

  /**
   * Sorts the pairs, removes duplicates and packs them to 8 bytes each, at the start of their list.
   * Returns how many are left.
   */
  static sortPairs(scratch: usize, list: usize, count: i32, spare: usize): i32 {
    const sorted = sortHits(scratch, list, count, spare, 0);
    const left = uniqueHits(sorted, count);
    for (let i: usize = 0; i < <usize>left; i++) store<u64>(list + (i << 3), load<u64>(sorted + i * HIT));
    return left;
  }
}

/** Lists the orphans of a mesh, or those around touched vertices: sorted, 8 bytes per pair. */
export function findOrphans(search: OrphanSearch, scratch: usize): void {
  Orphans.listFirstEdges(search);
  if (search.touchedCount < 0) Orphans.searchMesh(search);
  else Orphans.searchTouched(search);
  if (search.vfCount > search.room || search.eeCount > search.room || !Orphans.isWithinLimit(search)) return;
  search.vfCount = Orphans.sortPairs(scratch, search.vf, search.vfCount, search.spare);
  search.eeCount = Orphans.sortPairs(scratch, search.ee, search.eeCount, search.spare);
}
