// Velocity cones [Mezger §5.2]: for every node a cone that holds the directions in which its vertices move, and the longest way of one
// in the step. A vertex that rests has no direction and takes no part. Ways are velocity times Δt.
import { powerOfTwoBelow } from '../../core/math/power-of-two.ts';
import { Cones } from './cones.ts';
import type { DopTree } from './dop-tree.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Covers the roundings of a length. */
const UP = 1 + 2 ** -49;

export class VelocityCones {
  readonly cones: Cones;
  /** v̂Δt of each node: no vertex goes farther. */
  readonly ways: Float64Array;
  private readonly mesh: PolygonMesh;
  private readonly tree: DopTree;
  /** Direction and length of the way of each vertex; 0 for both where it rests. */
  private readonly units: Float64Array;
  private readonly lengths: Float64Array;

  constructor(mesh: PolygonMesh, tree: DopTree) {
    this.mesh = mesh;
    this.tree = tree;
    this.cones = new Cones(tree.nodeCount);
    this.ways = new Float64Array(tree.nodeCount);
    this.units = new Float64Array(3 * mesh.vertexCount);
    this.lengths = new Float64Array(mesh.vertexCount);
  }

  /** Ways of the vertices, the largest magnitude among their coordinates. */
  setWays(ways: Float64Array, largest: number): void {
    const { units, lengths } = this;
    // What vanishes in the square of a scaled length is below 2^-500 of the largest: the margin of the volumes has room for it.
    const scale = largest > 0 ? 1 / powerOfTwoBelow(largest) : 1;
    for (let v = 0; v < lengths.length; v++) {
      const x = ways[3 * v] * scale;
      const y = ways[3 * v + 1] * scale;
      const z = ways[3 * v + 2] * scale;
      const length = Math.sqrt(x * x + y * y + z * z);
      lengths[v] = (length * UP) / scale;
      const inverse = length === 0 ? 0 : 1 / length;
      units[3 * v] = x * inverse;
      units[3 * v + 1] = y * inverse;
      units[3 * v + 2] = z * inverse;
    }
  }

  setLeaf(node: number, face: number): void {
    const { start, corners } = this.mesh;
    const { lengths } = this;
    const end = start[face + 1];
    let most = 0;
    for (let c = start[face]; c < end; c++) if (lengths[corners[c]] > most) most = lengths[corners[c]];
    this.ways[node] = most;
    this.cones.setLeaf(node, this.units, corners, start[face], end);
  }

  /** Of a node whose children have theirs. */
  merge(node: number): void {
    const { link, childCount } = this.tree;
    const { ways } = this;
    const first = link[node];
    let most = 0;
    for (let child = first; child < first + childCount[node]; child++) if (ways[child] > most) most = ways[child];
    ways[node] = most;
    this.cones.merge(node, first, childCount[node]);
  }
}
