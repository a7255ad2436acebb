// The orphans of a mesh, from one of their elements: papers/iccd/orphans.ts says what they are.
//
// For a vertex v, a face without v is adjacent to a face of the star by one of the two outer corners of the latter. An orphan face therefore
// names an outer corner of every face of the star: at most three in all, chosen face by face.
//
// For edges e and g, let X be the third corners of the faces of e that are not on g, and Z those of the faces of g that are not on e. A face
// of e and a face of g are adjacent if one has its third corner on the other edge or both have the same. So (e, g) is an orphan if X or Z
// is empty, or if both are the same single vertex.
import { HIT } from './contain';
import { Sort } from './sort';

/** No id; and two different ids or more. */
const NONE: u32 = 0xffffffff;
const SEVERAL: u32 = 0xfffffffe;

/** Up to this many edges are read one by one, more are bisected: hubs. */
const SHORT: u32 = 8;

// The tables of the mesh, as in core/mesh/topology.ts.
let triangles: usize = 0;
let edges: usize = 0;
let faceEdges: usize = 0;
let starStart: usize = 0;
let starFaces: usize = 0;
let edgeFaceStart: usize = 0;
let edgeFaces: usize = 0;
/** Where the edges begin whose smaller vertex is v, for each v and past the last. */
let firstEdge: usize = 0;

// What was found, some of it more than once: as many of each kind as there is room for are kept, all are counted.
let vf: usize = 0;
let ee: usize = 0;
let room: i32 = 0;
let vfCount: i32 = 0;
let eeCount: i32 = 0;

export class Orphans {
  @inline static at(table: usize, i: u32): u32 {
    return load<u32>(table + ((<usize>i) << 2));
  }

  @inline static corners(f: u32): usize {
    return triangles + <usize>f * 12;
  }

  @inline static hasCorner(f: u32, v: u32): bool {
    const own = Orphans.corners(f);
    return load<u32>(own) == v || load<u32>(own, 4) == v || load<u32>(own, 8) == v;
  }

  @inline static endsOf(e: u32): u32 {
    return Orphans.at(edges, 2 * e) ^ Orphans.at(edges, 2 * e + 1);
  }

  /** The corner of f that is not on one of its sides, given the exclusive or of the ends of that side: it cancels them. */
  @inline static thirdCorner(f: u32, ends: u32): u32 {
    const own = Orphans.corners(f);
    return load<u32>(own) ^ load<u32>(own, 4) ^ load<u32>(own, 8) ^ ends;
  }

  @inline static put(list: usize, count: i32, a: u32, b: u32): void {
    if (count >= room) return;
    store<u32>(list + <usize>count * HIT, a);
    store<u32>(list + <usize>count * HIT, b, 4);
  }

  static addFace(v: u32, f: u32): void {
    if (!Orphans.hasCorner(f, v)) Orphans.put(vf, vfCount++, v, f);
  }

  static findEdge(p: u32, q: u32): u32 {
    const u = p < q ? p : q;
    const w = p < q ? q : p;
    let low = Orphans.at(firstEdge, u);
    let high = Orphans.at(firstEdge, u + 1);
    while (high - low > SHORT) {
      const middle = (low + high) >> 1;
      if (Orphans.at(edges, 2 * middle + 1) <= w) low = middle;
      else high = middle;
    }
    for (; low < high; low++) if (Orphans.at(edges, 2 * low + 1) == w) return low;
    return NONE;
  }

  /**
   * Whether anything may be found from an edge: not if its first two faces have different third corners that no edge joins. For
   * `addEdge` to find anything, all third corners of the edge are on one edge or on one face. Nor does a vertex v with no open edge
   * have an orphan face f: an outer corner m of its star that is not on f has only neighbours on f, and they are the third corners
   * of the edge vm. If all outer corners are on f, then for each of them it is the other two.
   */
  static isOpen(e: u32): bool {
    const i = Orphans.at(edgeFaceStart, e);
    if (Orphans.at(edgeFaceStart, e + 1) - i < 2) return true;
    const ends = Orphans.endsOf(e);
    const x = Orphans.thirdCorner(Orphans.at(edgeFaces, i), ends);
    const y = Orphans.thirdCorner(Orphans.at(edgeFaces, i + 1), ends);
    return x == y || Orphans.findEdge(x, y) != NONE;
  }

  /** Lists every orphan of the vertex. */
  static addVertex(v: u32): void {
    const start = Orphans.at(starStart, v);
    if (start == Orphans.at(starStart, v + 1)) return;
    const f = Orphans.at(starFaces, start);
    const p = Orphans.nextCorner(f, v);
    const q = Orphans.previousCorner(f, v);
    // A face apart from both decides most vertices: no edge leads from p or q to its outer corners.
    const apart = Orphans.starFaceWithout(v, p, q, q);
    Orphans.chooseSecond(v, p, apart == NONE ? Orphans.starFaceWithout(v, p, p, p) : apart);
    Orphans.chooseSecond(v, q, apart == NONE ? Orphans.starFaceWithout(v, q, q, q) : apart);
  }

  static nextCorner(f: u32, v: u32): u32 {
    const own = Orphans.corners(f);
    if (load<u32>(own) == v) return load<u32>(own, 4);
    return load<u32>(own, 4) == v ? load<u32>(own, 8) : load<u32>(own);
  }

  static previousCorner(f: u32, v: u32): u32 {
    const own = Orphans.corners(f);
    if (load<u32>(own) == v) return load<u32>(own, 8);
    return load<u32>(own, 4) == v ? load<u32>(own) : load<u32>(own, 4);
  }

  /** The first face of the star of v that has none of p, q, r. */
  static starFaceWithout(v: u32, p: u32, q: u32, r: u32): u32 {
    for (let i = Orphans.at(starStart, v), end = Orphans.at(starStart, v + 1); i < end; i++) {
      const f = Orphans.at(starFaces, i);
      if (!Orphans.hasCorner(f, p) && !Orphans.hasCorner(f, q) && !Orphans.hasCorner(f, r)) return f;
    }
    return NONE;
  }

  /** Orphan faces of v that have p; `next` is a face of the star without p, or `NONE`: then p alone is enough. */
  static chooseSecond(v: u32, p: u32, next: u32): void {
    if (next == NONE) {
      for (let i = Orphans.at(starStart, p); i < Orphans.at(starStart, p + 1); i++)
        Orphans.addFace(v, Orphans.at(starFaces, i));
      return;
    }
    Orphans.chooseThird(v, p, Orphans.nextCorner(next, v));
    Orphans.chooseThird(v, p, Orphans.previousCorner(next, v));
  }

  static chooseThird(v: u32, p: u32, q: u32): void {
    const e = Orphans.findEdge(p, q);
    if (e == NONE) return;
    const next = Orphans.starFaceWithout(v, p, q, q);
    if (next == NONE) {
      for (let i = Orphans.at(edgeFaceStart, e); i < Orphans.at(edgeFaceStart, e + 1); i++)
        Orphans.addFace(v, Orphans.at(edgeFaces, i));
      return;
    }
    Orphans.addFacesOf(v, p, q, Orphans.nextCorner(next, v));
    Orphans.addFacesOf(v, p, q, Orphans.previousCorner(next, v));
  }

  @inline static bookOf(e: u32): u32 {
    return Orphans.at(edgeFaceStart, e + 1) - Orphans.at(edgeFaceStart, e);
  }

  static addFacesOf(v: u32, p: u32, q: u32, r: u32): void {
    const pr = Orphans.findEdge(p, r);
    if (pr == NONE) return;
    const qr = Orphans.findEdge(q, r);
    if (qr == NONE || Orphans.starFaceWithout(v, p, q, r) != NONE) return;
    // Of a book and a side of few faces, the side.
    const atP = Orphans.bookOf(pr) < Orphans.bookOf(qr);
    const side = atP ? pr : qr;
    for (let i = Orphans.at(edgeFaceStart, side); i < Orphans.at(edgeFaceStart, side + 1); i++) {
      const f = Orphans.at(edgeFaces, i);
      if (Orphans.hasCorner(f, atP ? q : p)) Orphans.addFace(v, f);
    }
  }

  /**
   * Lists every orphan (e, g) of the edge but those where X is not empty and Z is: they are found from g. The faces of
   * e have at most three different third corners, or X has two.
   */
  static addEdge(e: u32): void {
    const ends = Orphans.endsOf(e);
    let x = NONE;
    let y = NONE;
    let z = NONE;
    for (let i = Orphans.at(edgeFaceStart, e); i < Orphans.at(edgeFaceStart, e + 1); i++) {
      const t = Orphans.thirdCorner(Orphans.at(edgeFaces, i), ends);
      if (t == x || t == y || t == z) continue;
      if (x == NONE) x = t;
      else if (y == NONE) y = t;
      else if (z == NONE) z = t;
      else return;
    }
    if (y == NONE) Orphans.addEdgesAround(e, x);
    else if (z == NONE) Orphans.addEdgesAt(e, x, y);
    else {
      Orphans.addIfOrphan(e, Orphans.findEdge(x, y));
      Orphans.addIfOrphan(e, Orphans.findEdge(y, z));
      Orphans.addIfOrphan(e, Orphans.findEdge(z, x));
    }
  }

  /**
   * For an edge whose faces all have the third corner x, as on a boundary. Any edge at x is an orphan: X is empty. Else
   * X is x, and so must Z be: an edge opposite to x.
   */
  static addEdgesAround(e: u32, x: u32): void {
    for (let i = Orphans.at(starStart, x); i < Orphans.at(starStart, x + 1); i++) {
      const f = Orphans.at(starFaces, i);
      for (let j = 3 * f; j < 3 * f + 3; j++) {
        const g = Orphans.at(faceEdges, j);
        // At its first face only, not at every one.
        if (Orphans.at(edgeFaces, Orphans.at(edgeFaceStart, g)) == f) Orphans.addIfOrphan(e, g);
      }
    }
  }

  /**
   * For an edge whose faces have the third corners x and y. X is empty for the edge xy only. If X is x, then y is on g
   * and x opposite to it, or the reverse; either way xy is an edge, and g a side of one of its faces.
   */
  static addEdgesAt(e: u32, x: u32, y: u32): void {
    const xy = Orphans.findEdge(x, y);
    if (xy == NONE) return;
    for (let i = Orphans.at(edgeFaceStart, xy); i < Orphans.at(edgeFaceStart, xy + 1); i++) {
      const f = Orphans.at(edgeFaces, i);
      for (let j = 3 * f; j < 3 * f + 3; j++) Orphans.addIfOrphan(e, Orphans.at(faceEdges, j));
    }
  }

  static addIfOrphan(e: u32, g: u32): void {
    if (g == NONE) return;
    const a = Orphans.at(edges, 2 * e);
    const b = Orphans.at(edges, 2 * e + 1);
    const c = Orphans.at(edges, 2 * g);
    const d = Orphans.at(edges, 2 * g + 1);
    if (a == c || a == d || b == c || b == d) return;
    const x = Orphans.thirdCornerOff(e, c, d);
    if (x != NONE && (x == SEVERAL || x != Orphans.thirdCornerOff(g, a, b))) return;
    Orphans.put(ee, eeCount++, e < g ? e : g, e < g ? g : e);
  }

  /** The third corner of the faces of e that is neither c nor d; `NONE` if there is none. */
  static thirdCornerOff(e: u32, c: u32, d: u32): u32 {
    const ends = Orphans.endsOf(e);
    let off = NONE;
    for (let i = Orphans.at(edgeFaceStart, e), end = Orphans.at(edgeFaceStart, e + 1); i < end; i++) {
      const t = Orphans.thirdCorner(Orphans.at(edgeFaces, i), ends);
      if (t == c || t == d || t == off) continue;
      if (off != NONE) return SEVERAL;
      off = t;
    }
    return off;
  }

  /** `tables`: pointers in the order of the variables above, the last with room for a word a vertex and one more. */
  static begin(tables: usize, vertexCount: u32, edgeCount: u32): void {
    triangles = <usize>load<u32>(tables);
    edges = <usize>load<u32>(tables, 4);
    faceEdges = <usize>load<u32>(tables, 8);
    starStart = <usize>load<u32>(tables, 12);
    starFaces = <usize>load<u32>(tables, 16);
    edgeFaceStart = <usize>load<u32>(tables, 20);
    edgeFaces = <usize>load<u32>(tables, 24);
    firstEdge = <usize>load<u32>(tables, 28);
    let u: u32 = 0;
    for (let e: u32 = 0; e < edgeCount; e++) {
      for (const v = Orphans.at(edges, 2 * e); u <= v; u++) store<u32>(firstEdge + ((<usize>u) << 2), e);
    }
    for (; u <= vertexCount; u++) store<u32>(firstEdge + ((<usize>u) << 2), edgeCount);
  }

  /** All orphans, or, if these are more than `most`, more than those. `marks`: a byte a vertex. */
  static ofMesh(vertexCount: u32, edgeCount: u32, marks: usize, most: i32): void {
    memory.fill(marks, 0, vertexCount);
    for (let e: u32 = 0; e < edgeCount && vfCount + eeCount <= most; e++) {
      if (!Orphans.isOpen(e)) continue;
      Orphans.addEdge(e);
      store<u8>(marks + Orphans.at(edges, 2 * e), 1);
      store<u8>(marks + Orphans.at(edges, 2 * e + 1), 1);
    }
    for (let v: u32 = 0; v < vertexCount && vfCount + eeCount <= most; v++)
      if (load<u8>(marks + v)) Orphans.addVertex(v);
  }

  /**
   * Searches from every vertex and edge of every face at a touched vertex. That finds each pair whose state may be new:
   * the vertex of an orphan of a new face has a face in common with a corner of it, and an orphan (e, g) that is not
   * found from e has all faces of g at the ends of e. `marks`: a byte a vertex, then one an edge.
   */
  static around(touched: usize, count: u32, vertexCount: u32, edgeCount: u32, marks: usize): void {
    const done = marks + vertexCount;
    memory.fill(marks, 0, vertexCount + edgeCount);
    for (let k: u32 = 0; k < count; k++) {
      const v = Orphans.at(touched, k);
      for (let i = Orphans.at(starStart, v); i < Orphans.at(starStart, v + 1); i++) {
        const f = Orphans.at(starFaces, i);
        for (let j = 3 * f; j < 3 * f + 3; j++) {
          const corner = Orphans.at(triangles, j);
          if (!load<u8>(marks + corner)) Orphans.addVertex(corner);
          store<u8>(marks + corner, 1);
          const e = Orphans.at(faceEdges, j);
          if (!load<u8>(done + e) && Orphans.isOpen(e)) Orphans.addEdge(e);
          store<u8>(done + e, 1);
        }
      }
    }
  }

  /** Ascending and each pair once, two words each where they were listed; returns how many. */
  static settle(list: usize, count: i32, other: usize): i32 {
    const sorted = Sort.run(list, count, other, 0);
    const left = Sort.unique(sorted, count);
    for (let i: usize = 0; i < <usize>left; i++) store<u64>(list + (i << 3), load<u64>(sorted + i * HIT));
    return left;
  }

  /**
   * `lists`: those of vertex–face and of edge–edge pairs and scratch, each with this room; the first two have `kept` records already. Writes
   * how many pairs there are of either kind; where they are more than there is room for, or than `most`, it has counted them, some twice.
   */
  static find(
    tables: usize,
    vertexCount: u32,
    edgeCount: u32,
    marks: usize,
    touched: usize,
    touchedCount: i32,
    lists: usize,
    itsRoom: i32,
    most: i32,
    counts: usize,
  ): void {
    Orphans.begin(tables, vertexCount, edgeCount);
    room = itsRoom;
    vf = lists;
    ee = lists + <usize>room * HIT;
    const other = ee + <usize>room * HIT;
    vfCount = load<i32>(counts);
    eeCount = load<i32>(counts, 4);
    if (touchedCount < 0) Orphans.ofMesh(vertexCount, edgeCount, marks, most);
    else Orphans.around(touched, touchedCount, vertexCount, edgeCount, marks);
    if (vfCount <= room && eeCount <= room && vfCount + eeCount <= most) {
      vfCount = Orphans.settle(vf, vfCount, other);
      eeCount = Orphans.settle(ee, eeCount, other);
    }
    store<i32>(counts, vfCount);
    store<i32>(counts, eeCount, 4);
  }
}
