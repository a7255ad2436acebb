// What follows from the faces alone: edges, stars, connected components, boundary loops. Counting sorts over typed arrays,
// so the cost is linear whatever the valence; no element is an object. Any number of faces may meet in an edge, faces may
// be doubled or wound against each other. Lists of lists are a pair of arrays: list i of `items` is
// `items[start[i]]` … `items[start[i + 1] - 1]`. The largest id inside, two per edge, fits 32 bits up to 715 M faces.
import { type BoundaryLoops, traceBoundary } from './boundary-loops.ts';

/** The id of nothing: the component of a vertex that no face uses. */
export const NONE = 0xffffffff;

/** What a topology is made of besides the faces. */
export type TopologyColumns = Pick<
  Topology,
  'edges' | 'faceEdges' | 'edgeFaceStart' | 'edgeFaces' | 'starStart' | 'starFaces' | 'componentOf' | 'componentCount'
>;

export class Topology {
  readonly triangles: Uint32Array;
  readonly edgeCount: number;
  /** Two vertex ids per edge, smaller first, edges in ascending order of (smaller, larger): face order has no influence. */
  readonly edges: Uint32Array;
  /** Three edge ids per face; edge k joins corners k and (k + 1) % 3. */
  readonly faceEdges: Uint32Array;
  /** Faces of edge e, ascending: `edgeFaces` from `edgeFaceStart[e]` to `edgeFaceStart[e + 1]`. */
  readonly edgeFaceStart: Uint32Array;
  readonly edgeFaces: Uint32Array;
  /** Star of vertex v, the faces that use it, ascending: `starFaces` from `starStart[v]` to `starStart[v + 1]`. */
  readonly starStart: Uint32Array;
  readonly starFaces: Uint32Array;
  /**
   * Component of each vertex; faces that share a vertex are connected. Numbered in the order of their smallest vertex.
   * `NONE` for a vertex that no face uses: it takes no part. A face is in the component of any of its vertices.
   */
  readonly componentOf: Uint32Array;
  readonly componentCount: number;
  #boundary: BoundaryLoops | undefined;

  /** Trusts its input; `TriMesh.from` is the door. Columns that are given must equal those it would build. */
  constructor(triangles: Uint32Array, vertexCount: number, columns?: TopologyColumns) {
    const built = columns ?? buildColumns(triangles, vertexCount);
    this.triangles = triangles;
    this.edgeCount = built.edges.length / 2;
    this.edges = built.edges;
    this.faceEdges = built.faceEdges;
    this.edgeFaceStart = built.edgeFaceStart;
    this.edgeFaces = built.edgeFaces;
    this.starStart = built.starStart;
    this.starFaces = built.starFaces;
    this.componentOf = built.componentOf;
    this.componentCount = built.componentCount;
  }

  /** Whether two faces have a vertex in common; true of a face and itself. */
  sharesVertex(f: number, g: number): boolean {
    const { triangles } = this;
    const a = triangles[3 * f];
    const b = triangles[3 * f + 1];
    const c = triangles[3 * f + 2];
    for (let i = 3 * g; i < 3 * g + 3; i++) {
      const v = triangles[i];
      if (v === a || v === b || v === c) return true;
    }
    return false;
  }

  /** Built on first use, then kept. */
  get boundary(): BoundaryLoops {
    this.#boundary ??= traceBoundary(this);
    return this.#boundary;
  }
}

function buildColumns(triangles: Uint32Array, vertexCount: number): TopologyColumns {
  const { starStart, corners } = collectCorners(triangles, vertexCount);
  const { sideStart, sides } = sortSides(starStart, corners);
  const edges = numberEdges(sideStart, sides);
  const { componentOf, count } = labelComponents(edges.edges, starStart);
  return { ...edges, starStart, starFaces: facesOfCorners(corners), componentOf, componentCount: count };
}

function sumInPlace(counts: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i];
    counts[i] = sum;
  }
}

/**
 * The corners of each vertex, in the order of faces. Three words per corner: its place in `triangles`, the next and the
 * previous vertex of its face, so that later passes need no scattered reads.
 */
function collectCorners(triangles: Uint32Array, vertexCount: number): { starStart: Uint32Array; corners: Uint32Array } {
  const starStart = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) starStart[triangles[i]]++;
  // Now the ends of the lists: filled backwards, they become the starts, and faces ascend.
  sumInPlace(starStart);
  const corners = new Uint32Array(3 * triangles.length);
  for (let i = triangles.length - 3; i >= 0; i -= 3) {
    const a = triangles[i];
    const b = triangles[i + 1];
    const c = triangles[i + 2];
    putCorner(corners, --starStart[a], i, b, c);
    putCorner(corners, --starStart[b], i + 1, c, a);
    putCorner(corners, --starStart[c], i + 2, a, b);
  }
  return { starStart, corners };
}

function putCorner(corners: Uint32Array, slot: number, place: number, next: number, previous: number): void {
  corners[3 * slot] = place;
  corners[3 * slot + 1] = next;
  corners[3 * slot + 2] = previous;
}

function facesOfCorners(corners: Uint32Array): Uint32Array {
  const faces = new Uint32Array(corners.length / 3);
  for (let i = 0; i < faces.length; i++) faces[i] = (corners[3 * i] / 3) >>> 0;
  return faces;
}

/**
 * The sides of all faces in ascending order of (smaller vertex, larger vertex, face), as two words: larger vertex, side.
 * Side 3f + k joins corners k and (k + 1) % 3 of face f. The sides whose smaller vertex is u begin at `sideStart[u]`.
 * `corners` already groups them by larger vertex, so one stable distribution by smaller vertex completes the sort.
 */
function sortSides(starStart: Uint32Array, corners: Uint32Array): { sideStart: Uint32Array; sides: Uint32Array } {
  const vertexCount = starStart.length - 1;
  const sideStart = new Uint32Array(vertexCount + 1);
  for (let u = 0; u < vertexCount; u++) {
    let larger = 0;
    for (let i = 3 * starStart[u], end = 3 * starStart[u + 1]; i < end; i += 3) {
      larger += (corners[i + 1] > u ? 1 : 0) + (corners[i + 2] > u ? 1 : 0);
    }
    sideStart[u] = larger;
  }
  sumInPlace(sideStart);
  const sides = new Uint32Array((2 * corners.length) / 3);
  for (let v = vertexCount - 1; v >= 0; v--) {
    for (let i = 3 * starStart[v + 1] - 3, end = 3 * starStart[v]; i >= end; i -= 3) {
      const place = corners[i];
      const next = corners[i + 1];
      const previous = corners[i + 2];
      if (next < v) putSide(sides, --sideStart[next], v, place);
      if (previous < v) putSide(sides, --sideStart[previous], v, place % 3 === 0 ? place + 2 : place - 1);
    }
  }
  return { sideStart, sides };
}

function putSide(sides: Uint32Array, slot: number, larger: number, side: number): void {
  sides[2 * slot] = larger;
  sides[2 * slot + 1] = side;
}

type Edges = Pick<Topology, 'edges' | 'faceEdges' | 'edgeFaceStart' | 'edgeFaces'>;

/** Equal sides stand together, so an edge is a run of `sides` and its faces are those of the run. */
function numberEdges(sideStart: Uint32Array, sides: Uint32Array): Edges {
  const sideCount = sides.length / 2;
  const edgeCount = countEdges(sideStart, sides);
  const edges = new Uint32Array(2 * edgeCount);
  const faceEdges = new Uint32Array(sideCount);
  const edgeFaceStart = new Uint32Array(edgeCount + 1);
  const edgeFaces = new Uint32Array(sideCount);
  let edge = -1;
  for (let u = 0; u < sideStart.length - 1; u++) {
    let last = NONE;
    for (let i = sideStart[u], end = sideStart[u + 1]; i < end; i++) {
      const larger = sides[2 * i];
      const side = sides[2 * i + 1];
      if (larger !== last) {
        edge++;
        edges[2 * edge] = u;
        edges[2 * edge + 1] = larger;
        edgeFaceStart[edge] = i;
        last = larger;
      }
      faceEdges[side] = edge;
      edgeFaces[i] = (side / 3) >>> 0;
    }
  }
  edgeFaceStart[edgeCount] = sideCount;
  return { edges, faceEdges, edgeFaceStart, edgeFaces };
}

function countEdges(sideStart: Uint32Array, sides: Uint32Array): number {
  let count = 0;
  for (let u = 0; u < sideStart.length - 1; u++) {
    let last = NONE;
    for (let i = 2 * sideStart[u], end = 2 * sideStart[u + 1]; i < end; i += 2) {
      if (sides[i] !== last) count++;
      last = sides[i];
    }
  }
  return count;
}

/** Union–find; the root of a set is its smallest vertex, so a parent never exceeds its child. */
function labelComponents(edges: Uint32Array, starStart: Uint32Array): { componentOf: Uint32Array; count: number } {
  const parent = new Uint32Array(starStart.length - 1);
  for (let v = 0; v < parent.length; v++) parent[v] = v;
  for (let i = 0; i < edges.length; i += 2) {
    const a = findRoot(parent, edges[i]);
    const b = findRoot(parent, edges[i + 1]);
    if (a < b) parent[b] = a;
    else parent[a] = b;
  }
  let count = 0;
  // In place: on arrival at v every smaller entry is already a label.
  for (let v = 0; v < parent.length; v++) {
    if (parent[v] !== v) parent[v] = parent[parent[v]];
    else parent[v] = starStart[v] === starStart[v + 1] ? NONE : count++;
  }
  return { componentOf: parent, count };
}

/** Root of a set in a union–find forest, halving the path. */
export function findRoot(parent: Uint32Array, v: number): number {
  while (parent[v] !== v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}
