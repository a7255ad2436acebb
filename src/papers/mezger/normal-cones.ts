// Normal cones [Mezger §5.1]: for every node a cone that holds the normals of its faces, from the
// leaves up. The apex angle, twice the half angle, measures how curved the region is. A face
// without area may have any normal. Used by the lossy mode only.
import { crossSides, taxicabDistance } from '../../core/math/triples.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { DirectionCones } from './direction-cones.ts';
import type { DopTree } from './dop-tree.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** The normals of all faces and the cones of all nodes. */
export class NormalCones {
  /** One cone per node. */
  readonly cones: DirectionCones;
  /** Unit normal of each face, the mean of its fan; 0 if it has none. */
  readonly normals: Float64Array;
  private readonly mesh: PolygonMesh;
  private readonly tree: DopTree;
  /** Scratch: normals of the triangles of the current face. */
  private readonly fan: Float64Array;
  /** Ids 0, 1, 2, … of these normals. */
  private readonly fanIds: Uint32Array;
  private readonly normal = new Float64Array(3);

  constructor(mesh: PolygonMesh, tree: DopTree) {
    this.mesh = mesh;
    this.tree = tree;
    this.cones = new DirectionCones(tree.nodeCount);
    this.normals = new Float64Array(3 * mesh.faceCount);
    this.fan = new Float64Array(3 * mesh.mostCorners);
    this.fanIds = Uint32Array.from({ length: mesh.mostCorners }, (_, i) => i);
  }

  /** Sets normals and cones for these positions. */
  update(x: Positions): void {
    const { link, childCount, nodeCount } = this.tree;
    for (let node = nodeCount - 1; node >= 0; node--) {
      if (link[node] < 0) this.setLeaf(x, node, ~link[node]);
      else this.cones.merge(node, link[node], childCount[node]);
    }
  }

  private setLeaf(x: Positions, node: number, face: number): void {
    const { start, corners } = this.mesh;
    const { cones, fan, normals } = this;
    const first = start[face];
    const count = start[face + 1] - first - 2;
    const sum = 3 * face;
    let hasAll = true;
    normals.fill(0, sum, sum + 3);
    for (let i = 0; i < count; i++) {
      hasAll = this.setNormal(x, corners[first], corners[first + i + 1], corners[first + i + 2], 3 * i) && hasAll;
      for (let k = 0; k < 3; k++) normals[sum + k] += fan[3 * i + k];
    }
    if (hasAll) cones.setLeaf(node, fan, this.fanIds, 0, count);
    else cones.setFull(node);
    const length = Math.sqrt(normals[sum] ** 2 + normals[sum + 1] ** 2 + normals[sum + 2] ** 2);
    if (length > 0) for (let k = 0; k < 3; k++) normals[sum + k] /= length;
  }

  /**
   * Writes the normal of a triangle to fan[to…]. Writes 0 and returns false if rounding hides its
   * area.
   */
  private setNormal(x: Positions, a: number, b: number, c: number, to: number): boolean {
    const { normal, fan } = this;
    const area = crossSides(x, 3 * a, 3 * b, 3 * a, 3 * c, normal);
    const size = taxicabDistance(x, 3 * b, x, 3 * a) * taxicabDistance(x, 3 * c, x, 3 * a);
    const hasNormal = area > MIN_RELATIVE_AREA * size;
    for (let k = 0; k < 3; k++) fan[to + k] = hasNormal ? normal[k] / area : 0;
    return hasNormal;
  }
}

/**
 * Least length of a cross product that gives a normal, as a fraction of the product of two sides.
 * Below it rounding decides the direction.
 */
const MIN_RELATIVE_AREA = 2 ** -20;
