// Connected clusters of vertices, each with one of 64 bits: faces around which there are no clusters in common have no neighbour in
// common. Vertices keep their bits while the mesh changes: bits that no longer fit only cost time.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Vertices a cluster: larger ones have fewer neighbours, smaller ones take in fewer faces that lie on each other. */
const CLUSTER = 64;

const UNSEEN = 255;

export class VertexClusters {
  private bitOf: Uint8Array = new Uint8Array(0);
  private clusterCount = 0;

  /** The bit of each vertex, from 0 to 63; 255 for one without faces. */
  bitsOf(mesh: TriMesh): Uint8Array {
    const { vertexCount, topology } = mesh;
    const { starStart } = topology;
    const bitOf = new Uint8Array(vertexCount).fill(UNSEEN);
    bitOf.set(this.bitOf.subarray(0, vertexCount));
    this.bitOf = bitOf;
    for (let v = 0; v < vertexCount; v++) {
      if (bitOf[v] === UNSEEN && starStart[v] < starStart[v + 1]) this.grow(mesh, v);
    }
    return bitOf;
  }

  /** A new cluster of vertices around this one that have no bit yet. */
  private grow({ triangles, topology }: TriMesh, seed: number): void {
    const { bitOf } = this;
    const { starStart, starFaces } = topology;
    const bit = Math.imul(this.clusterCount++, 0x9e3779b1) >>> 26;
    const members = [seed];
    bitOf[seed] = bit;
    for (let next = 0; next < members.length; next++) {
      const v = members[next];
      for (let i = starStart[v]; i < starStart[v + 1]; i++) {
        for (let k = 3 * starFaces[i]; k < 3 * starFaces[i] + 3; k++) {
          if (bitOf[triangles[k]] !== UNSEEN) continue;
          if (members.length === CLUSTER) return;
          bitOf[triangles[k]] = bit;
          members.push(triangles[k]);
        }
      }
    }
  }
}
