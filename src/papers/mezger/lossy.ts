// What drops pairs on purpose [Mezger §5.1, §6.2]: regions that are hardly curved are taken not to be close to themselves (the
// self-proximity criterion α ≥ ε_closeAngle), and faces of the same or adjacent groups need a significant angle. Neither is a proof:
// this is a mode of its own, off by default, and its misses are counted in tests and benches.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { DopTree } from './dop-tree.ts';
import { FaceGroups } from './face-groups.ts';
import { NormalCones } from './normal-cones.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

export interface LossyOptions {
  /** Regions with normals in a cone of a smaller apex angle are not searched for pairs of their own; radians, up to π. */
  readonly closeAngle: number;
  /** Faces of the same or adjacent groups whose normals differ by less are left out; radians. 0 leaves out none. */
  readonly significantAngle: number;
  /** The group of every face; by default connected groups, up to 256 of them in one piece of surface. */
  readonly groupOf?: ArrayLike<number>;
}

const MOST_GROUPS = 256;
const LEAST_FACES = 32;

export class Lossy {
  /** 1 for nodes that are not searched for pairs of their own. */
  readonly quiet: Uint8Array;
  private readonly groups: FaceGroups;
  private readonly normals: NormalCones;
  private readonly isCoherent: Uint8Array;
  private readonly quietCosine: number;
  private readonly significantCosine: number;

  constructor(mesh: PolygonMesh, tree: DopTree, { closeAngle, significantAngle, groupOf }: LossyOptions) {
    const facesPerGroup = Math.max(LEAST_FACES, Math.ceil(mesh.faceCount / MOST_GROUPS));
    this.groups = groupOf ? new FaceGroups(mesh, Uint32Array.from(groupOf)) : FaceGroups.grow(mesh, facesPerGroup);
    this.normals = new NormalCones(mesh, tree);
    this.isCoherent = this.groups.coherentNodes(tree);
    this.quiet = new Uint8Array(tree.nodeCount);
    this.quietCosine = Math.cos(closeAngle / 2);
    this.significantCosine = Math.cos(significantAngle);
  }

  /** Cones and quiet nodes for these positions. */
  update(x: Positions): void {
    const { quiet, isCoherent, quietCosine } = this;
    this.normals.update(x);
    const { cosines } = this.normals.cones;
    for (let node = 0; node < quiet.length; node++) {
      quiet[node] = isCoherent[node] === 1 && cosines[node] > quietCosine ? 1 : 0;
    }
  }

  /** Whether two faces are left out: close on the surface, and at no significant angle. */
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
