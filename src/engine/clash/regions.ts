// The regions that contours cut off a surface. Edges that a contour pierces are cut; vertices that
// are joined by other edges, or through the inside of a crossed face (face-cells.ts), are in one
// region. kernels/regions.ts grows the regions.
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { RegionTable } from '../../core/wasm/clash.generated.ts';
import type { ContourTracer } from '../contours.ts';
import type { ClashMemory } from './clash-memory.ts';
import { FaceCells } from './face-cells.ts';
import type { Pieces } from './parts.ts';

/** A connected set of vertices of one part. */
export interface Region {
  /** Its vertices; those found so far if it is not whole. */
  vertices: Uint32Array;
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
  /** The part. */
  readonly part: number;
  /** Pairs of faces on the contours that cut. */
  readonly arcs: Int32Array;
  /** Columns with the faces of the surface in each pair: one, or two if the parts are the same. */
  readonly faces: readonly Uint32Array[];
  /** Whether a node is a piercing of an edge of the surface. */
  isOwn(node: number): boolean;
}

/** The piercings of the edges of a surface, sorted along each edge. */
export interface Cuts {
  /** Edges with piercings. */
  readonly edges: Uint32Array;
  /** The piercings of `edges[i]` are `nodes` from `start[i]` to `start[i + 1]`. */
  readonly start: Int32Array;
  /** Node ids. */
  readonly nodes: Int32Array;
}

/** Bytes of the columns of a table that have a row per seed; `open` has two rows per cut, too. */
const SEED_COLUMNS = ['firstDone', 'lastDone', 'firstOpen', 'lastOpen', 'size', 'active', 'growing', 'open'] as const;

/** Finds regions; all memory is reused. */
export class RegionFinder {
  private readonly mesh: TriMesh;
  private readonly areJoined: boolean;
  private readonly memory: ClashMemory;
  private readonly table: RegionTable;
  /** The columns for cuts, and how many edges may be cut. */
  private block = 0;
  private capacity = 0;
  private readonly blocked: number[] = [];
  /** The last call that has seen each node, and the number of calls. */
  private seenAt: Uint32Array = new Uint32Array(0);
  private callCount = 0;
  private lastCuts: Cuts | null = null;
  private readonly cells: FaceCells;

  constructor(mesh: TriMesh, partOfFace: Uint32Array, { areJoined }: Pieces, memory: ClashMemory) {
    this.mesh = mesh;
    this.areJoined = areJoined;
    this.memory = memory;
    const { space } = memory;
    const { edges, edgeCount, edgeFaceStart, edgeFaces } = mesh.topology;
    const table = new RegionTable(space, memory.allocate(RegionTable.BYTES));
    this.table = table;
    const column = (words: number, fill: ArrayLike<number> | -1): number => {
      const pointer = memory.allocate(4 * words);
      if (fill === -1) space.i32(pointer, words).fill(-1);
      else space.u32(pointer, fill.length).set(fill);
      return pointer;
    };
    table.edges = column(2 * edgeCount, edges);
    const { start, neighbours, neighbourEdges } = neighboursOf(mesh);
    table.neighbourStart = column(start.length, start);
    table.neighbours = column(2 * edgeCount, neighbours);
    table.neighbourEdges = column(2 * edgeCount, neighbourEdges);
    table.cutOfEdge = column(edgeCount, -1);
    table.isBlocked = memory.allocate(mesh.vertexCount);
    table.label = column(mesh.vertexCount, -1);
    table.next = column(mesh.vertexCount, -1);
    table.vertices = column(mesh.vertexCount, -1);
    if (areJoined) {
      table.edgeFaceStart = column(edgeCount + 1, edgeFaceStart);
      table.edgeFaces = column(edgeFaces.length, edgeFaces);
      table.partOfFace = column(mesh.faceCount, partOfFace);
    }
    this.cells = new FaceCells(mesh, memory.space, table);
  }

  /** The region of a vertex, as an index into the regions found last; −1 if it was not reached. */
  regionOf(vertex: number): number {
    return this.memory.space.ints[this.table.label / 4 + vertex];
  }

  /**
   * Finds the regions of a surface. Call `clear` when they are no longer needed, and before the
   * next surface.
   */
  find(tracer: ContourTracer, surface: CutSurface): FoundRegions {
    const { table, memory } = this;
    this.reserve(Math.max(1, 2 * surface.arcs.length));
    table.part = this.areJoined ? surface.part : -1;
    const cuts = this.collectCuts(tracer, surface);
    memory.space.kernels.plantSeeds(table.address);
    this.cells.join(tracer, surface, cuts);
    memory.space.kernels.growRegions(table.address);
    const regions = this.regions();
    this.addContours(tracer, surface, regions);
    return { regions, pairs: this.pairsOf(cuts) };
  }

  /** Finds the rest of a region whose growth was stopped. */
  complete(region: Region, index: number): void {
    if (region.isWhole) return;
    const { space } = this.memory;
    const { vertices, address } = this.table;
    const { length } = region.vertices;
    space.u32(vertices, length).set(region.vertices);
    region.vertices = space.u32(vertices, space.kernels.completeRegion(address, index, length)).slice();
    region.isWhole = true;
  }

  /** Forgets the regions. */
  clear(regions: readonly Region[]): void {
    const { blocked, lastCuts, table } = this;
    const { ints, bytes } = this.memory.space;
    const label = table.label / 4;
    for (let i = 0; i < regions.length; i++) {
      const { vertices } = regions[i];
      for (let j = 0; j < vertices.length; j++) ints[label + vertices[j]] = -1;
    }
    for (let i = 0; i < blocked.length; i++) bytes[table.isBlocked + blocked[i]] = 0;
    blocked.length = 0;
    if (lastCuts === null) return;
    const { edges } = lastCuts;
    for (let i = 0; i < edges.length; i++) ints[table.cutOfEdge / 4 + edges[i]] = -1;
    this.lastCuts = null;
  }

  /** Makes room for this many piercings, each perhaps of an edge of its own. */
  private reserve(count: number): void {
    if (count <= this.capacity) return;
    const { table, memory } = this;
    if (this.capacity > 0) memory.release(this.block);
    this.capacity = 2 * count;
    const seeds = 2 * this.capacity;
    // Every piercing may begin a stretch, which is an element behind the seeds.
    const words = [this.capacity, seeds + this.capacity, ...SEED_COLUMNS.map(() => seeds), seeds + 1, seeds / 4];
    this.block = memory.allocate(4 * words.reduce((sum, count) => sum + count, 0));
    const at: number[] = [];
    let end = this.block;
    for (const count of words) {
      at.push(end);
      end += 4 * count;
    }
    [table.cuts, table.parent] = at;
    SEED_COLUMNS.forEach((name, i) => {
      table[name] = at[2 + i];
    });
    [table.regionStart, table.isWhole] = at.slice(-2);
  }

  private collectCuts({ ends, nodeEdge, nodeFace, nodeWeight, nodeCount }: ContourTracer, surface: CutSurface): Cuts {
    const { blocked, table } = this;
    const { ints, bytes } = this.memory.space;
    const cutOfEdge = table.cutOfEdge / 4;
    if (this.seenAt.length < nodeCount) this.seenAt = new Uint32Array(2 * nodeCount);
    const { seenAt } = this;
    const call = ++this.callCount;
    const { arcs } = surface;
    const own = new Int32Array(2 * arcs.length);
    const edges = this.memory.space.u32(table.cuts, this.capacity);
    const counts: number[] = [];
    let ownCount = 0;
    for (let j = 0; j < 2 * arcs.length; j++) {
      const node = ends[2 * arcs[j >> 1] + (j & 1)];
      if (seenAt[node] === call) continue;
      seenAt[node] = call;
      const edge = nodeEdge[node];
      if (edge === NONE) {
        bytes[table.isBlocked + nodeFace[node]] = 1;
        blocked.push(nodeFace[node]);
        continue;
      }
      if (!surface.isOwn(node)) continue;
      own[ownCount++] = node;
      if (ints[cutOfEdge + edge] < 0) {
        ints[cutOfEdge + edge] = counts.length;
        edges[counts.length] = edge;
        counts.push(0);
      }
      counts[ints[cutOfEdge + edge]]++;
    }
    table.cutCount = counts.length;
    const start = new Int32Array(counts.length + 1);
    for (let i = 0; i < counts.length; i++) start[i + 1] = start[i] + counts[i];
    const fill = start.slice();
    const nodes = new Int32Array(ownCount);
    for (let i = 0; i < ownCount; i++) nodes[fill[ints[cutOfEdge + nodeEdge[own[i]]]]++] = own[i];
    for (let i = 0; i < counts.length; i++) if (counts[i] > 1) sortAlong(nodes, start[i], start[i + 1], nodeWeight);
    this.lastCuts = { edges: edges.slice(0, counts.length), start, nodes };
    return this.lastCuts;
  }

  /** The regions that the kernel has listed. */
  private regions(): Region[] {
    const { table } = this;
    const { space } = this.memory;
    const { regionCount } = table;
    const start = space.u32(table.regionStart, regionCount + 1);
    const isWhole = space.u8(table.isWhole, regionCount);
    const all = space.u32(table.vertices, start[regionCount]);
    const regions: Region[] = [];
    for (let i = 0; i < regionCount; i++)
      regions.push({ vertices: all.slice(start[i], start[i + 1]), isWhole: isWhole[i] === 1, contours: new Set() });
    return regions;
  }

  private addContours(
    { nodeEdge, ends, contourOf }: ContourTracer,
    surface: CutSurface,
    regions: readonly Region[],
  ): void {
    const { ints } = this.memory.space;
    const label = this.table.label / 4;
    const { arcs } = surface;
    const vertexEnds = this.mesh.topology.edges;
    const lastContour = new Int32Array(regions.length).fill(-1);
    for (let j = 0; j < 2 * arcs.length; j++) {
      const arc = arcs[j >> 1];
      const node = ends[2 * arc + (j & 1)];
      const edge = nodeEdge[node];
      if (edge === NONE || !surface.isOwn(node)) continue;
      for (let i = 2 * edge; i < 2 * edge + 2; i++) {
        const region = ints[label + vertexEnds[i]];
        // Consecutive pairs are mostly on one contour.
        if (region < 0 || lastContour[region] === contourOf[arc]) continue;
        lastContour[region] = contourOf[arc];
        regions[region].contours.add(contourOf[arc]);
      }
    }
  }

  /** The regions on both sides of each cut edge. */
  private pairsOf({ edges, start }: Cuts): RegionPairs {
    const { ints } = this.memory.space;
    const label = this.table.label / 4;
    const ends = this.mesh.topology.edges;
    const first = new Int32Array(edges.length);
    const second = new Int32Array(edges.length);
    const isOdd = new Uint8Array(edges.length);
    let count = 0;
    for (let i = 0; i < edges.length; i++) {
      first[count] = ints[label + ends[2 * edges[i]]];
      second[count] = ints[label + ends[2 * edges[i] + 1]];
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

/** The neighbours of all vertices, with the edges that lead to them. */
interface Neighbours {
  /** Where the neighbours of each vertex start. */
  readonly start: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly neighbourEdges: Uint32Array;
}

function neighboursOf({ vertexCount, topology: { edges, edgeCount } }: TriMesh): Neighbours {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < 2 * edgeCount; i++) start[edges[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const fill = start.slice();
  const neighbours = new Uint32Array(2 * edgeCount);
  const neighbourEdges = new Uint32Array(2 * edgeCount);
  for (let i = 0; i < 2 * edgeCount; i++) {
    const slot = fill[edges[i]]++;
    neighbours[slot] = edges[i ^ 1];
    neighbourEdges[slot] = i >> 1;
  }
  return { start, neighbours, neighbourEdges };
}
