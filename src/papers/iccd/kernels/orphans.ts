// The orphans of a mesh [ICCD §V-D], each from one of its elements. papers/iccd/orphans.ts says what they are.
//
// For a vertex v, a face without v is adjacent to a face of the star by one of the two outer corners of the latter. An orphan face therefore
// names an outer corner of every face of the star: at most three in all, chosen face by face.
//
// For edges e and g, let X be the third corners of the faces of e that are not on g, and Z those of the faces of g that are not on e. A face
// of e and a face of g are adjacent if one has its third corner on the other edge or both have the same. So (e, g) is an orphan if X or Z
// is empty, or if both are the same single vertex.

import { HIT } from '../../../core/contacts/kernels/hit';
import { Sort } from '../../../core/contacts/kernels/sort';

/** No id; and two different ids or more. */
const NONE: u32 = 0xffffffff;
const SEVERAL: u32 = 0xfffffffe;

/** Up to this many edges are read one by one, more are bisected: hubs. */
const SHORT: u32 = 8;

/** A search for orphans: the tables of the mesh, as in core/mesh/topology.ts, and what has been found. */
@unmanaged
export class OrphanSearch {
  triangles: usize;
  edges: usize;
  faceEdges: usize;
  starStart: usize;
  starFaces: usize;
  edgeFaceStart: usize;
  edgeFaces: usize;
  /** Where the edges begin whose smaller vertex is v, for each v and past the last: 4 bytes each, filled by the search. */
  firstEdge: usize;
  vertexCount: u32;
  edgeCount: u32;
  /** Scratch: one byte per vertex, then one per edge. */
  marks: usize;
  /** Vertices around which to search, and how many; a negative number for all of the mesh. */
  touched: usize;
  touchedCount: i32;
  /** Records of vertex–face and of edge–edge pairs, and as many of scratch: room for `room` of each, 16 bytes a record. */
  vf: usize;
  ee: usize;
  spare: usize;
  room: i32;
  /** Orphans beyond which the search gives up. */
  limit: i32;
  /**
   * Before the search, how many records are listed already. After it, how many pairs there are; where they are more than there is
   * room for, or than the limit, they are only counted, some of them twice.
   */
  vfCount: i32;
  eeCount: i32;
}

class Orphans {
  @inline static at(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  @inline static corners(search: OrphanSearch, f: u32): usize {
    return search.triangles + <usize>f * 12;
  }

  @inline static hasCorner(search: OrphanSearch, f: u32, v: u32): bool {
    const own = Orphans.corners(search, f);
    return load<u32>(own) == v || load<u32>(own, 4) == v || load<u32>(own, 8) == v;
  }

  @inline static endsOf(search: OrphanSearch, e: u32): u32 {
    return Orphans.at(search.edges, 2 * e) ^ Orphans.at(search.edges, 2 * e + 1);
  }

  /** The corner of f that is not on one of its sides, given the exclusive or of the ends of that side: it cancels them. */
  @inline static thirdCorner(search: OrphanSearch, f: u32, ends: u32): u32 {
    const own = Orphans.corners(search, f);
    return load<u32>(own) ^ load<u32>(own, 4) ^ load<u32>(own, 8) ^ ends;
  }

  @inline static put(search: OrphanSearch, list: usize, count: i32, a: u32, b: u32): void {
    if (count >= search.room) return;
    store<u32>(list + <usize>count * HIT, a);
    store<u32>(list + <usize>count * HIT, b, 4);
  }

  static addFace(search: OrphanSearch, v: u32, f: u32): void {
    if (!Orphans.hasCorner(search, f, v)) Orphans.put(search, search.vf, search.vfCount++, v, f);
  }

  static findEdge(search: OrphanSearch, p: u32, q: u32): u32 {
    const u = p < q ? p : q;
    const w = p < q ? q : p;
    let low = Orphans.at(search.firstEdge, u);
    let high = Orphans.at(search.firstEdge, u + 1);
    while (high - low > SHORT) {
      const middle = (low + high) >> 1;
      if (Orphans.at(search.edges, 2 * middle + 1) <= w) low = middle;
      else high = middle;
    }
    for (; low < high; low++) if (Orphans.at(search.edges, 2 * low + 1) == w) return low;
    return NONE;
  }

  /**
   * Whether anything may be found from an edge: not if its first two faces have different third corners that no edge joins. For
   * `addEdge` to find anything, all third corners of the edge are on one edge or on one face. Nor does a vertex v with no open edge
   * have an orphan face f: an outer corner m of its star that is not on f has only neighbours on f, and they are the third corners
   * of the edge vm. If all outer corners are on f, then for each of them it is the other two.
   */
  static isOpen(search: OrphanSearch, e: u32): bool {
    const i = Orphans.at(search.edgeFaceStart, e);
    if (Orphans.at(search.edgeFaceStart, e + 1) - i < 2) return true;
    const ends = Orphans.endsOf(search, e);
    const x = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i), ends);
    const y = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i + 1), ends);
    return x == y || Orphans.findEdge(search, x, y) != NONE;
  }

  /** Lists every orphan of the vertex. */
  static addVertex(search: OrphanSearch, v: u32): void {
    const start = Orphans.at(search.starStart, v);
    if (start == Orphans.at(search.starStart, v + 1)) return;
    const f = Orphans.at(search.starFaces, start);
    const p = Orphans.nextCorner(search, f, v);
    const q = Orphans.previousCorner(search, f, v);
    // A face apart from both decides most vertices: no edge leads from p or q to its outer corners.
    const apart = Orphans.starFaceWithout(search, v, p, q, q);
    Orphans.chooseSecond(search, v, p, apart == NONE ? Orphans.starFaceWithout(search, v, p, p, p) : apart);
    Orphans.chooseSecond(search, v, q, apart == NONE ? Orphans.starFaceWithout(search, v, q, q, q) : apart);
  }

  static nextCorner(search: OrphanSearch, f: u32, v: u32): u32 {
    const own = Orphans.corners(search, f);
    if (load<u32>(own) == v) return load<u32>(own, 4);
    return load<u32>(own, 4) == v ? load<u32>(own, 8) : load<u32>(own);
  }

  static previousCorner(search: OrphanSearch, f: u32, v: u32): u32 {
    const own = Orphans.corners(search, f);
    if (load<u32>(own) == v) return load<u32>(own, 8);
    return load<u32>(own, 4) == v ? load<u32>(own) : load<u32>(own, 4);
  }

  /** The first face of the star of v that has none of p, q, r. */
  static starFaceWithout(search: OrphanSearch, v: u32, p: u32, q: u32, r: u32): u32 {
    for (let i = Orphans.at(search.starStart, v), end = Orphans.at(search.starStart, v + 1); i < end; i++) {
      const f = Orphans.at(search.starFaces, i);
      if (!Orphans.hasCorner(search, f, p) && !Orphans.hasCorner(search, f, q) && !Orphans.hasCorner(search, f, r))
        return f;
    }
    return NONE;
  }

  /** Orphan faces of v that have p; `next` is a face of the star without p, or `NONE`: then p alone is enough. */
  static chooseSecond(search: OrphanSearch, v: u32, p: u32, next: u32): void {
    if (next == NONE) {
      for (let i = Orphans.at(search.starStart, p); i < Orphans.at(search.starStart, p + 1); i++)
        Orphans.addFace(search, v, Orphans.at(search.starFaces, i));
      return;
    }
    Orphans.chooseThird(search, v, p, Orphans.nextCorner(search, next, v));
    Orphans.chooseThird(search, v, p, Orphans.previousCorner(search, next, v));
  }

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

  @inline static bookOf(search: OrphanSearch, e: u32): u32 {
    return Orphans.at(search.edgeFaceStart, e + 1) - Orphans.at(search.edgeFaceStart, e);
  }

  static addFacesOf(search: OrphanSearch, v: u32, p: u32, q: u32, r: u32): void {
    const pr = Orphans.findEdge(search, p, r);
    if (pr == NONE) return;
    const qr = Orphans.findEdge(search, q, r);
    if (qr == NONE || Orphans.starFaceWithout(search, v, p, q, r) != NONE) return;
    // Of a book and a side of few faces, the side.
    const atP = Orphans.bookOf(search, pr) < Orphans.bookOf(search, qr);
    const side = atP ? pr : qr;
    for (let i = Orphans.at(search.edgeFaceStart, side); i < Orphans.at(search.edgeFaceStart, side + 1); i++) {
      const f = Orphans.at(search.edgeFaces, i);
      if (Orphans.hasCorner(search, f, atP ? q : p)) Orphans.addFace(search, v, f);
    }
  }

  /**
   * Lists every orphan (e, g) of the edge but those where X is not empty and Z is: they are found from g. The faces of
   * e have at most three different third corners, or X has two.
   */
  static addEdge(search: OrphanSearch, e: u32): void {
    const ends = Orphans.endsOf(search, e);
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
   * For an edge whose faces all have the third corner x, as on a boundary. Any edge at x is an orphan: X is empty. Else
   * X is x, and so must Z be: an edge opposite to x.
   */
  static addEdgesAround(search: OrphanSearch, e: u32, x: u32): void {
    for (let i = Orphans.at(search.starStart, x); i < Orphans.at(search.starStart, x + 1); i++) {
      const f = Orphans.at(search.starFaces, i);
      for (let j = 3 * f; j < 3 * f + 3; j++) {
        const g = Orphans.at(search.faceEdges, j);
        // At its first face only, not at every one.
        if (Orphans.at(search.edgeFaces, Orphans.at(search.edgeFaceStart, g)) == f) Orphans.addIfOrphan(search, e, g);
      }
    }
  }

  /**
   * For an edge whose faces have the third corners x and y. X is empty for the edge xy only. If X is x, then y is on g
   * and x opposite to it, or the reverse; either way xy is an edge, and g a side of one of its faces.
   */
  static addEdgesAt(search: OrphanSearch, e: u32, x: u32, y: u32): void {
    const xy = Orphans.findEdge(search, x, y);
    if (xy == NONE) return;
    for (let i = Orphans.at(search.edgeFaceStart, xy); i < Orphans.at(search.edgeFaceStart, xy + 1); i++) {
      const f = Orphans.at(search.edgeFaces, i);
      for (let j = 3 * f; j < 3 * f + 3; j++) Orphans.addIfOrphan(search, e, Orphans.at(search.faceEdges, j));
    }
  }

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

  /** The third corner of the faces of e that is neither c nor d; `NONE` if there is none. */
  static thirdCornerOff(search: OrphanSearch, e: u32, c: u32, d: u32): u32 {
    const ends = Orphans.endsOf(search, e);
    let off = NONE;
    for (let i = Orphans.at(search.edgeFaceStart, e), end = Orphans.at(search.edgeFaceStart, e + 1); i < end; i++) {
      const t = Orphans.thirdCorner(search, Orphans.at(search.edgeFaces, i), ends);
      if (t == c || t == d || t == off) continue;
      if (off != NONE) return SEVERAL;
      off = t;
    }
    return off;
  }

  static listFirstEdges(search: OrphanSearch): void {
    const firstEdge = search.firstEdge;
    let u: u32 = 0;
    for (let e: u32 = 0; e < search.edgeCount; e++) {
      for (const v = Orphans.at(search.edges, 2 * e); u <= v; u++) store<u32>(firstEdge + ((<usize>u) << 2), e);
    }
    for (; u <= search.vertexCount; u++) store<u32>(firstEdge + ((<usize>u) << 2), search.edgeCount);
  }

  @inline static isWithinLimit(search: OrphanSearch): bool {
    return search.vfCount + search.eeCount <= search.limit;
  }

  /** All orphans, or, if these are more than the limit, more than those. */
  static ofMesh(search: OrphanSearch): void {
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
   * Searches from every vertex and edge of every face at a touched vertex. That finds each pair whose state may be new: the vertex of
   * an orphan of a new face has a face in common with a corner of it, and an orphan (e, g) that is not found from e has all faces of
   * g at the ends of e.
   */
  static aroundTouched(search: OrphanSearch): void {
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

  /** Ascending and each pair once, 8 bytes each where they were listed; returns how many. */
  static sortPairs(scratch: usize, list: usize, count: i32, spare: usize): i32 {
    const sorted = Sort.run(scratch, list, count, spare, 0);
    const left = Sort.unique(sorted, count);
    for (let i: usize = 0; i < <usize>left; i++) store<u64>(list + (i << 3), load<u64>(sorted + i * HIT));
    return left;
  }
}

/** Lists the orphans of a mesh, or those around touched vertices, sorted, 8 bytes per pair. */
export function findOrphans(search: OrphanSearch, scratch: usize): void {
  Orphans.listFirstEdges(search);
  if (search.touchedCount < 0) Orphans.ofMesh(search);
  else Orphans.aroundTouched(search);
  if (search.vfCount > search.room || search.eeCount > search.room || !Orphans.isWithinLimit(search)) return;
  search.vfCount = Orphans.sortPairs(scratch, search.vf, search.vfCount, search.spare);
  search.eeCount = Orphans.sortPairs(scratch, search.ee, search.eeCount, search.spare);
}
