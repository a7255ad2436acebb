// Fills the tables of the procedural representative triangles [ICCD §V-B]; kernels/representative-tables.ts says what they hold.
// The faces around a vertex or an edge are listed by ascending face id: any order will do that stays while the mesh does.
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { RepresentativeTables } from '../../core/wasm/mesh.generated.ts';

/** Bytes that the members of the largest cluster take while it grows. */
const CLUSTER_BYTES = 512;

/** The tables of one mesh, for the places that its faces have. */
export class RepresentativeTableStage {
  /** For the kernels. */
  readonly tables: RepresentativeTables;
  private readonly motion: VertexMotion;
  private clusterCount = 0;
  /** Vertices that have their cluster bits. They keep them while the mesh changes: bits that no longer fit only cost time. */
  private clustered = 0;
  private readonly faceEdges: Block;
  private readonly starStart: Block;
  private readonly star: Block;
  private readonly edgeFace: Block;
  private readonly owned: Block;
  private readonly clusters: Block;
  private readonly nearby: Block;

  constructor(motion: VertexMotion) {
    const { memory } = motion;
    const tables = new RepresentativeTables(memory, memory.allocate(RepresentativeTables.BYTES));
    const block = (table: 'faceEdges' | 'starStart' | 'star' | 'edgeFace' | 'owned' | 'clusters' | 'nearby') =>
      new Block(memory, 0, (pointer) => {
        tables[table] = pointer;
      });
    this.motion = motion;
    this.tables = tables;
    this.faceEdges = block('faceEdges');
    this.starStart = block('starStart');
    this.star = block('star');
    this.edgeFace = block('edgeFace');
    this.owned = block('owned');
    this.clusters = block('clusters');
    this.nearby = block('nearby');
  }

  /** All tables, for the mesh as it is and the places that its faces have. */
  fill(): void {
    const { memory, mesh, context, placeCount, faceOfBlock, placeOfBlock } = this.motion;
    const { starStart, starFaces, faceEdges, edgeCount } = mesh.topology;
    const { tables } = this;
    const { kernels } = memory;
    this.starStart.put(starStart);
    this.star.put(starFaces);
    this.edgeFace.reserve(4 * edgeCount);
    this.owned.reserve(placeCount);
    this.nearby.reserve(8 * placeCount);
    this.faceEdges.reserve(12 * placeCount);
    this.clusters.reserve(2 * mesh.vertexCount, 2 * this.clustered);
    memory.borrow([Math.max(4 * faceEdges.length, 8 * mesh.vertexCount), CLUSTER_BYTES], ([scratch, members]) => {
      this.clusterVertices(scratch, members);
      memory.u32(scratch, faceEdges.length).set(faceEdges);
      kernels.gatherFaces(faceOfBlock, placeCount, scratch, tables.faceEdges);
      kernels.placeFaces(tables.star, starFaces.length, placeOfBlock);
      kernels.firstFaces(tables.address, placeOfBlock, mesh.faceCount);
      kernels.ownFeatures(context.address, tables.address);
      kernels.nearbyClusters(context.address, tables.address, scratch);
    });
  }

  /** Cluster bits for vertices that have none; `star` has ids of faces still. */
  private clusterVertices(scratch: number, members: number): void {
    const { clustered, tables } = this;
    const { memory, mesh } = this.motion;
    const { triangles, vertexCount } = mesh;
    if (vertexCount > clustered) memory.u8(tables.clusters, 2 * vertexCount).fill(255, 2 * clustered);
    this.clustered = vertexCount;
    memory.u32(scratch, triangles.length).set(triangles);
    this.clusterCount = memory.kernels.clusterVertices(
      tables.address,
      scratch,
      vertexCount,
      members,
      this.clusterCount,
    );
  }
}
