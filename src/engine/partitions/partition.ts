// One partition of a mesh: some of its faces as a mesh of its own, and the search of that. Vertices
// and faces keep their order, and so do edges, which are sorted by their vertices. A pair of
// features is therefore the same in both meshes, down to which of two edges comes first and where
// each of them starts; only its ids differ.
import type { MeshSpace } from '../../core/memory/linear-memory.ts';
import { partTopology } from '../../core/mesh/part-topology.ts';
import { type Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { SearchMeans } from '../mesh-search.ts';
import type { Permissions } from '../permissions.ts';
import { WholeSearch } from '../whole-search.ts';

/** A partition with its ghosts. */
export class Partition {
  /** The number of the partition. */
  readonly number: number;
  /** Its faces and ghosts, ascending. */
  readonly faces: Uint32Array;
  /** Its search. */
  readonly search: WholeSearch;
  /** Its memory; undefined if that is shared with other small meshes. */
  readonly space: MeshSpace | undefined;
  /** Whether it has more ghosts than its first step needs, and may be kept. */
  readonly hasSpare: boolean;
  private readonly mesh: TriMesh;
  private readonly own: TriMesh;
  /** Its vertices, ascending. */
  private readonly vertices: Uint32Array;

  /** Of these faces of a mesh, ascending. Throws `RangeError` if there is not enough memory. */
  constructor(
    mesh: TriMesh,
    { number, faces, space, hasSpare }: Pick<Partition, 'number' | 'faces' | 'space' | 'hasSpare'>,
    permissions: Permissions,
    means: SearchMeans,
  ) {
    this.number = number;
    this.mesh = mesh;
    this.faces = faces;
    this.space = space;
    this.hasSpare = hasSpare;
    const { topology, vertices } = partTopology(mesh.topology, faces);
    this.vertices = vertices;
    this.own = TriMesh.withTopology(topology);
    this.search = new WholeSearch(this.own, permissions.ofFaces(faces), means, space);
  }

  /** Positions of its vertices, written to the start of a buffer. */
  positionsIn(buffer: Float64Array, x: Positions): Float64Array {
    const { vertices } = this;
    for (let i = 0; i < vertices.length; i++) {
      const from = 3 * vertices[i];
      buffer[3 * i] = x[from];
      buffer[3 * i + 1] = x[from + 1];
      buffer[3 * i + 2] = x[from + 2];
    }
    return buffer.subarray(0, 3 * vertices.length);
  }

  /** Number of its vertices. */
  get vertexCount(): number {
    return this.vertices.length;
  }

  /** The entries of its faces in a mask of all faces. */
  maskOf(mask: Uint8Array): Uint8Array {
    const { faces } = this;
    const own = new Uint8Array(faces.length);
    for (let i = 0; i < faces.length; i++) own[i] = mask[faces[i]];
    return own;
  }

  /** The id of a vertex in the whole mesh. */
  vertexOf(vertex: number): number {
    return this.vertices[vertex];
  }

  /** The id of an edge in the whole mesh. */
  edgeOf(edge: number): number {
    const { edgeFaceStart, edgeFaces, faceEdges } = this.own.topology;
    const face = edgeFaces[edgeFaceStart[edge]];
    let side = 0;
    while (faceEdges[3 * face + side] !== edge) side++;
    return this.mesh.topology.faceEdges[3 * this.faces[face] + side];
  }
}
