// Velocity cones [Mezger §5.2]: for every node a cone that holds the directions in which its
// vertices move, and their largest displacement in the step, velocity times Δt. A vertex at rest
// has no direction and is ignored.
import { powerOfTwoBelow } from '../../core/math/power-of-two.ts';
import { DirectionCones } from './direction-cones.ts';
import type { DopTree } from './dop-tree.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Factor that covers the rounding of a length. */
const LENGTH_ROUND_UP = 1 + 2 ** -49;

/** A velocity cone per node. */
export class VelocityCones {
  /** The directions of motion. */
  readonly cones: DirectionCones;
  /** v̂Δt of each node: no vertex below it moves farther. */
  readonly maxDisplacements: Float64Array;
  private readonly mesh: PolygonMesh;
  private readonly tree: DopTree;
  /** Direction of the displacement of each vertex, three numbers; 0 at rest. */
  private readonly units: Float64Array;
  /** Length of the displacement of each vertex, rounded up; 0 at rest. */
  private readonly lengths: Float64Array;

  constructor(mesh: PolygonMesh, tree: DopTree) {
    this.mesh = mesh;
    this.tree = tree;
    this.cones = new DirectionCones(tree.nodeCount);
    this.maxDisplacements = new Float64Array(tree.nodeCount);
    this.units = new Float64Array(3 * mesh.vertexCount);
    this.lengths = new Float64Array(mesh.vertexCount);
  }

  /** Sets the displacements of all vertices; `largest` is the largest magnitude of a coordinate. */
  setDisplacements(displacements: Float64Array, largest: number): void {
    const { units, lengths } = this;
    // Underflow in the square of a scaled length hides less than 2^-500 of the largest, which the
    // margin of volumes covers.
    const scale = largest > 0 ? 1 / powerOfTwoBelow(largest) : 1;
    for (let v = 0; v < lengths.length; v++) {
      const x = displacements[3 * v] * scale;
      const y = displacements[3 * v + 1] * scale;
      const z = displacements[3 * v + 2] * scale;
      const length = Math.sqrt(x * x + y * y + z * z);
      lengths[v] = (length * LENGTH_ROUND_UP) / scale;
      const inverse = length === 0 ? 0 : 1 / length;
      units[3 * v] = x * inverse;
      units[3 * v + 1] = y * inverse;
      units[3 * v + 2] = z * inverse;
    }
  }

  /** Sets the cone of a leaf from the vertices of its face. */
  setLeaf(node: number, face: number): void {
    const { start, corners } = this.mesh;
    const { lengths } = this;
    const end = start[face + 1];
    let most = 0;
    for (let c = start[face]; c < end; c++) if (lengths[corners[c]] > most) most = lengths[corners[c]];
    this.maxDisplacements[node] = most;
    this.cones.setLeaf(node, this.units, corners, start[face], end);
  }

  /** Sets the cone of a node from those of its children. */
  merge(node: number): void {
    const { link, childCount } = this.tree;
    const { maxDisplacements } = this;
    const first = link[node];
    let most = 0;
    for (let child = first; child < first + childCount[node]; child++)
      if (maxDisplacements[child] > most) most = maxDisplacements[child];
    maxDisplacements[node] = most;
    this.cones.merge(node, first, childCount[node]);
  }
}
