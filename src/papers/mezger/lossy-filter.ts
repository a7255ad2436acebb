// The lossy mode: heuristics that drop pairs on purpose [Mezger §5.1, §6.2]. Pairs within a region
// of small curvature are not searched (the paper searches if α ≥ ε_closeAngle, the self-proximity
// criterion). Faces of equal or adjacent groups must have a significant angle. Neither heuristic is
// a proof, so contacts may be missed. The mode is off by default; tests and benches count what it
// misses.
import { dot } from '../../core/math/triples.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { DopTree } from './dop-tree.ts';
import { FaceGroups } from './face-groups.ts';
import { NormalCones } from './normal-cones.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Which pairs the lossy mode drops. */
export interface LossyOptions {
  /**
   * Pairs within a region are not searched if its normals fit into a cone of a smaller apex angle;
   * radians, up to π.
   */
  readonly closeAngle: number;
  /**
   * Pairs of faces of equal or adjacent groups are dropped if their normals differ by less;
   * radians. 0 drops none.
   */
  readonly significantAngle: number;
  /**
   * The group of every face. By default connected groups, about 256 if the surface is in one piece.
   */
  readonly groupOf?: ArrayLike<number>;
}

/** Approximate number of groups that a mesh is divided into by default. */
const DEFAULT_GROUP_COUNT = 256;
/** Least number of faces of a default group, if its piece of surface has as many. */
const MIN_FACES_PER_GROUP = 32;

/** Decides what the lossy mode drops. */
export class LossyFilter {
  /** A byte per node: 1 if pairs within it are not searched. */
  readonly quiet: Uint8Array;
  private readonly groups: FaceGroups;
  private readonly normals: NormalCones;
  /** A byte per node: 1 if all its groups are adjacent to each other. */
  private readonly isCoherent: Uint8Array;
  /** Cosine of half of `closeAngle`: the limit for the half angle of a normal cone. */
  private readonly quietCosine: number;
  private readonly significantCosine: number;

  constructor(mesh: PolygonMesh, tree: DopTree, { closeAngle, significantAngle, groupOf }: LossyOptions) {
    const facesPerGroup = Math.max(MIN_FACES_PER_GROUP, Math.ceil(mesh.faceCount / DEFAULT_GROUP_COUNT));
    this.groups = groupOf ? new FaceGroups(mesh, Uint32Array.from(groupOf)) : FaceGroups.grow(mesh, facesPerGroup);
    this.normals = new NormalCones(mesh, tree);
    this.isCoherent = this.groups.coherentNodes(tree);
    this.quiet = new Uint8Array(tree.nodeCount);
    this.quietCosine = Math.cos(closeAngle / 2);
    this.significantCosine = Math.cos(significantAngle);
  }

  /** Updates normal cones and quiet nodes for these positions. */
  update(x: Positions): void {
    const { quiet, isCoherent, quietCosine } = this;
    this.normals.update(x);
    const { cosines } = this.normals.cones;
    for (let node = 0; node < quiet.length; node++) {
      quiet[node] = isCoherent[node] === 1 && cosines[node] > quietCosine ? 1 : 0;
    }
  }

  /**
   * Whether a pair of faces is dropped: close to each other on the surface, and without a
   * significant angle.
   */
  drops(f: number, g: number): boolean {
    const { normals } = this.normals;
    if (dot(normals, 3 * f, normals, 3 * g) <= this.significantCosine) return false;
    const { groupOf } = this.groups;
    return this.groups.areAdjacent(groupOf[f], groupOf[g]);
  }
}
