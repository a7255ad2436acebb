// Fills the tables of the procedural representative triangles [ICCD §V-B], after the faces got
// their places; kernels/representative-tables.ts says what they hold. The faces around a vertex or
// an edge are listed by ascending face id. Any order is correct that stays the same while the mesh
// does.
import { type Block, structBlocks } from '../../core/memory/block.ts';
import type { LinearMemory } from '../../core/memory/linear-memory.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { RepresentativeTables } from '../../core/wasm/mesh.generated.ts';

/** Bytes of scratch for the members of the largest cluster while it grows: 128 vertices. */
const CLUSTER_BYTES = 512;

const TABLES = ['faceEdges', 'starStart', 'star', 'edgeFace', 'owned', 'clusters', 'nearby'] as const;

/** The lists that all tables of one memory share; their content does not outlive a call. */
function candidateLists(memory: LinearMemory): number {
  return memory.allocate(memory.kernels.CANDIDATE_BYTES.value);
}

/** Owns the tables of one mesh. */
export class RepresentativeTableStage {
  /** The struct that the kernels read. */
  readonly tables: RepresentativeTables;
  private readonly motion: VertexMotion;
  /** Number of clusters so far. */
  private clusterCount = 0;
  /**
   * Number of vertices that have their cluster bits. They keep them when the mesh changes: outdated
   * bits only cost time.
   */
  private clustered = 0;
  private readonly blocks: Record<(typeof TABLES)[number], Block>;

  constructor(motion: VertexMotion) {
    const { memory } = motion;
    this.motion = motion;
    this.tables = new RepresentativeTables(memory, memory.allocate(RepresentativeTables.BYTES));
    this.tables.candidates = memory.shared(candidateLists);
    this.blocks = structBlocks(memory, this.tables, ...TABLES);
  }

  /** Fills all tables for the present mesh and the places of its faces. */
  fill(): void {
    const { memory, mesh, context, placeCount, faceOfBlock, placeOfBlock } = this.motion;
    const { starStart, starFaces, faceEdges, edgeCount } = mesh.topology;
    const { tables, blocks } = this;
    const { kernels } = memory;
    blocks.starStart.put(starStart);
    blocks.star.put(starFaces);
    blocks.edgeFace.reserve(4 * edgeCount);
    blocks.owned.reserve(placeCount);
    blocks.nearby.reserve(32 * placeCount);
    blocks.faceEdges.reserve(12 * placeCount);
    blocks.clusters.reserve(2 * mesh.vertexCount, 2 * this.clustered);
    memory.borrow([4 * faceEdges.length, CLUSTER_BYTES], ([scratch, members]) => {
      this.clusterVertices(scratch, members);
      memory.u32(scratch, faceEdges.length).set(faceEdges);
      kernels.gatherFaces(faceOfBlock, placeCount, scratch, tables.faceEdges);
      kernels.placeFaces(tables.star, starFaces.length, placeOfBlock);
      kernels.firstFaces(tables.address, placeOfBlock, mesh.faceCount);
      kernels.ownFeatures(context.address, tables.address);
      kernels.nearbyClusters(context.address, tables.address);
    });
  }

  /** Gives cluster bits to vertices that have none. Runs while `star` still holds face ids. */
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
