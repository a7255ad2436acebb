// The regions that contours cut off a surface. Edges that a contour pierces are cut; vertices that
// are joined by other edges, or through the inside of a crossed face (face-cells.ts), are in one
// region. All sides of all cuts grow in turns, until of the two sides of every cut one is finished:
// the cost is that of what is cut off, not that of the whole surface.
import { DisjointSets } from '../../core/math/disjoint-sets.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ContourTracer } from '../contours.ts';
import { FaceCells } from './face-cells.ts';
import { Sides } from './sides.ts';

/** A connected set of vertices of one part. */
export interface Region {
  /** Its vertices; those found so far if it is not whole. */
  vertices: number[];
  /** Whether all of it was found. A region that is not whole is larger than all beside it. */
  isWhole: boolean;
  /** The contours that bound it. */
  readonly contours: Set<number>;
}

/** Pairs of regions on both sides of a cut edge, in columns. */
export interface RegionPairs {
  /** The number of pairs. */
  readonly count: number;
  /** The region on one side. */
  readonly first: Int32Array;
  /** The region on the other side. */
  readonly second: Int32Array;
  /** 1 if the edge is pierced an odd number of times. */
  readonly isOdd: Uint8Array;
}

/** The regions of a surface. */
export interface FoundRegions {
  readonly regions: Region[];
  readonly pairs: RegionPairs;
}

/** The surface to be cut: one part, or both parts if they are the same. */
export interface CutSurface {
  /** Pairs of faces on the contours that cut. */
  readonly arcs: Int32Array;
  /** Columns with the faces of the surface in each pair: one, or two if the parts are the same. */
  readonly faces: readonly Uint32Array[];
  /** Whether a node is a piercing of an edge of the surface. */
  isOwn(node: number): boolean;
  /** Whether every edge that is connected with the surface is part of it. */
  readonly hasAllEdges: boolean;
  /** Whether an edge is part of the surface. */
  hasEdge(edge: number): boolean;
}

/** The piercings of the edges of a surface, sorted along each edge. */
export interface Cuts {
  /** Edges with piercings. */
  readonly edges: readonly number[];
  /** The piercings of `edges[i]` are `nodes` from `start[i]` to `start[i + 1]`. */
  readonly start: Int32Array;
  /** Node ids. */
  readonly nodes: Int32Array;
  /** The index of an edge in `edges`; −1 if it has no piercing. */
  readonly slotOfEdge: Int32Array;
}

/** How many vertices a side grows by in its first turn. */
const FIRST_TURN = 8;

/** Finds regions; all memory is reused. */
export class RegionFinder {
  private readonly mesh: TriMesh;
  private readonly neighbourStart: Uint32Array;
  private readonly neighbours: Uint32Array;
  private readonly neighbourEdges: Uint32Array;
  /** The seed of each vertex while regions grow, then its region; −1 for none. */
  private readonly label: Int32Array;
  private readonly next: Int32Array;
  private readonly slotOfEdge: Int32Array;
  private readonly isBlocked: Uint8Array;
  private readonly blocked: number[] = [];
  /** Seeds, the sides of cuts, and after them stretches of edges: what is connected is one set. */
  private readonly elements = new DisjointSets();
  private readonly sides = new Sides();
  /** The last call that has seen each node, and the number of calls. */
  private seenAt: Uint32Array = new Uint32Array(0);
  private callCount = 0;
  private readonly cells: FaceCells;

  constructor(mesh: TriMesh) {
    this.mesh = mesh;
    const { edges, edgeCount } = mesh.topology;
    const start = new Uint32Array(mesh.vertexCount + 1);
    for (let i = 0; i < 2 * edgeCount; i++) start[edges[i] + 1]++;
    for (let v = 0; v < mesh.vertexCount; v++) start[v + 1] += start[v];
    const fill = start.slice();
    this.neighbourStart = start;
    this.neighbours = new Uint32Array(2 * edgeCount);
    this.neighbourEdges = new Uint32Array(2 * edgeCount);
    for (let i = 0; i < 2 * edgeCount; i++) {
      const slot = fill[edges[i]]++;
      this.neighbours[slot] = edges[i ^ 1];
      this.neighbourEdges[slot] = i >> 1;
    }
    this.label = new Int32Array(mesh.vertexCount).fill(-1);
    this.next = new Int32Array(mesh.vertexCount);
    this.slotOfEdge = new Int32Array(edgeCount).fill(-1);
    this.isBlocked = new Uint8Array(mesh.vertexCount);
    this.cells = new FaceCells(mesh, {
      labelOf: (v) => this.label[v],
      addElement: () => this.elements.add(),
      join: (i, j) => this.joinSeeds(i, j),
    });
  }

  /** The region of a vertex, as an index into the regions found last; −1 if it was not reached. */
  regionOf(vertex: number): number {
    return this.label[vertex];
  }

  /**
   * Finds the regions of a surface. Call `clear` when they are no longer needed, and before the
   * next surface.
   */
  find(tracer: ContourTracer, surface: CutSurface): FoundRegions {
    const cuts = this.collectCuts(tracer, surface);
    this.plantSeeds(cuts);
    this.cells.join(tracer, surface, cuts);
    this.grow(surface, cuts);
    const regions = this.regions(tracer, surface);
    return { regions, pairs: this.pairsOf(cuts) };
  }

  /** Finds the rest of a region whose growth was stopped. */
  complete(region: Region, index: number, surface: CutSurface): void {
    const { label, neighbourStart, neighbours, neighbourEdges, slotOfEdge, isBlocked } = this;
    const { hasAllEdges } = surface;
    for (let i = 0; i < region.vertices.length && !region.isWhole; i++) {
      const v = region.vertices[i];
      for (let j = neighbourStart[v]; j < neighbourStart[v + 1]; j++) {
        const w = neighbours[j];
        const e = neighbourEdges[j];
        if (label[w] >= 0 || slotOfEdge[e] >= 0 || isBlocked[w] === 1) continue;
        if (!hasAllEdges && !surface.hasEdge(e)) continue;
        label[w] = index;
        region.vertices.push(w);
      }
    }
    region.isWhole = true;
  }

  /** Forgets the regions. */
  clear(regions: readonly Region[]): void {
    const { label, blocked, isBlocked, slotOfEdge } = this;
    for (let i = 0; i < regions.length; i++) {
      const { vertices } = regions[i];
      for (let j = 0; j < vertices.length; j++) label[vertices[j]] = -1;
    }
    for (let i = 0; i < blocked.length; i++) isBlocked[blocked[i]] = 0;
    blocked.length = 0;
    if (this.lastCuts === null) return;
    const { edges } = this.lastCuts;
    for (let i = 0; i < edges.length; i++) slotOfEdge[edges[i]] = -1;
    this.lastCuts = null;
  }

  private lastCuts: Cuts | null = null;

  private collectCuts({ ends, nodeEdge, nodeFace, nodeWeight, nodeCount }: ContourTracer, surface: CutSurface): Cuts {
    const { slotOfEdge, blocked, isBlocked } = this;
    if (this.seenAt.length < nodeCount) this.seenAt = new Uint32Array(2 * nodeCount);
    const { seenAt } = this;
    const call = ++this.callCount;
    const { arcs } = surface;
    const own = new Int32Array(2 * arcs.length);
    const edges: number[] = [];
    const counts: number[] = [];
    let ownCount = 0;
    for (let j = 0; j < 2 * arcs.length; j++) {
      const node = ends[2 * arcs[j >> 1] + (j & 1)];
      if (seenAt[node] === call) continue;
      seenAt[node] = call;
      const edge = nodeEdge[node];
      if (edge === NONE) {
        isBlocked[nodeFace[node]] = 1;
        blocked.push(nodeFace[node]);
        continue;
      }
      if (!surface.isOwn(node)) continue;
      own[ownCount++] = node;
      if (slotOfEdge[edge] < 0) {
        slotOfEdge[edge] = edges.length;
        edges.push(edge);
        counts.push(0);
      }
      counts[slotOfEdge[edge]]++;
    }
    const start = new Int32Array(edges.length + 1);
    for (let i = 0; i < edges.length; i++) start[i + 1] = start[i] + counts[i];
    const fill = start.slice();
    const nodes = new Int32Array(ownCount);
    for (let i = 0; i < ownCount; i++) nodes[fill[slotOfEdge[nodeEdge[own[i]]]]++] = own[i];
    for (let i = 0; i < edges.length; i++) if (counts[i] > 1) sortAlong(nodes, start[i], start[i + 1], nodeWeight);
    this.lastCuts = { edges, start, nodes, slotOfEdge };
    return this.lastCuts;
  }

  /** Both ends of every cut edge start a region, unless a contour ends there. */
  private plantSeeds({ edges }: Cuts): void {
    const { label, isBlocked, next, sides, elements } = this;
    const ends = this.mesh.topology.edges;
    sides.reset(2 * edges.length);
    elements.reset(0);
    for (let i = 0; i < 2 * edges.length; i++) {
      const v = ends[2 * edges[i >> 1] + (i & 1)];
      if (label[v] >= 0 || isBlocked[v] === 1) continue;
      label[v] = elements.add();
      next[v] = -1;
      sides.add(v);
    }
  }

  /** Joins two elements; the smaller one, which is a seed if any of both is, becomes the root. */
  private joinSeeds(i: number, j: number): number {
    const { elements, sides } = this;
    const p = elements.find(i);
    const q = elements.find(j);
    if (p === q) return p;
    const into = elements.join(p, q);
    const from = p < q ? q : p;
    if (from < sides.count) sides.merge(into, from, this.next);
    return into;
  }

  /** Both sides of each cut grow in turns until one of them is done. */
  private grow(surface: CutSurface, { edges }: Cuts): void {
    const { label, elements } = this;
    const { firstOpen, size, active } = this.sides;
    const ends = this.mesh.topology.edges;
    const cuts = new Int32Array(2 * edges.length);
    let count = 0;
    for (let i = 0; i < edges.length; i++) {
      const p = label[ends[2 * edges[i]]];
      const q = label[ends[2 * edges[i] + 1]];
      if (p < 0 || q < 0) continue;
      cuts[count++] = p;
      cuts[count++] = q;
    }
    /** Cuts of which neither side is done come first; the others need not be looked at again. */
    const open = cuts.slice(0, count);
    /** The sides of these cuts, each once in a turn. */
    const growing = new Int32Array(count);
    let openCount = count;
    for (let turn = FIRST_TURN; openCount > 0; turn *= 2) {
      let growingCount = 0;
      let kept = 0;
      for (let i = 0; i < openCount; i += 2) {
        const p = elements.find(open[i]);
        const q = elements.find(open[i + 1]);
        if (p === q || firstOpen[p] < 0 || firstOpen[q] < 0) continue;
        if (active[p] !== turn) growing[growingCount++] = p;
        active[p] = turn;
        if (active[q] !== turn) growing[growingCount++] = q;
        active[q] = turn;
        open[kept++] = p;
        open[kept++] = q;
      }
      for (let i = 0; i < growingCount; i++)
        if (elements.find(growing[i]) === growing[i]) this.growSide(growing[i], turn, surface);
      openCount = kept;
    }
    // What is unfinished goes on until it is larger than what it is beside.
    const target = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const p = elements.find(cuts[i]);
      const q = elements.find(cuts[i ^ 1]);
      if (p === q || firstOpen[p] < 0 || firstOpen[q] >= 0) continue;
      target.set(p, Math.max(target.get(p) ?? 0, 2 * size[q]));
    }
    for (const [seed, least] of target)
      if (elements.find(seed) === seed && size[seed] <= least) this.growSide(seed, least, surface);
  }

  /** Grows a side from some of its open vertices. */
  private growSide(seed: number, steps: number, surface: CutSurface): void {
    const { label, next, sides, neighbourStart, neighbours, neighbourEdges, slotOfEdge, isBlocked } = this;
    const { firstOpen } = sides;
    const { hasAllEdges } = surface;
    let root = seed;
    for (let step = 0; step < steps && firstOpen[root] >= 0; step++) {
      const v = sides.takeOpen(root, next);
      for (let j = neighbourStart[v]; j < neighbourStart[v + 1]; j++) {
        const w = neighbours[j];
        if (label[w] === root) continue;
        const e = neighbourEdges[j];
        if (slotOfEdge[e] >= 0 || isBlocked[w] === 1 || (!hasAllEdges && !surface.hasEdge(e))) continue;
        if (label[w] >= 0) root = this.joinSeeds(root, label[w]);
        else {
          label[w] = root;
          sides.addOpen(root, w, next);
        }
      }
    }
  }

  /** The regions behind the seeds; `label` becomes the region of each vertex. */
  private regions(tracer: ContourTracer, surface: CutSurface): Region[] {
    const { label, next, elements } = this;
    const { count, firstDone, firstOpen } = this.sides;
    const regions: Region[] = [];
    for (let seed = 0; seed < count; seed++) {
      if (elements.find(seed) !== seed) continue;
      const vertices: number[] = [];
      for (let v = firstDone[seed]; v >= 0; v = next[v]) vertices.push(v);
      for (let v = firstOpen[seed]; v >= 0; v = next[v]) vertices.push(v);
      for (let i = 0; i < vertices.length; i++) label[vertices[i]] = regions.length;
      regions.push({ vertices, isWhole: firstOpen[seed] < 0, contours: new Set() });
    }
    this.addContours(tracer, surface, regions);
    return regions;
  }

  private addContours(
    { nodeEdge, ends, contourOf }: ContourTracer,
    surface: CutSurface,
    regions: readonly Region[],
  ): void {
    const { label } = this;
    const { arcs } = surface;
    const vertexEnds = this.mesh.topology.edges;
    const lastContour = new Int32Array(regions.length).fill(-1);
    for (let j = 0; j < 2 * arcs.length; j++) {
      const arc = arcs[j >> 1];
      const node = ends[2 * arc + (j & 1)];
      const edge = nodeEdge[node];
      if (edge === NONE || !surface.isOwn(node)) continue;
      for (let i = 2 * edge; i < 2 * edge + 2; i++) {
        const region = label[vertexEnds[i]];
        // Consecutive pairs are mostly on one contour.
        if (region < 0 || lastContour[region] === contourOf[arc]) continue;
        lastContour[region] = contourOf[arc];
        regions[region].contours.add(contourOf[arc]);
      }
    }
  }

  /** The regions on both sides of each cut edge. */
  private pairsOf({ edges, start }: Cuts): RegionPairs {
    const { label } = this;
    const ends = this.mesh.topology.edges;
    const first = new Int32Array(edges.length);
    const second = new Int32Array(edges.length);
    const isOdd = new Uint8Array(edges.length);
    let count = 0;
    for (let i = 0; i < edges.length; i++) {
      first[count] = label[ends[2 * edges[i]]];
      second[count] = label[ends[2 * edges[i] + 1]];
      isOdd[count] = (start[i + 1] - start[i]) % 2;
      if (first[count] >= 0 && second[count] >= 0) count++;
    }
    return { count, first, second, isOdd };
  }
}

/** Sorts the piercings of one edge along it. */
function sortAlong(nodes: Int32Array, from: number, to: number, weight: Float64Array): void {
  nodes.subarray(from, to).sort((p, q) => weight[p] - weight[q] || p - q);
}
