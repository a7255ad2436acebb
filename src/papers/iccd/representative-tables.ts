// The tables behind the procedural representative triangles: assembly/representatives.ts reads them. [ICCD §V-B]
// The faces around a vertex or an edge are listed by ascending face id: any order will do that stays while the mesh does.
import type { SweptBounds } from '../../core/bounds/swept-bounds.ts';
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';

export class RepresentativeTables {
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private clusterCount = 0;
  /** Vertices that have their bits. They keep them while the mesh changes: bits that no longer fit only cost time. */
  private clustered = 0;
  private readonly blocks: Readonly<Record<TableName, Block>>;

  constructor(motion: VertexMotion, bounds: SweptBounds) {
    const block = () => new Block(motion.memory);
    this.motion = motion;
    this.bounds = bounds;
    this.blocks = {
      faceEdges: block(),
      starStart: block(),
      star: block(),
      edgeFace: block(),
      owned: block(),
      bits: block(),
      nearby: block(),
    };
  }

  pointer(table: TableName): number {
    return this.blocks[table].pointer;
  }

  /** All tables, for the mesh as it is and the places that its faces have. */
  fill(): void {
    const { memory, mesh, placeCount, faces, faceOfBlock, placeOfBlock } = this.motion;
    const { starStart, starFaces, faceEdges, edgeCount } = mesh.topology;
    const { blocks } = this;
    const { kernels } = memory;
    blocks.starStart.put(starStart);
    blocks.star.put(starFaces);
    blocks.edgeFace.reserve(4 * edgeCount);
    blocks.owned.reserve(placeCount);
    blocks.nearby.reserve(8 * placeCount);
    blocks.faceEdges.reserve(12 * placeCount);
    const at = (table: TableName) => this.pointer(table);
    const scratch = this.bounds.idle(Math.max(4 * faceEdges.length, 8 * mesh.vertexCount) + 512);
    this.putBits(scratch);
    memory.u32(scratch, faceEdges.length).set(faceEdges);
    kernels.gatherFaces(faceOfBlock, placeCount, scratch, at('faceEdges'));
    kernels.placeFaces(at('star'), starFaces.length, placeOfBlock);
    kernels.firstFaces(placeOfBlock, mesh.faceCount, at('faceEdges'), at('edgeFace'));
    kernels.ownFeatures(faces, placeCount, at('faceEdges'), at('starStart'), at('star'), at('edgeFace'), at('owned'));
    kernels.nearbyBits(faces, placeCount, at('bits'), scratch, mesh.vertexCount, at('nearby'));
  }

  /** Bits for vertices that have none; `star` has ids of faces still. */
  private putBits(scratch: number): void {
    const { clustered } = this;
    const { memory, mesh } = this.motion;
    const { triangles, vertexCount } = mesh;
    const bits = this.blocks.bits.reserve(2 * vertexCount, 2 * clustered).pointer;
    if (vertexCount > clustered) memory.u8(bits, 2 * vertexCount).fill(255, 2 * clustered);
    this.clustered = vertexCount;
    memory.u32(scratch, triangles.length).set(triangles);
    this.clusterCount = memory.kernels.clusterVertices(
      scratch,
      vertexCount,
      this.pointer('starStart'),
      this.pointer('star'),
      bits,
      scratch + 4 * triangles.length,
      this.clusterCount,
    );
  }
}

/**
 * `faceEdges`: three edge ids a place. `starStart`, `star`: places of the faces around each vertex.
 * `edgeFace`: the place of the first face of each edge. `owned`: a byte a place, bits 0–2 the corners and 3–5 the edges of which it is
 * the first face. `bits`: two bytes a vertex, the bits of its clusters, a large one and a small one. `nearby`: 64 bits a place, those of all vertices of the faces around it;
 * faces that have none of one kind in common have no neighbour in common.
 */
type TableName = 'faceEdges' | 'starStart' | 'star' | 'edgeFace' | 'owned' | 'bits' | 'nearby';
