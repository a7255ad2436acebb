// The k-DOPs of all nodes [Mezger §3, §4.1]: bottom-up, leaves from their vertices, parents from their children. A leaf is inflated by
// half of the distance asked for and by what its vertices do in the step; parents then hold what their leaves do.
// Departs from the paper: it inflates every node by the node's own cone (`'oriented-nodes'` here), which is never tighter than the
// volume around inflated children.
//
// Outward safety: a projection is off by at most 6u and a sum by u of at most three times the largest coordinate L, u = 2^-53. Every
// volume gets 2^-48 L = 32u L more, so that faces within the distance always have volumes that touch.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { Directions } from './directions.ts';
import type { DopTree } from './dop-tree.ts';
import { orientedReach, unorientedReach } from './inflate.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { VelocityCones } from './velocity-cones.ts';
import { VertexSlabs } from './vertex-slabs.ts';

/**
 * How volumes reach ahead: `'oriented'` by the velocity cone of each leaf; `'oriented-nodes'` by that of each node, as printed;
 * `'unoriented'` by the longest way of a leaf to all sides; `'swept'` around where its vertices are and will be.
 */
export type Inflation = 'oriented' | 'oriented-nodes' | 'unoriented' | 'swept';

const ROUNDING = 2 ** -48;
const UP = 1 + 2 ** -50;

/** What the volumes are made for. */
export interface Volumes {
  readonly positions: Positions;
  /** Where every vertex goes in the step, three numbers each; null where nothing is asked about it. */
  readonly ways: Float64Array | null;
  /** How far volumes reach anyway: half of the distance, and the budget of the lazy update. */
  readonly offset: number;
  /** The largest magnitude of a coordinate, and of a coordinate of a way. */
  readonly largest: number;
  readonly largestWay: number;
  /** 1 for vertices whose volumes are to be renewed, null for all. */
  readonly isMoved: Uint8Array | null;
}

export class DopBounds {
  /** Lower and upper bound along each direction, 2·count numbers a node. */
  readonly rows: Float64Array;
  readonly stride: number;
  /** The longest side of inner nodes. */
  readonly longest: Float64Array;
  /** 1 for nodes that the last update renewed, and how many these are. */
  readonly isRenewed: Uint8Array;
  renewedCount = 0;
  private readonly mesh: PolygonMesh;
  private readonly tree: DopTree;
  private readonly directions: Directions;
  private readonly inflation: Inflation;
  private readonly slabs: VertexSlabs;
  /** Swept volumes need none. */
  private readonly cones: VelocityCones | null;
  /** Volumes before inflation, where every node has its own; else the same array as `rows`. */
  private readonly tight: Float64Array;
  /** Of the node at hand, beyond its vertices; backward and forward. */
  private readonly reach: Float64Array;

  constructor(mesh: PolygonMesh, tree: DopTree, directions: Directions, inflation: Inflation) {
    const { nodeCount } = tree;
    this.mesh = mesh;
    this.tree = tree;
    this.directions = directions;
    this.inflation = inflation;
    this.stride = 2 * directions.count;
    this.rows = new Float64Array(this.stride * nodeCount);
    this.tight = inflation === 'oriented-nodes' ? new Float64Array(this.rows.length) : this.rows;
    this.longest = new Float64Array(nodeCount);
    this.isRenewed = new Uint8Array(nodeCount);
    this.slabs = new VertexSlabs(mesh.vertexCount, directions, inflation === 'swept');
    this.cones = inflation === 'swept' ? null : new VelocityCones(mesh, tree);
    this.reach = new Float64Array(2 * directions.count);
  }

  update({ positions, ways, offset, largest, largestWay, isMoved }: Volumes): void {
    const { link, nodeCount } = this.tree;
    const { isRenewed } = this;
    const cones = ways !== null && largestWay > 0 ? this.cones : null;
    const margin = offset * UP + ROUNDING * (largest + largestWay) + 2 * Number.MIN_VALUE;
    this.slabs.update(positions, ways, isMoved);
    if (ways !== null) cones?.setWays(ways, largestWay);
    this.reach.fill(0);
    this.renewedCount = 0;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const isLeaf = link[node] < 0;
      const isStale = isMoved === null || (isLeaf ? this.isFaceMoved(~link[node], isMoved) : this.isChildRenewed(node));
      isRenewed[node] = isStale ? 1 : 0;
      if (!isStale) continue;
      this.renewedCount++;
      if (isLeaf) this.renewLeaf(node, margin, cones);
      else this.renewParent(node, margin, cones);
    }
  }

  private isFaceMoved(face: number, isMoved: Uint8Array): boolean {
    const { start, corners } = this.mesh;
    for (let c = start[face]; c < start[face + 1]; c++) if (isMoved[corners[c]] === 1) return true;
    return false;
  }

  private isChildRenewed(node: number): boolean {
    const first = this.tree.link[node];
    const end = first + this.tree.childCount[node];
    for (let child = first; child < end; child++) if (this.isRenewed[child] === 1) return true;
    return false;
  }

  private renewLeaf(node: number, margin: number, cones: VelocityCones | null): void {
    const face = ~this.tree.link[node];
    this.surround(node, face);
    if (cones !== null) {
      cones.setLeaf(node, face);
      this.setReach(node, cones);
    }
    this.inflate(node, margin);
  }

  private renewParent(node: number, margin: number, cones: VelocityCones | null): void {
    this.unite(node);
    if (this.tight !== this.rows) {
      if (cones !== null) {
        cones.merge(node);
        this.setReach(node, cones);
      }
      this.inflate(node, margin);
    }
    this.longest[node] = this.longestSide(node);
  }

  private setReach(node: number, cones: VelocityCones): void {
    if (this.inflation !== 'unoriented') orientedReach(cones, node, this.directions, this.reach);
    else unorientedReach(cones.ways[node], this.directions.lengths, this.reach);
  }

  /** The volume around the vertices of a face. */
  private surround(node: number, face: number): void {
    const { tight } = this;
    const { start, corners } = this.mesh;
    const { least, greatest } = this.slabs;
    const { count } = this.directions;
    const from = start[face];
    const end = start[face + 1];
    const a = count * corners[from];
    const b = count * corners[from + 1];
    const c = count * corners[from + 2];
    for (let i = 0, at = 2 * count * node; i < count; i++, at += 2) {
      let low = least[a + i];
      let high = greatest[a + i];
      if (least[b + i] < low) low = least[b + i];
      if (greatest[b + i] > high) high = greatest[b + i];
      if (least[c + i] < low) low = least[c + i];
      if (greatest[c + i] > high) high = greatest[c + i];
      for (let d = from + 3; d < end; d++) {
        const vertex = count * corners[d] + i;
        if (least[vertex] < low) low = least[vertex];
        if (greatest[vertex] > high) high = greatest[vertex];
      }
      tight[at] = low;
      tight[at + 1] = high;
    }
  }

  private unite(node: number): void {
    const { tight, stride } = this;
    const first = stride * this.tree.link[node];
    const end = first + stride * this.tree.childCount[node];
    for (let i = 0, at = stride * node; i < stride; i += 2) {
      let low = tight[first + i];
      let high = tight[first + i + 1];
      for (let child = first + stride + i; child < end; child += stride) {
        if (tight[child] < low) low = tight[child];
        if (tight[child + 1] > high) high = tight[child + 1];
      }
      tight[at + i] = low;
      tight[at + i + 1] = high;
    }
  }

  private inflate(node: number, margin: number): void {
    const { rows, tight, reach } = this;
    const { count, lengths } = this.directions;
    const row = 2 * count * node;
    for (let i = 0; i < count; i++) {
      const more = margin * lengths[i];
      rows[row + 2 * i] = tight[row + 2 * i] - (more + reach[2 * i]);
      rows[row + 2 * i + 1] = tight[row + 2 * i + 1] + (more + reach[2 * i + 1]);
    }
  }

  private longestSide(node: number): number {
    const { rows } = this;
    const { count, lengths } = this.directions;
    const row = 2 * count * node;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const side = (rows[row + 2 * i + 1] - rows[row + 2 * i]) / lengths[i];
      if (side > most) most = side;
    }
    return most;
  }
}
