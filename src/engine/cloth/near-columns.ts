// What rows of proximities are made of, in the memory of the kernels (assembly/near-rows.ts): the lists of the mesh, which stay, the positions, and
// the proximities.
import type { Proximities } from '../../core/contacts/proximities.ts';
import { Block } from '../../core/memory/block.ts';
import type { Topology } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ClothMemory } from './block-matrix.ts';

/** Bytes a proximity: kind, a, b, normal, weights, distance. */
const BYTES = [1, 4, 4, 24, 24, 8];

export class NearColumns {
  /** Tables of the mesh and of the proximities. */
  readonly mesh: number;
  readonly near: number;
  private readonly positions: number;
  private readonly columns: readonly Block[];
  private readonly memory: ClothMemory;

  constructor(memory: ClothMemory, { triangles, topology, vertexCount }: TriMesh, partners: number) {
    const { faceEdges, edgeFaceStart, edgeFaces, starStart, starFaces } = topology;
    const ids = (list: Uint32Array): number => new Block(memory).put(list).pointer;
    const lists = [triangles, wingsOf(topology), faceEdges, edgeFaceStart, edgeFaces, starStart, starFaces].map(ids);
    this.memory = memory;
    this.positions = memory.allocate(24 * vertexCount);
    this.mesh = ids(Uint32Array.of(...lists, this.positions, vertexCount, partners));
    this.near = memory.allocate(4 * BYTES.length);
    this.columns = BYTES.map(() => new Block(memory));
  }

  set({ count, kind, a, b, normal, weights, distance }: Proximities, x: Float64Array): void {
    const { memory, columns } = this;
    columns.forEach((column, i) => {
      column.reserve(BYTES[i] * count);
    });
    const pointers = columns.map(({ pointer }) => pointer);
    memory.u32(this.near, pointers.length).set(pointers);
    memory.u8(pointers[0], count).set(kind.subarray(0, count));
    memory.u32(pointers[1], count).set(a.subarray(0, count));
    memory.u32(pointers[2], count).set(b.subarray(0, count));
    memory.f64(pointers[3], 3 * count).set(normal.subarray(0, 3 * count));
    memory.f64(pointers[4], 3 * count).set(weights.subarray(0, 3 * count));
    memory.f64(pointers[5], count).set(distance.subarray(0, count));
    memory.f64(this.positions, x.length).set(x);
  }
}

/** Four vertices an edge: its own two, and those of its first two faces across it, its own first one for none. */
function wingsOf({ triangles, edges, edgeCount, edgeFaceStart, edgeFaces }: Topology): Uint32Array {
  const wings = new Uint32Array(4 * edgeCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    const a = edges[2 * edge];
    const b = edges[2 * edge + 1];
    wings.set([a, b, a, a], 4 * edge);
    const end = Math.min(edgeFaceStart[edge + 1], edgeFaceStart[edge] + 2);
    for (let k = edgeFaceStart[edge], to = 4 * edge + 2; k < end; k++, to++) {
      const face = 3 * edgeFaces[k];
      wings[to] = triangles[face] + triangles[face + 1] + triangles[face + 2] - a - b;
    }
  }
  return wings;
}
