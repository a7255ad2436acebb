// Connected clusters of vertices, large ones and small ones, each with one of 32 bits: faces around which there are no large or no small
// clusters in common have no neighbour in common. Vertices keep their bits while the mesh changes: bits that no longer fit only
// cost time.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/**
 * Vertices a cluster. Large clusters have few neighbours but take in faces that lie on each other, small ones the other way round;
 * together they leave 97K of the 746K pairs of a crumpled cloth in doubt, where one size in 64 bits leaves 138K and 52K are near.
 */
const SIZES = [128, 16];

const UNSEEN = 255;

export class VertexClusters {
  private bitOf: Uint8Array = new Uint8Array(0);
  private clusterCount = 0;

  /** Two bits for each vertex: that of its large cluster, from 0 to 31, and of its small one, from 32 to 63; 255 for one without faces. */
  bitsOf(mesh: TriMesh): Uint8Array {
    const { vertexCount, topology } = mesh;
    const { starStart } = topology;
    const bitOf = new Uint8Array(2 * vertexCount).fill(UNSEEN);
    bitOf.set(this.bitOf.subarray(0, 2 * vertexCount));
    this.bitOf = bitOf;
    for (let kind = 0; kind < 2; kind++) {
      for (let v = 0; v < vertexCount; v++) {
        if (bitOf[2 * v + kind] === UNSEEN && starStart[v] < starStart[v + 1]) this.grow(mesh, v, kind);
      }
    }
    return bitOf;
  }

  /** A new cluster of vertices around this one that have no bit of this kind yet. */
  private grow({ triangles, topology }: TriMesh, seed: number, kind: number): void {
    const { bitOf } = this;
    const { starStart, starFaces } = topology;
    const bit = 32 * kind + (Math.imul(this.clusterCount++, 0x9e3779b1) >>> 27);
    const members = [seed];
    bitOf[2 * seed + kind] = bit;
    for (let next = 0; next < members.length; next++) {
      const v = members[next];
      for (let i = starStart[v]; i < starStart[v + 1]; i++) {
        for (let k = 3 * starFaces[i]; k < 3 * starFaces[i] + 3; k++) {
          const at = 2 * triangles[k] + kind;
          if (bitOf[at] !== UNSEEN) continue;
          if (members.length === SIZES[kind]) return;
          bitOf[at] = bit;
          members.push(triangles[k]);
        }
      }
    }
  }
}
