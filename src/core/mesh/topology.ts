// Everything that follows from the faces alone: edges, stars, connected components, boundary loops.
// All of it is counting sorts over typed arrays, so the cost is linear whatever the valence. Any
// number of faces may meet in an edge; faces may be doubled or wound against each other. A list of
// lists is a pair of arrays: list i is `items` from `start[i]` up to, but not including, `start[i +
// 1]`. The largest number used, two per edge, fits 32 bits up to 715 M faces.
import { type BoundaryLoops, traceBoundary } from './boundary-loops.ts';

/** The id of nothing, for example the component of a vertex that no face uses. */
export const NONE = 0xffffffff;

/** The columns of a topology besides the faces. */
export type TopologyColumns = Pick<
  Topology,
  'edges' | 'faceEdges' | 'edgeFaceStart' | 'edgeFaces' | 'starStart' | 'starFaces' | 'componentOf' | 'componentCount'
>;

/** Edges, stars and components of a mesh. Immutable. */
export class Topology {
  /** Three vertex ids per face. */
  readonly triangles: Uint32Array;
  /** Number of edges. */
  readonly edgeCount: number;
  /**
   * Two vertex ids per edge, the smaller first. Edges ascend by (smaller, larger), so the order of
   * faces has no influence.
   */
  readonly edges: Uint32Array;
  /** Three edge ids per face; edge k joins corners k and (k + 1) % 3. */
  readonly faceEdges: Uint32Array;
  /**
   * Where the faces of edge e start: they are `edgeFaces` from `edgeFaceStart[e]` to
   * `edgeFaceStart[e + 1]`, ascending.
   */
  readonly edgeFaceStart: Uint32Array;
  /** Face ids by edge. */
  readonly edgeFaces: Uint32Array;
  /**
   * Where the star of vertex v starts. The star, the faces that use v, is `starFaces` from
   * `starStart[v]` to `starStart[v + 1]`, ascending.
   */
  readonly starStart: Uint32Array;
  /** Face ids by vertex. */
  readonly starFaces: Uint32Array;
  /**
   * Component of each vertex. Faces that share a vertex are connected. Components are numbered in
   * the order of their smallest vertex. A vertex that no face uses has `NONE`. A face is in the
   * component of any of its vertices.
   */
  readonly componentOf: Uint32Array;
  /** Number of components. */
  readonly componentCount: number;
  #boundary: BoundaryLoops | undefined;

  /**
   * Trusts its input, which `TriMesh.from` has checked. If columns are given, they must equal those
   * that would be built.
   */
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
    return facesShareVertex(this.triangles, f, g);
  }

  /** The boundary loops; built on first use, then kept. */
  get boundary(): BoundaryLoops {
    this.#boundary ??= traceBoundary(this);
    return this.#boundary;
  }
}

/** Whether two faces have a vertex in common; true of a face and itself. */
export function facesShareVertex(triangles: Uint32Array, f: number, g: number): boolean {
  const a = triangles[3 * f];
  const b = triangles[3 * f + 1];
  const c = triangles[3 * f + 2];
  for (let i = 3 * g; i < 3 * g + 3; i++) {
    const v = triangles[i];
    if (v === a || v === b || v === c) return true;
  }
  return false;
}

function buildColumns(triangles: Uint32Array, vertexCount: number): TopologyColumns {
  const { starStart, corners } = collectCorners(triangles, vertexCount);
  const { sideStart, sides } = sortSides(starStart, corners);
  const edges = numberEdges(sideStart, sides);
  return { ...edges, starStart, starFaces: facesOfCorners(corners), ...labelComponents(edges.edges, starStart) };
}

/** Replaces counts by their running sums. */
function sumInPlace(counts: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i];
    counts[i] = sum;
  }
}

/**
 * The corners of each vertex, in the order of faces. Three numbers per corner, so that later passes
 * need no scattered reads: its index in `triangles`, the next and the previous vertex of its face.
 */
function collectCorners(triangles: Uint32Array, vertexCount: number): { starStart: Uint32Array; corners: Uint32Array } {
  const starStart = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) starStart[triangles[i]]++;
  // The sums are the ends of the lists. Filling the lists backwards turns them into starts.
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

function putCorner(corners: Uint32Array, slot: number, index: number, next: number, previous: number): void {
  corners[3 * slot] = index;
  corners[3 * slot + 1] = next;
  corners[3 * slot + 2] = previous;
}

function facesOfCorners(corners: Uint32Array): Uint32Array {
  const faces = new Uint32Array(corners.length / 3);
  for (let i = 0; i < faces.length; i++) faces[i] = (corners[3 * i] / 3) >>> 0;
  return faces;
}

/**
 * The sides of all faces in ascending order of (smaller vertex, larger vertex, face), two numbers
 * each: larger vertex, side. Side 3f + k joins corners k and (k + 1) % 3 of face f. The sides whose
 * smaller vertex is u begin at `sideStart[u]`. `corners` already groups sides by larger vertex, so
 * one stable distribution by smaller vertex completes the sort.
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
      const index = corners[i];
      const next = corners[i + 1];
      const previous = corners[i + 2];
      if (next < v) putSide(sides, --sideStart[next], v, index);
      if (previous < v) putSide(sides, --sideStart[previous], v, index % 3 === 0 ? index + 2 : index - 1);
    }
  }
  return { sideStart, sides };
}

function putSide(sides: Uint32Array, slot: number, larger: number, side: number): void {
  sides[2 * slot] = larger;
  sides[2 * slot + 1] = side;
}

type Edges = Pick<Topology, 'edges' | 'faceEdges' | 'edgeFaceStart' | 'edgeFaces'>;

/**
 * Numbers the edges. Equal sides stand together, so an edge is a run of `sides`, and its faces are
 * those of the run.
 */
function numberEdges(sideStart: Uint32Array, sides: Uint32Array): Edges {
  const sideCount = sides.length / 2;
  // There are at most as many edges as sides, and on most meshes half as many.
  const edges = new Uint32Array(2 * sideCount);
  const faceEdges = new Uint32Array(sideCount);
  const edgeFaceStart = new Uint32Array(sideCount + 1);
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
  edgeFaceStart[edge + 1] = sideCount;
  return { edges: edges.slice(0, 2 * edge + 2), faceEdges, edgeFaceStart: edgeFaceStart.slice(0, edge + 2), edgeFaces };
}

/** The component of each vertex, by union–find along the edges. */
export function labelComponents(
  edges: Uint32Array,
  starStart: Uint32Array,
): Pick<Topology, 'componentOf' | 'componentCount'> {
  const parent = ascending(starStart.length - 1);
  for (let i = 0; i < edges.length; i += 2) unite(parent, edges[i], edges[i + 1]);
  let componentCount = 0;
  // In place: when v is reached, every smaller entry is already a component number.
  for (let v = 0; v < parent.length; v++) {
    if (parent[v] !== v) parent[v] = parent[parent[v]];
    else parent[v] = starStart[v] === starStart[v + 1] ? NONE : componentCount++;
  }
  return { componentOf: parent, componentCount };
}

/** The ids from 0 up to, but not including, `count`; for union–find, each a set of its own. */
export function ascending(count: number): Uint32Array {
  const ids = new Uint32Array(count);
  for (let i = 0; i < count; i++) ids[i] = i;
  return ids;
}

/**
 * Unites two sets of a union–find forest. The root is their smallest id, so a parent never exceeds
 * its child.
 */
export function unite(parent: Uint32Array, u: number, v: number): void {
  const a = findRoot(parent, u);
  const b = findRoot(parent, v);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/** Root of a set in a union–find forest, halving the path. */
export function findRoot(parent: Uint32Array, v: number): number {
  while (parent[v] !== v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}
