// The input of proximity rows, in the memory of the kernels (kernels/proximity-rows.ts): the
// topology of the mesh, which is copied once, and positions and proximities, which are copied for
// each step.
import type { Proximities } from '../../../core/contacts/proximities.ts';
import { Block } from '../../../core/memory/block.ts';
import type { Topology } from '../../../core/mesh/topology.ts';
import type { TriMesh } from '../../../core/mesh/tri-mesh.ts';
import { GeometryColumns } from '../../../core/wasm/cloth.generated.ts';
import { type ClothMemory, place } from '../solver/block-matrix.ts';

/** Columns of proximities, and how many numbers each has per proximity. */
const COLUMNS = [
  ['kind', 1],
  ['a', 1],
  ['b', 1],
  ['normal', 3],
  ['weights', 3],
  ['distance', 1],
] as const;

/** Mesh, positions and proximities for the kernels. */
export class ContactGeometry {
  /** Where the kernels find them. */
  readonly columns: GeometryColumns;
  private readonly blocks: readonly Block[];
  private readonly memory: ClothMemory;

  /** `featureCount` is the factor of the first feature in the key of a pair. */
  constructor(memory: ClothMemory, { triangles, topology, vertexCount }: TriMesh, featureCount: number) {
    this.memory = memory;
    this.blocks = COLUMNS.map(() => new Block(memory));
    const columns = new GeometryColumns(memory, memory.allocate(GeometryColumns.BYTES));
    columns.triangles = place(memory, triangles);
    columns.edgeStencils = place(memory, buildEdgeStencils(topology));
    columns.faceEdges = place(memory, topology.faceEdges);
    columns.edgeFaceStart = place(memory, topology.edgeFaceStart);
    columns.edgeFaces = place(memory, topology.edgeFaces);
    columns.starStart = place(memory, topology.starStart);
    columns.starFaces = place(memory, topology.starFaces);
    columns.positions = memory.allocate(24 * vertexCount);
    columns.vertexCount = vertexCount;
    columns.featureCount = featureCount;
    this.columns = columns;
  }

  /** Copies proximities and the positions at which they were found. */
  set(proximities: Proximities, x: Float64Array): void {
    const { memory, columns, blocks } = this;
    COLUMNS.forEach(([name, width], i) => {
      const numbers = proximities[name];
      const bytes = width * numbers.BYTES_PER_ELEMENT * proximities.count;
      columns[name] = blocks[i].putBytes(new Uint8Array(numbers.buffer, numbers.byteOffset, bytes)).pointer;
    });
    memory.f64(columns.positions, x.length).set(x);
  }
}

/**
 * Four vertices per edge: its own two, and the opposite ones of its first two faces. Its own first
 * vertex stands for a missing face.
 */
function buildEdgeStencils({ triangles, edges, edgeCount, edgeFaceStart, edgeFaces }: Topology): Uint32Array {
  const stencils = new Uint32Array(4 * edgeCount);
  for (let edge = 0; edge < edgeCount; edge++) {
    const a = edges[2 * edge];
    const b = edges[2 * edge + 1];
    stencils.set([a, b, a, a], 4 * edge);
    const end = Math.min(edgeFaceStart[edge + 1], edgeFaceStart[edge] + 2);
    for (let k = edgeFaceStart[edge], to = 4 * edge + 2; k < end; k++, to++) {
      const face = 3 * edgeFaces[k];
      stencils[to] = triangles[face] + triangles[face + 1] + triangles[face + 2] - a - b;
    }
  }
  return stencils;
}
