// A box tree over the faces of one part, built once and refitted to every instant: the distance of
// a point from the part, and the faces that a segment may go through. Few questions are asked at an
// instant, and most are about one region. So a refit fits the boxes of clusters of faces and those
// above them; the boxes within a cluster are fitted when a question first enters it. The work is
// done by kernels: part-tree-build.ts builds the tree, part-tree.ts refits it and answers.
import { PartTreeCluster, PartTreeNode, PartTreeTable } from '../../core/wasm/clash.generated.ts';
import type { ClashMemory } from './clash-memory.ts';

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
    const { kernels } = space;
    const count = corners.length / 3;
    const bytes = [
      kernels.countPartNodes(count) * PartTreeNode.BYTES,
      kernels.countPartClusters(count) * PartTreeCluster.BYTES,
      4 * count,
      corners.byteLength,
      corners.byteLength,
      corners.byteLength,
      normals?.byteLength ?? 0,
      asked?.byteLength ?? 0,
      4 * count,
      kernels.STACK_NODES.value * kernels.STACK_NODE_BYTES.value,
      4 * kernels.HINTS.value,
    ];
    const starts = startsOf(bytes);
    this.block = memory.allocate(starts[bytes.length]);
    const at = starts.map((start) => this.block + start);
    const table = new PartTreeTable(space, this.block);
    table.positions = pointer;
    [table.nodes, table.clusters, table.order, table.corners, table.leafCorners, table.points] = at;
    space.u32(table.corners, corners.length).set(corners);
    table.normals = normals ? at[6] : 0;
    if (normals) space.bytes.set(bytesOf(normals), at[6]);
    table.asked = asked ? at[7] : 0;
    if (asked) space.bytes.set(asked, at[7]);
    [this.list, table.stack, table.hints] = at.slice(8);
    space.u32(table.hints, kernels.HINTS.value).fill(NO_TRIANGLE);
    table.centres = memory.allocate(corners.byteLength + 16);
    kernels.buildPartTree(table.address, count);
    memory.release(table.centres);
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

/** −1 as a u32: no triangle. */
const NO_TRIANGLE = 0xffffffff;

/** Where each column starts in a block that begins with the table; then, where the block ends. */
function startsOf(columns: readonly number[]): number[] {
  const starts: number[] = [];
  let end = PartTreeTable.BYTES;
  for (const bytes of columns) {
    starts.push(16 * Math.ceil(end / 16));
    end = starts[starts.length - 1] + bytes;
  }
  return [...starts, end];
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
