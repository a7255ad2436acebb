// The k-DOPs of all nodes [Mezger §3, §4.1], bottom-up: leaves from their vertices, parents from
// their children. A leaf is inflated by half of the query distance and by the displacements of its
// vertices in the step. Parents hold their children.
// Departs from the paper: it inflates every node by the node's own cone (`'oriented-nodes'` here).
// That is never tighter than the volume around inflated children.
//
// Safe direction: volumes are rounded outwards. With u = 2^-53, a projection is off by at most 6u
// and a sum by u of at most three times the largest coordinate L. Every volume is inflated by
// another 2^-48 L = 32u L, so faces within the distance always have volumes that touch.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { Directions } from './directions.ts';
import type { DopTree } from './dop-tree.ts';
import { orientedReach, unorientedReach } from './oriented-reach.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { VelocityCones } from './velocity-cones.ts';
import { VertexSlabs } from './vertex-slabs.ts';

/**
 * How volumes cover the step ahead. `'oriented'`: by the velocity cone of each leaf.
 * `'oriented-nodes'`: by that of each node, as in the paper. `'unoriented'`: by the largest
 * displacement of a leaf, to all sides. `'swept'`: around both ends of the step.
 */
export type Inflation = 'oriented' | 'oriented-nodes' | 'unoriented' | 'swept';

/**
 * Inflation of every volume, as a fraction of the largest coordinates: covers the rounding
 * described above.
 */
const PROJECTION_ERROR = 2 ** -48;
/** Factor that covers the rounding of the product with the offset. */
const OFFSET_ROUND_UP = 1 + 2 ** -50;

/** The input of an update. */
export interface DopInput {
  /** Positions for which the volumes are made. */
  readonly positions: Positions;
  /**
   * Displacement of every vertex in the step, three numbers each; null for a query at one instant.
   */
  readonly displacements: Float64Array | null;
  /** Inflation to all sides: half of the query distance, and the budget of the lazy update. */
  readonly offset: number;
  /** The largest magnitude of a coordinate. */
  readonly largest: number;
  /** The largest magnitude of a coordinate of a displacement. */
  readonly largestDisplacement: number;
  /** A byte per vertex: 1 if its volumes have to be renewed. Null: all have to be. */
  readonly isMoved: Uint8Array | null;
}

/** One volume per node of a tree. */
export class DopBounds {
  /** Lower and upper bound along each direction, `stride` numbers per node. */
  readonly rows: Float64Array;
  /** Numbers per volume: two per direction. */
  readonly stride: number;
  /** The longest side of every inner node. */
  readonly longest: Float64Array;
  /** A byte per node: 1 if the last update renewed it. */
  readonly isRenewed: Uint8Array;
  /** Number of nodes that the last update renewed. */
  renewedCount = 0;
  private readonly mesh: PolygonMesh;
  private readonly tree: DopTree;
  private readonly directions: Directions;
  private readonly inflation: Inflation;
  private readonly slabs: VertexSlabs;
  /** Velocity cones; null for swept volumes, which need none. */
  private readonly cones: VelocityCones | null;
  /** Volumes before inflation, if every node is inflated; else the same array as `rows`. */
  private readonly tight: Float64Array;
  /**
   * How far the current node reaches beyond its vertices, backward and forward along each
   * direction.
   */
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
    this.slabs = new VertexSlabs(mesh, directions, inflation === 'swept');
    this.cones = inflation === 'swept' ? null : new VelocityCones(mesh, tree);
    this.reach = new Float64Array(2 * directions.count);
  }

  /** Renews volumes, from the leaves up. */
  update({ positions, displacements, offset, largest, largestDisplacement, isMoved }: DopInput): void {
    const { link, nodeCount } = this.tree;
    const { isRenewed } = this;
    const cones = displacements !== null && largestDisplacement > 0 ? this.cones : null;
    const margin = offset * OFFSET_ROUND_UP + PROJECTION_ERROR * (largest + largestDisplacement) + 2 * Number.MIN_VALUE;
    this.slabs.update(positions, displacements, isMoved);
    if (displacements !== null) cones?.setDisplacements(displacements, largestDisplacement);
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
    this.slabs.surround(face, this.tight, this.stride * node);
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

  /** Sets `reach` for a node. */
  private setReach(node: number, cones: VelocityCones): void {
    if (this.inflation !== 'unoriented') orientedReach(cones, node, this.directions, this.reach);
    else unorientedReach(cones.maxDisplacements[node], this.directions.lengths, this.reach);
  }

  /** Sets the volume of a node to that around its children. */
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

  /** Inflates the volume of a node by the margin and its reach. */
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
