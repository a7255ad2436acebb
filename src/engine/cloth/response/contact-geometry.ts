// What rows of proximities are made from, in the memory of the kernels (kernels/proximity-rows.ts):
// the topology of the mesh, which is copied once, and positions and proximities, which are copied
// for each step.
import type { Proximities } from '../../../core/contacts/proximities.ts';
import { Block } from '../../../core/memory/block.ts';
import type { Topology } from '../../../core/mesh/topology.ts';
import type { TriMesh } from '../../../core/mesh/tri-mesh.ts';
import { GeometryColumns } from '../../../core/wasm/cloth.generated.ts';
import type { ClothMemory } from '../solver/block-matrix.ts';

/** Bytes per proximity of each column. */
const PROXIMITY_BYTES = { kind: 1, a: 4, b: 4, normal: 24, weights: 24, distance: 8 } as const;
const COLUMNS = Object.keys(PROXIMITY_BYTES) as (keyof typeof PROXIMITY_BYTES)[];

/** Mesh, positions and proximities for the kernels. */
export class ContactGeometry {
  /** Where the kernels find them. */
  readonly columns: GeometryColumns;
  private readonly blocks: readonly Block[];
  private readonly memory: ClothMemory;

  /** `featureCount` is the factor of the first feature in the key of a pair. */
  constructor(memory: ClothMemory, { triangles, topology, vertexCount }: TriMesh, featureCount: number) {
    const put = (ids: Uint32Array): number => new Block(memory).put(ids).pointer;
    this.memory = memory;
    this.blocks = COLUMNS.map(() => new Block(memory));
    const columns = new GeometryColumns(memory, memory.allocate(GeometryColumns.BYTES));
    columns.triangles = put(triangles);
    columns.edgeStencils = put(buildEdgeStencils(topology));
    columns.faceEdges = put(topology.faceEdges);
    columns.edgeFaceStart = put(topology.edgeFaceStart);
    columns.edgeFaces = put(topology.edgeFaces);
    columns.starStart = put(topology.starStart);
    columns.starFaces = put(topology.starFaces);
    columns.positions = memory.allocate(24 * vertexCount);
    columns.vertexCount = vertexCount;
    columns.featureCount = featureCount;
    this.columns = columns;
  }

  /** Copies proximities and the positions at which they were found. */
  set({ count, kind, a, b, normal, weights, distance }: Proximities, x: Float64Array): void {
    const { memory, columns, blocks } = this;
    COLUMNS.forEach((name, i) => {
      columns[name] = blocks[i].reserve(PROXIMITY_BYTES[name] * count).pointer;
    });
    memory.u8(columns.kind, count).set(kind.subarray(0, count));
    memory.u32(columns.a, count).set(a.subarray(0, count));
    memory.u32(columns.b, count).set(b.subarray(0, count));
    memory.f64(columns.normal, 3 * count).set(normal.subarray(0, 3 * count));
    memory.f64(columns.weights, 3 * count).set(weights.subarray(0, 3 * count));
    memory.f64(columns.distance, count).set(distance.subarray(0, count));
    memory.f64(columns.positions, x.length).set(x);
  }
}

/**
 * Four vertices per edge: its own two, and the opposite ones of its first two faces; its own first
 * one for a face that is missing.
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
