// The tables behind the procedural representative triangles: assembly/representatives.ts reads them. [ICCD §V-B]
// The faces around a vertex or an edge are listed by ascending face id: any order will do that stays while the mesh does.
import { Block } from '../../core/memory/block.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { VertexClusters } from './vertex-clusters.ts';

export class RepresentativeTables {
  private readonly motion: VertexMotion;
  private readonly clusters = new VertexClusters();
  private readonly blocks: Readonly<Record<TableName, Block>>;

  constructor(motion: VertexMotion) {
    const block = () => new Block(motion.memory);
    this.motion = motion;
    this.blocks = {
      placeOf: block(),
      faceEdges: block(),
      starStart: block(),
      star: block(),
      edgeFace: block(),
      owned: block(),
      bits: block(),
      around: block(),
      nearby: block(),
    };
  }

  pointer(table: TableName): number {
    return this.blocks[table].pointer;
  }

  /** All tables, for the mesh as it is and the places that its faces have. */
  fill(placeOf: Uint32Array): void {
    const { memory, mesh, placeCount, faces } = this.motion;
    const { starStart, starFaces, edgeCount } = mesh.topology;
    const { blocks } = this;
    const { kernels } = memory;
    blocks.placeOf.put(placeOf);
    blocks.starStart.put(starStart);
    blocks.star.put(starFaces);
    blocks.edgeFace.reserve(4 * edgeCount);
    blocks.owned.reserve(placeCount);
    blocks.bits.putBytes(this.clusters.bitsOf(mesh));
    blocks.around.reserve(8 * mesh.vertexCount);
    blocks.nearby.reserve(8 * placeCount);
    this.fillEdges();
    const at = (table: TableName) => this.pointer(table);
    kernels.placeFaces(at('star'), starFaces.length, at('placeOf'));
    kernels.firstFaces(at('placeOf'), mesh.faceCount, at('faceEdges'), at('edgeFace'));
    kernels.ownFeatures(faces, placeCount, at('faceEdges'), at('starStart'), at('star'), at('edgeFace'), at('owned'));
    kernels.nearbyBits(faces, placeCount, at('bits'), at('around'), mesh.vertexCount, at('nearby'));
  }

  private fillEdges(): void {
    const { memory, mesh, faceOf, placeCount } = this.motion;
    const { faceEdges } = mesh.topology;
    const edges = memory.u32(this.blocks.faceEdges.reserve(12 * placeCount).pointer, 3 * placeCount);
    for (let i = 0; i < placeCount; i++) {
      // An empty place is in no pair; its edges only have to be some.
      const f = faceOf[i] === NONE ? 0 : 3 * faceOf[i];
      edges[3 * i] = faceEdges[f];
      edges[3 * i + 1] = faceEdges[f + 1];
      edges[3 * i + 2] = faceEdges[f + 2];
    }
  }
}

/**
 * `placeOf`: the place of each face. `faceEdges`: three edge ids a place. `starStart`, `star`: places of the faces around each vertex.
 * `edgeFace`: the place of the first face of each edge. `owned`: a byte a place, bits 0–2 the corners and 3–5 the edges of which it is
 * the first face. `bits`: a byte a vertex, its cluster's bit. `nearby`: 64 bits a place, those of all vertices of the faces around it;
 * faces that have none in common have no neighbour in common. `around`: scratch.
 */
type TableName = 'placeOf' | 'faceEdges' | 'starStart' | 'star' | 'edgeFace' | 'owned' | 'bits' | 'around' | 'nearby';
