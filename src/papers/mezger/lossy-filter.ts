// The heuristics that drop pairs on purpose [Mezger §5.1, §6.2]: regions of small curvature are not
// searched for pairs of their own (the self-proximity criterion α ≥ ε_closeAngle), and faces of
// equal or adjacent groups must have a significant angle. Neither is a proof. This is a mode of its
// own, off by default; tests and benches count what it misses.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { DopTree } from './dop-tree.ts';
import { FaceGroups } from './face-groups.ts';
import { NormalCones } from './normal-cones.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Which pairs the lossy mode drops. */
export interface LossyOptions {
  /**
   * Regions whose normals fit into a cone of a smaller apex angle are not searched for pairs of
   * their own; radians, up to π.
   */
  readonly closeAngle: number;
  /**
   * Faces of equal or adjacent groups whose normals differ by less are left out; radians. 0 leaves
   * out none.
   */
  readonly significantAngle: number;
  /**
   * The group of every face; by default connected groups, about 256 of them in one piece of
   * surface.
   */
  readonly groupOf?: ArrayLike<number>;
}

/** About how many groups a mesh is divided into by default. */
const MAX_GROUPS = 256;
/** Default groups have at least so many faces, if their surface has. */
const MIN_FACES = 32;

/** Decides what the lossy mode drops. */
export class LossyFilter {
  /** A byte per node: 1 if it is not searched for pairs of its own. */
  readonly quiet: Uint8Array;
  private readonly groups: FaceGroups;
  private readonly normals: NormalCones;
  private readonly isCoherent: Uint8Array;
  private readonly quietCosine: number;
  private readonly significantCosine: number;

  constructor(mesh: PolygonMesh, tree: DopTree, { closeAngle, significantAngle, groupOf }: LossyOptions) {
    const facesPerGroup = Math.max(MIN_FACES, Math.ceil(mesh.faceCount / MAX_GROUPS));
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

  /** Whether a pair of faces is left out: close on the surface, and without a significant angle. */
  drops(f: number, g: number): boolean {
    const { normals } = this.normals;
    const cosine =
      normals[3 * f] * normals[3 * g] +
      normals[3 * f + 1] * normals[3 * g + 1] +
      normals[3 * f + 2] * normals[3 * g + 2];
    if (cosine <= this.significantCosine) return false;
    const { groupOf } = this.groups;
    return this.groups.areAdjacent(groupOf[f], groupOf[g]);
  }
}
