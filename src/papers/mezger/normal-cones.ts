// Normal cones [Mezger §5.1]: for every node a cone that holds the normals of its faces, from the
// leaves up. The apex angle, twice the half angle, measures how curved the region is. A face
// without area may have any normal. Used by the lossy mode only.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { DirectionCones } from './direction-cones.ts';
import type { DopTree } from './dop-tree.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** The normals of all faces and the cones of all nodes. */
export class NormalCones {
  /** One cone per node. */
  readonly cones: DirectionCones;
  /** Unit normal of each face, the mean of its fan; 0 if there is none. */
  readonly normals: Float64Array;
  private readonly mesh: PolygonMesh;
  private readonly tree: DopTree;
  /** Normals of the triangles of the current face, and their ids 0, 1, 2, …. */
  private readonly fan: Float64Array;
  private readonly fanIds: Uint32Array;

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
    const { fan } = this;
    const ex = x[3 * b] - x[3 * a];
    const ey = x[3 * b + 1] - x[3 * a + 1];
    const ez = x[3 * b + 2] - x[3 * a + 2];
    const fx = x[3 * c] - x[3 * a];
    const fy = x[3 * c + 1] - x[3 * a + 1];
    const fz = x[3 * c + 2] - x[3 * a + 2];
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const size = (Math.abs(ex) + Math.abs(ey) + Math.abs(ez)) * (Math.abs(fx) + Math.abs(fy) + Math.abs(fz));
    const hasNormal = area > MIN_AREA * size;
    fan[to] = hasNormal ? nx / area : 0;
    fan[to + 1] = hasNormal ? ny / area : 0;
    fan[to + 2] = hasNormal ? nz / area : 0;
    return hasNormal;
  }
}

/**
 * Least area for a normal, as a part of the product of two sides: below it rounding decides the
 * direction.
 */
const MIN_AREA = 2 ** -20;
