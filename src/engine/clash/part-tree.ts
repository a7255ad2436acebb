// A box tree over the faces of one part, built once and refitted to every instant: the distance of
// a point from the part, and the faces that a segment may go through. Few questions are asked at an
// instant, and most are about one region. So a refit fits the boxes of clusters of faces and those
// above them; the boxes within a cluster are fitted when a question first enters it. The tree is
// built here; kernels/part-tree.ts refits it and answers the questions.
import { PartTreeCluster, PartTreeNode, PartTreeTable } from '../../core/wasm/clash.generated.ts';
import type { ClashMemory } from './clash-memory.ts';

/** The maximum number of faces of a leaf. */
const LEAF_FACES = 4;

/** The maximum number of faces of a cluster. */
const CLUSTER_FACES = 32;

/** Positions of the vertices, the middles of caps, and two points of a query. */
export interface SolidPositions {
  /** The coordinates of all of them. */
  readonly x: Float64Array;
  /** The offset of two free points at the end. */
  readonly free: number;
  /** The memory of the kernels. */
  readonly memory: ClashMemory;
  /** Where the coordinates are in it, but for the free points. */
  readonly pointer: number;
}

/** Which triangles of a tree count; by default all. */
export interface AskedTriangles {
  /** A byte per triangle: 1 if it counts. */
  readonly asked?: Uint8Array;
  /** Three numbers per triangle: those whose normal looks along `PartTree.along` do not count. */
  readonly normals?: Float64Array;
}

/** A box tree over triangles, given by offsets of their corners in an array of coordinates. */
export class PartTree {
  private readonly positions: SolidPositions;
  private readonly block: number;
  private readonly table: PartTreeTable;
  /** Where triangles along a segment are listed. */
  private readonly list: number;

  /** `corners` are three offsets per triangle. */
  constructor(corners: Uint32Array, positions: SolidPositions, { asked, normals }: AskedTriangles = {}) {
    this.positions = positions;
    const { memory, pointer } = positions;
    const { space } = memory;
    const { order, leafCorners, points, nodes, clusters } = new PartTreeShape(corners, positions.x);
    const count = order.length;
    const { HINTS, STACK_NODES, STACK_NODE_BYTES } = space.kernels;
    const columns: readonly (Uint32Array | Float64Array | Uint8Array)[] = [
      Uint32Array.from(nodes),
      Uint32Array.from(clusters),
      order,
      corners,
      leafCorners,
      points,
      normals ?? new Float64Array(0),
      asked ?? new Uint8Array(0),
      new Uint32Array(count),
      new Uint8Array(STACK_NODES.value * STACK_NODE_BYTES.value),
      new Uint32Array(HINTS.value).fill(NO_TRIANGLE),
    ];
    const starts = startsOf(columns);
    this.block = memory.allocate(starts[columns.length]);
    columns.forEach((column, i) => {
      const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
      space.u8(this.block + starts[i], bytes.length).set(bytes);
    });
    const at = starts.map((start) => this.block + start);
    const table = new PartTreeTable(space, this.block);
    table.positions = pointer;
    [table.nodes, table.clusters, table.order, table.corners, table.leafCorners, table.points] = at;
    table.normals = normals ? at[6] : 0;
    table.asked = asked ? at[7] : 0;
    [this.list, table.stack, table.hints] = at.slice(8);
    table.clusterCount = clusters.length / CLUSTER_WORDS;
    this.table = table;
    this.refit();
  }

  /** Fits the boxes to the present positions. */
  refit(): void {
    this.positions.memory.space.kernels.refitPartTree(this.table.address);
  }

  /** Triangles whose normals look this way do not count, if there are normals. */
  along(x: number, y: number, z: number): void {
    const { table } = this;
    table.alongX = x;
    table.alongY = y;
    table.alongZ = z;
  }

  /** The triangle that the last call of `distanceSquared` found; −1 if it found none. */
  get nearest(): number {
    return this.table.nearest;
  }

  /**
   * The squared distance of a point from the nearest triangle that counts, if that is less than
   * `most`; else `most`. The search ends as soon as a triangle is nearer than `enough`.
   */
  distanceSquared(px: number, py: number, pz: number, most: number, enough: number): number {
    return this.positions.memory.space.kernels.squaredDistance(this.table.address, px, py, pz, most, enough);
  }

  /**
   * The squared distance of a point from the nearest triangle that counts; if that is less than
   * `enough`, perhaps more than it, but less than `enough`, too. Triangles that were nearest to
   * other points are tried first.
   */
  squaredUnless(px: number, py: number, pz: number, enough: number): number {
    return this.positions.memory.space.kernels.squaredUnless(this.table.address, px, py, pz, enough);
  }

  /** The squared distance of a point from one triangle. */
  squaredFrom(px: number, py: number, pz: number, triangle: number): number {
    return this.positions.memory.space.kernels.squaredFromTriangle(this.table.address, px, py, pz, triangle);
  }

  /**
   * The triangles whose box the segment between the points at the offsets p and q may meet. Boxes
   * are widened, so that rounding loses none.
   */
  alongSegment(p: number, q: number): Uint32Array {
    const { table, list } = this;
    const { x, memory } = this.positions;
    table.fromX = x[p];
    table.fromY = x[p + 1];
    table.fromZ = x[p + 2];
    table.toX = x[q];
    table.toY = x[q + 1];
    table.toZ = x[q + 2];
    return memory.space.u32(list, memory.space.kernels.trianglesAlong(table.address, list));
  }

  /** Whether a point is in the box around all triangles. */
  boxContains(px: number, py: number, pz: number): boolean {
    const { minX, minY, minZ, maxX, maxY, maxZ } = this.root;
    return px >= minX && px <= maxX && py >= minY && py <= maxY && pz >= minZ && pz <= maxZ;
  }

  /** The sum of the extents of the box around all triangles. */
  get extent(): number {
    const { minX, minY, minZ, maxX, maxY, maxZ } = this.root;
    return maxX - minX + maxY - minY + maxZ - minZ;
  }

  /** Releases the memory of the tree. */
  dispose(): void {
    this.positions.memory.release(this.block);
  }

  private get root(): PartTreeNode {
    return new PartTreeNode(this.positions.memory.space, this.table.nodes);
  }
}

/** 32-bit words of a node: its box, then its triangles, its second child and its cluster. */
const NODE_WORDS = PartTreeNode.BYTES / 4;
const NODE_START = 12;
const NODE_END = 13;
const NODE_SECOND = 14;
const NODE_CLUSTER = 15;
/** 32-bit words of a cluster, in the order of its fields. */
const CLUSTER_WORDS = PartTreeCluster.BYTES / 4;
const CLUSTER_END = 1;
const CLUSTER_FIRST_POINT = 2;
const CLUSTER_LAST_POINT = 3;
/** −1 as a u32: no cluster, no triangle. */
const NO_CLUSTER = 0xffffffff;
const NO_TRIANGLE = 0xffffffff;

/** Where each column starts in a block that begins with the table; then, where the block ends. */
function startsOf(columns: readonly { readonly byteLength: number }[]): number[] {
  const starts: number[] = [];
  let end = PartTreeTable.BYTES;
  for (const { byteLength } of columns) {
    starts.push(16 * Math.ceil(end / 16));
    end = starts[starts.length - 1] + byteLength;
  }
  return [...starts, end];
}

/** The nodes and clusters of a tree while it is built. */
class PartTreeShape {
  /** Triangles in the order of the leaves. */
  readonly order: Uint32Array;
  /** The corners of these triangles, in the same order. */
  readonly leafCorners: Uint32Array;
  /** The vertices of all clusters, of each cluster once. */
  readonly points: Uint32Array;
  /** The words of all nodes. */
  readonly nodes: number[] = [];
  /** The words of all clusters. */
  readonly clusters: number[] = [];

  constructor(corners: Uint32Array, x: Float64Array) {
    const count = corners.length / 3;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    this.build(0, count, centresOf(corners, x), false);
    this.leafCorners = new Uint32Array(corners.length);
    for (let i = 0; i < corners.length; i++) this.leafCorners[i] = corners[3 * this.order[(i / 3) | 0] + (i % 3)];
    this.points = this.listPoints();
  }

  private build(from: number, to: number, centres: Float64Array, isInCluster: boolean): void {
    const { order, nodes, clusters } = this;
    const node = nodes.length;
    for (let i = 0; i < NODE_WORDS; i++) nodes.push(0);
    nodes[node + NODE_START] = from;
    nodes[node + NODE_END] = to;
    const isCluster = !isInCluster && to - from <= CLUSTER_FACES;
    const cluster = clusters.length;
    nodes[node + NODE_CLUSTER] = isCluster ? cluster / CLUSTER_WORDS : NO_CLUSTER;
    if (isCluster) clusters.push(node / NODE_WORDS, 0, 0, 0, 0);
    if (to - from > LEAF_FACES) {
      const axis = widestAxis(order, from, to, centres);
      order.subarray(from, to).sort((i, j) => centres[3 * i + axis] - centres[3 * j + axis] || i - j);
      const middle = (from + to) >> 1;
      this.build(from, middle, centres, isInCluster || isCluster);
      nodes[node + NODE_SECOND] = nodes.length / NODE_WORDS;
      this.build(middle, to, centres, isInCluster || isCluster);
    }
    if (isCluster) clusters[cluster + CLUSTER_END] = nodes.length / NODE_WORDS;
  }

  /** Lists the vertices of all clusters. */
  private listPoints(): Uint32Array {
    const { leafCorners, nodes, clusters } = this;
    const points = new Uint32Array(leafCorners.length);
    let count = 0;
    for (let i = 0; i < clusters.length; i += CLUSTER_WORDS) {
      const root = NODE_WORDS * clusters[i];
      const own = leafCorners.slice(3 * nodes[root + NODE_START], 3 * nodes[root + NODE_END]).sort();
      clusters[i + CLUSTER_FIRST_POINT] = count;
      for (let j = 0; j < own.length; j++) if (j === 0 || own[j] !== own[j - 1]) points[count++] = own[j];
      clusters[i + CLUSTER_LAST_POINT] = count;
    }
    return points.slice(0, count);
  }
}

function centresOf(corners: Uint32Array, x: Float64Array): Float64Array {
  const centres = new Float64Array(corners.length);
  for (let i = 0; i < corners.length; i += 3)
    for (let k = 0; k < 3; k++) centres[i + k] = x[corners[i] + k] + x[corners[i + 1] + k] + x[corners[i + 2] + k];
  return centres;
}

function widestAxis(order: Uint32Array, from: number, to: number, centres: Float64Array): number {
  let widest = -1;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = from; i < to; i++) {
      const c = centres[3 * order[i] + k];
      if (c < least) least = c;
      if (c > most) most = c;
    }
    if (most - least > widest) {
      widest = most - least;
      axis = k;
    }
  }
  return axis;
}
