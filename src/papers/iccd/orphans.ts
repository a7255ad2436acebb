// The orphan set [ICCD §V-D, §V-E]: the pairs of features that the non-adjacent phase can never test, because every
// face of one shares a vertex with every face of the other. It follows from the faces alone, so it is found once per
// mesh and only mended after a change. Any mesh. The list is exact in both directions: a pair too few would be a
// contact lost, a pair too many a contact reported twice.
// Departs from the paper: no sets of incident and adjacent triangles (OIS, OAS) are built. Orphans are rare, and one
// edge that is not there mostly shows that an element has none.
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import { NONE, type Topology } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { PairList } from '../../core/pairs/pair-list.ts';
import { sortedPairs } from '../../core/pairs/sorted-pairs.ts';

export interface OrphanSet {
  /** Vertex, face, …; ascending. The vertex is no corner of the face. */
  readonly vf: Uint32Array;
  /** Edge, edge, …; the smaller first, ascending. The two have no vertex in common. */
  readonly ee: Uint32Array;
}

/** What of a change matters here. Vertex ids stay; faces and edges that survive may be renumbered. */
export type ChangedFaces = Pick<ChangedMesh, 'mesh' | 'faceRemap' | 'edgeRemap' | 'touchedVertices'>;

/**
 * Linear in the mesh and in its answer. The answer itself is quadratic where very many faces share a vertex and little
 * else: in a lone fan every face is adjacent to every other. Null if there are more than `most`.
 */
export function findOrphans(mesh: TriMesh): OrphanSet;
export function findOrphans(mesh: TriMesh, most: number): OrphanSet | null;
export function findOrphans(mesh: TriMesh, most = Number.POSITIVE_INFINITY): OrphanSet | null {
  const { topology, vertexCount } = mesh;
  const search = new OrphanSearch(topology, firstEdges(topology, vertexCount));
  const open = new Uint8Array(vertexCount);
  for (let e = 0; e < topology.edgeCount; e++) {
    if (!search.isOpen(e)) continue;
    search.addEdge(e);
    if (search.count > most) return null;
    open[topology.edges[2 * e]] = 1;
    open[topology.edges[2 * e + 1]] = 1;
  }
  for (let v = 0; v < vertexCount && search.count <= most; v++) if (open[v] === 1) search.addVertex(v);
  return search.count > most ? null : search.found();
}

/**
 * The same as `findOrphans(changed.mesh)`, for work around the change plus some passes over the old set. Whether (v, f)
 * is an orphan depends on the star of v and on f, whether (e, g) is, on the faces of e and of g. So a pair stays what
 * it was unless v is touched, f is new, or an edge may have other faces than before: then both of its vertices are
 * touched.
 * Departs from the paper: [ICCD §V-E] removes only the orphans that lost an element. A tear can also part the faces of
 * a pair whose elements survive; left in the set, it would be tested in both phases.
 */
export function updateOrphans(old: OrphanSet, changed: ChangedFaces): OrphanSet {
  const { mesh, faceRemap, edgeRemap, touchedVertices } = changed;
  const touched = new Uint8Array(mesh.vertexCount);
  for (let i = 0; i < touchedVertices.length; i++) touched[touchedVertices[i]] = 1;
  const search = new OrphanSearch(mesh.topology, firstEdges(mesh.topology, mesh.vertexCount));
  keepVf(old.vf, faceRemap, touched, search.vf);
  keepEe(old.ee, edgeRemap, touched, mesh.topology.edges, search.ee);
  addAround(search, mesh, touchedVertices);
  return search.found();
}

function keepVf(old: Uint32Array, faceRemap: Uint32Array, touched: Uint8Array, vf: PairList): void {
  for (let i = 0; i < old.length; i += 2) {
    const f = faceRemap[old[i + 1]];
    // A vertex beyond the new count has lost its faces; `touched` has no 0 for it.
    if (f !== NONE && touched[old[i]] === 0) vf.push(old[i], f);
  }
}

function keepEe(old: Uint32Array, edgeRemap: Uint32Array, touched: Uint8Array, edges: Uint32Array, ee: PairList): void {
  for (let i = 0; i < old.length; i += 2) {
    const e = edgeRemap[old[i]];
    const g = edgeRemap[old[i + 1]];
    if (e === NONE || g === NONE) continue;
    if ((touched[edges[2 * e]] & touched[edges[2 * e + 1]]) === 1) continue;
    if ((touched[edges[2 * g]] & touched[edges[2 * g + 1]]) === 1) continue;
    // Still in order: edges are numbered by their vertices, and those keep their ids.
    ee.push(e, g);
  }
}

/**
 * Searches from every vertex and edge of every face at a touched vertex. That finds each pair whose state may be new:
 * the vertex of an orphan of a new face has a face in common with a corner of it, and an orphan (e, g) that is not
 * found from e has all faces of g at the ends of e.
 */
function addAround(search: OrphanSearch, mesh: TriMesh, touchedVertices: Uint32Array): void {
  const { triangles, faceEdges, starStart, starFaces, edgeCount } = mesh.topology;
  const vertexDone = new Uint8Array(mesh.vertexCount);
  const edgeDone = new Uint8Array(edgeCount);
  for (let k = 0; k < touchedVertices.length; k++) {
    const v = touchedVertices[k];
    for (let i = starStart[v]; i < starStart[v + 1]; i++) {
      for (let j = 3 * starFaces[i]; j < 3 * starFaces[i] + 3; j++) {
        if (vertexDone[triangles[j]] === 0) search.addVertex(triangles[j]);
        vertexDone[triangles[j]] = 1;
        const e = faceEdges[j];
        if (edgeDone[e] === 0 && search.isOpen(e)) search.addEdge(e);
        edgeDone[e] = 1;
      }
    }
  }
}

/** Where the edges begin whose smaller vertex is v, for each v and past the last. */
function firstEdges({ edges, edgeCount }: Topology, vertexCount: number): Uint32Array {
  const first = new Uint32Array(vertexCount + 1);
  let u = 0;
  for (let e = 0; e < edgeCount; e++) for (const v = edges[2 * e]; u <= v; u++) first[u] = e;
  first.fill(edgeCount, u);
  return first;
}

/** The corner of f that is not on one of its sides, given the exclusive or of the ends of that side: it cancels them. */
function thirdCorner(triangles: Uint32Array, f: number, ends: number): number {
  return (triangles[3 * f] ^ triangles[3 * f + 1] ^ triangles[3 * f + 2] ^ ends) >>> 0;
}

/** Stands for two different third corners or more; no id is negative. */
const SEVERAL = -1;

/**
 * Lists orphans from one of their elements, some more than once.
 *
 * For a vertex v, a face without v is adjacent to a face of the star by one of the two outer corners of the latter. An
 * orphan face therefore names an outer corner of every face of the star: at most three in all, chosen face by face.
 *
 * For edges e and g, let X be the third corners of the faces of e that are not on g, and Z those of the faces of g that
 * are not on e. A face of e and a face of g are adjacent if one has its third corner on the other edge or both have the
 * same. So (e, g) is an orphan if X or Z is empty, or if both are the same single vertex.
 */
class OrphanSearch {
  readonly vf: PairList = new PairList(1024);
  readonly ee: PairList = new PairList(1024);
  private readonly topology: Topology;
  private readonly firstEdge: Uint32Array;

  constructor(topology: Topology, firstEdge: Uint32Array) {
    this.topology = topology;
    this.firstEdge = firstEdge;
  }

  /** How many there are, some perhaps counted twice. */
  get count(): number {
    return this.vf.count + this.ee.count;
  }

  found(): OrphanSet {
    return { vf: sortedPairs(this.vf.ids()), ee: sortedPairs(this.ee.ids()) };
  }

  /**
   * Whether anything may be found from an edge: not if its first two faces have different third corners that no edge joins. For
   * `addEdge` to find anything, all third corners of the edge are on one edge or on one face. Nor does a vertex v with no open edge
   * have an orphan face f: an outer corner m of its star that is not on f has only neighbours on f, and they are the third corners
   * of the edge vm. If all outer corners are on f, then for each of them it is the other two.
   */
  isOpen(e: number): boolean {
    const { triangles, edges, edgeFaceStart, edgeFaces } = this.topology;
    const i = edgeFaceStart[e];
    if (edgeFaceStart[e + 1] - i < 2) return true;
    const ends = edges[2 * e] ^ edges[2 * e + 1];
    const x = thirdCorner(triangles, edgeFaces[i], ends);
    const y = thirdCorner(triangles, edgeFaces[i + 1], ends);
    return x === y || this.findEdge(x, y) !== NONE;
  }

  /** Lists every orphan of the vertex. */
  addVertex(v: number): void {
    const { starStart, starFaces } = this.topology;
    if (starStart[v] === starStart[v + 1]) return;
    const f = starFaces[starStart[v]];
    const p = this.nextCorner(f, v);
    const q = this.previousCorner(f, v);
    // A face apart from both decides most vertices: no edge leads from p or q to its outer corners.
    const apart = this.starFaceWithout(v, p, q, q);
    this.chooseSecond(v, p, apart === NONE ? this.starFaceWithout(v, p, p, p) : apart);
    this.chooseSecond(v, q, apart === NONE ? this.starFaceWithout(v, q, q, q) : apart);
  }

  /**
   * Lists every orphan (e, g) of the edge but those where X is not empty and Z is: they are found from g. The faces of
   * e have at most three different third corners, or X has two.
   */
  addEdge(e: number): void {
    const { triangles, edges, edgeFaceStart, edgeFaces } = this.topology;
    const ends = edges[2 * e] ^ edges[2 * e + 1];
    let x = NONE;
    let y = NONE;
    let z = NONE;
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) {
      const t = thirdCorner(triangles, edgeFaces[i], ends);
      if (t === x || t === y || t === z) continue;
      if (x === NONE) x = t;
      else if (y === NONE) y = t;
      else if (z === NONE) z = t;
      else return;
    }
    if (y === NONE) this.addEdgesAround(e, x);
    else if (z === NONE) this.addEdgesAt(e, x, y);
    else {
      this.addIfOrphan(e, this.findEdge(x, y));
      this.addIfOrphan(e, this.findEdge(y, z));
      this.addIfOrphan(e, this.findEdge(z, x));
    }
  }

  private nextCorner(f: number, v: number): number {
    const { triangles } = this.topology;
    if (triangles[3 * f] === v) return triangles[3 * f + 1];
    return triangles[3 * f + 1] === v ? triangles[3 * f + 2] : triangles[3 * f];
  }

  private previousCorner(f: number, v: number): number {
    const { triangles } = this.topology;
    if (triangles[3 * f] === v) return triangles[3 * f + 2];
    return triangles[3 * f + 1] === v ? triangles[3 * f] : triangles[3 * f + 1];
  }

  /** The first face of the star of v that has none of p, q, r. */
  private starFaceWithout(v: number, p: number, q: number, r: number): number {
    const { triangles, starStart, starFaces } = this.topology;
    for (let i = starStart[v], end = starStart[v + 1]; i < end; i++) {
      const j = 3 * starFaces[i];
      const a = triangles[j];
      const b = triangles[j + 1];
      const c = triangles[j + 2];
      if (a === p || b === p || c === p || a === q || b === q || c === q || a === r || b === r || c === r) continue;
      return starFaces[i];
    }
    return NONE;
  }

  /** Orphan faces of v that have p; `next` is a face of the star without p, or `NONE`: then p alone is enough. */
  private chooseSecond(v: number, p: number, next: number): void {
    const { starStart, starFaces } = this.topology;
    if (next === NONE) {
      for (let i = starStart[p]; i < starStart[p + 1]; i++) this.addFace(v, starFaces[i]);
      return;
    }
    this.chooseThird(v, p, this.nextCorner(next, v));
    this.chooseThird(v, p, this.previousCorner(next, v));
  }

  private chooseThird(v: number, p: number, q: number): void {
    const { edgeFaceStart, edgeFaces } = this.topology;
    const e = this.findEdge(p, q);
    if (e === NONE) return;
    const next = this.starFaceWithout(v, p, q, q);
    if (next === NONE) {
      for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) this.addFace(v, edgeFaces[i]);
      return;
    }
    this.addFacesOf(v, p, q, this.nextCorner(next, v));
    this.addFacesOf(v, p, q, this.previousCorner(next, v));
  }

  private addFacesOf(v: number, p: number, q: number, r: number): void {
    const { edgeFaceStart, edgeFaces } = this.topology;
    const pr = this.findEdge(p, r);
    if (pr === NONE) return;
    const qr = this.findEdge(q, r);
    if (qr === NONE || this.starFaceWithout(v, p, q, r) !== NONE) return;
    // Of a book and a side of few faces, the side.
    const atP = edgeFaceStart[pr + 1] - edgeFaceStart[pr] < edgeFaceStart[qr + 1] - edgeFaceStart[qr];
    const side = atP ? pr : qr;
    for (let i = edgeFaceStart[side]; i < edgeFaceStart[side + 1]; i++) {
      if (this.hasCorner(edgeFaces[i], atP ? q : p)) this.addFace(v, edgeFaces[i]);
    }
  }

  private addFace(v: number, f: number): void {
    if (!this.hasCorner(f, v)) this.vf.push(v, f);
  }

  private hasCorner(f: number, v: number): boolean {
    const { triangles } = this.topology;
    return triangles[3 * f] === v || triangles[3 * f + 1] === v || triangles[3 * f + 2] === v;
  }

  /**
   * For an edge whose faces all have the third corner x, as on a boundary. Any edge at x is an orphan: X is empty. Else
   * X is x, and so must Z be: an edge opposite to x.
   */
  private addEdgesAround(e: number, x: number): void {
    const { faceEdges, starStart, starFaces, edgeFaceStart, edgeFaces } = this.topology;
    for (let i = starStart[x]; i < starStart[x + 1]; i++) {
      const f = starFaces[i];
      for (let j = 3 * f; j < 3 * f + 3; j++) {
        const g = faceEdges[j];
        // At its first face only, not at every one.
        if (edgeFaces[edgeFaceStart[g]] === f) this.addIfOrphan(e, g);
      }
    }
  }

  /**
   * For an edge whose faces have the third corners x and y. X is empty for the edge xy only. If X is x, then y is on g
   * and x opposite to it, or the reverse; either way xy is an edge, and g a side of one of its faces.
   */
  private addEdgesAt(e: number, x: number, y: number): void {
    const { faceEdges, edgeFaceStart, edgeFaces } = this.topology;
    const xy = this.findEdge(x, y);
    if (xy === NONE) return;
    for (let i = edgeFaceStart[xy]; i < edgeFaceStart[xy + 1]; i++) {
      for (let j = 3 * edgeFaces[i]; j < 3 * edgeFaces[i] + 3; j++) this.addIfOrphan(e, faceEdges[j]);
    }
  }

  private addIfOrphan(e: number, g: number): void {
    if (g === NONE) return;
    const { edges } = this.topology;
    const a = edges[2 * e];
    const b = edges[2 * e + 1];
    const c = edges[2 * g];
    const d = edges[2 * g + 1];
    if (a === c || a === d || b === c || b === d) return;
    const x = this.thirdCornerOff(e, c, d);
    if (x !== NONE && (x === SEVERAL || x !== this.thirdCornerOff(g, a, b))) return;
    this.ee.push(e < g ? e : g, e < g ? g : e);
  }

  /** The third corner of the faces of e that is neither c nor d; `NONE` if there is none. */
  private thirdCornerOff(e: number, c: number, d: number): number {
    const { triangles, edges, edgeFaceStart, edgeFaces } = this.topology;
    const ends = edges[2 * e] ^ edges[2 * e + 1];
    let off = NONE;
    for (let i = edgeFaceStart[e], end = edgeFaceStart[e + 1]; i < end; i++) {
      const t = thirdCorner(triangles, edgeFaces[i], ends);
      if (t === c || t === d || t === off) continue;
      if (off !== NONE) return SEVERAL;
      off = t;
    }
    return off;
  }

  private findEdge(p: number, q: number): number {
    const { topology, firstEdge } = this;
    const u = p < q ? p : q;
    const w = p < q ? q : p;
    return seekEdge(topology.edges, firstEdge[u], firstEdge[u + 1], u, w);
  }
}

/** Up to this many edges are read one by one, more are bisected: hubs. */
const SHORT = 8;

/** The edge (u, w), u < w, among those from `low` up to, without, `high`. */
function seekEdge(edges: Uint32Array, low: number, high: number, u: number, w: number): number {
  while (high - low > SHORT) {
    const middle = (low + high) >>> 1;
    const v = edges[2 * middle];
    if (v < u || (v === u && edges[2 * middle + 1] <= w)) low = middle;
    else high = middle;
  }
  for (; low < high; low++) if (edges[2 * low + 1] === w && edges[2 * low] === u) return low;
  return NONE;
}
