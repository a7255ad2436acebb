// The tables behind the procedural representative triangles: assembly/representatives.ts reads them. [ICCD §V-B]
// The faces around a vertex or an edge are listed by ascending face id: any order will do that stays while the mesh does.
import { Block } from '../../core/memory/block.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';

/** Vertices a cluster: larger ones have fewer neighbours, smaller ones take in fewer faces that lie on each other. */
const CLUSTER = 64;

const UNSEEN = 255;

export class RepresentativeTables {
  private readonly motion: VertexMotion;
  private readonly faceEdgeBlock: Block;
  private readonly starStartBlock: Block;
  private readonly starBlock: Block;
  private readonly edgeFaceBlock: Block;
  private readonly ownedBlock: Block;
  private readonly nearbyBlock: Block;

  constructor(motion: VertexMotion) {
    const { memory } = motion;
    this.motion = motion;
    this.faceEdgeBlock = new Block(memory);
    this.starStartBlock = new Block(memory);
    this.starBlock = new Block(memory);
    this.edgeFaceBlock = new Block(memory);
    this.ownedBlock = new Block(memory);
    this.nearbyBlock = new Block(memory);
  }

  /** Three edge ids a place. */
  get faceEdges(): number {
    return this.faceEdgeBlock.pointer;
  }

  get starStart(): number {
    return this.starStartBlock.pointer;
  }

  /** Places of the faces around each vertex. */
  get star(): number {
    return this.starBlock.pointer;
  }

  /** The place of the first face of each edge. */
  get edgeFace(): number {
    return this.edgeFaceBlock.pointer;
  }

  /** A byte a place: bits 0–2 the corners and 3–5 the edges of which it is the first face. */
  get owned(): number {
    return this.ownedBlock.pointer;
  }

  /** 64 bits a place: the clusters of the vertices of all faces around it. */
  get nearby(): number {
    return this.nearbyBlock.pointer;
  }

  /** Fills all tables for the mesh as it is and the places that its faces have. */
  fill(placeOf: Uint32Array): void {
    const { topology } = this.motion.mesh;
    this.starStartBlock.put(topology.starStart);
    this.starBlock.reserve(4 * topology.starFaces.length);
    const star = this.motion.memory.u32(this.star, topology.starFaces.length);
    for (let i = 0; i < star.length; i++) star[i] = placeOf[topology.starFaces[i]];
    this.edgeFaceBlock.reserve(4 * topology.edgeCount);
    const edgeFace = this.motion.memory.u32(this.edgeFace, topology.edgeCount);
    for (let e = 0; e < edgeFace.length; e++) edgeFace[e] = placeOf[topology.edgeFaces[topology.edgeFaceStart[e]]];
    this.fillOwned();
    this.fillNearby();
  }

  private fillOwned(): void {
    const { memory, mesh, faceOf, placeCount } = this.motion;
    const { starStart, starFaces, faceEdges, edgeFaceStart, edgeFaces } = mesh.topology;
    this.faceEdgeBlock.reserve(12 * placeCount);
    this.ownedBlock.reserve(placeCount);
    const edges = memory.u32(this.faceEdges, 3 * placeCount);
    const owned = memory.u8(this.owned, placeCount);
    for (let i = 0; i < placeCount; i++) {
      const f = faceOf[i];
      let bits = 0;
      // An empty place stands for nothing: it is in no pair.
      if (f === NONE) continue;
      for (let k = 0; k < 3; k++) {
        const e = faceEdges[3 * f + k];
        edges[3 * i + k] = e;
        if (starFaces[starStart[mesh.triangles[3 * f + k]]] === f) bits |= 1 << k;
        if (edgeFaces[edgeFaceStart[e]] === f) bits |= 8 << k;
      }
      owned[i] = bits;
    }
  }

  private fillNearby(): void {
    const { memory, mesh, faceOf, placeCount } = this.motion;
    const { triangles, vertexCount } = mesh;
    const bitOf = clusterBits(mesh);
    // Two words each: clusters of the vertices of all faces around a vertex, then of all faces around a face.
    const around = new Uint32Array(2 * vertexCount);
    for (let i = 0; i < triangles.length; i += 3) {
      let low = 0;
      let high = 0;
      for (let k = 0; k < 3; k++) {
        const bit = bitOf[triangles[i + k]];
        if (bit < 32) low |= 1 << bit;
        else high |= 1 << (bit - 32);
      }
      for (let k = 0; k < 3; k++) {
        around[2 * triangles[i + k]] |= low;
        around[2 * triangles[i + k] + 1] |= high;
      }
    }
    this.nearbyBlock.reserve(8 * placeCount);
    const nearby = memory.u32(this.nearby, 2 * placeCount);
    for (let i = 0; i < placeCount; i++) {
      if (faceOf[i] === NONE) continue;
      const a = 2 * triangles[3 * faceOf[i]];
      const b = 2 * triangles[3 * faceOf[i] + 1];
      const c = 2 * triangles[3 * faceOf[i] + 2];
      nearby[2 * i] = around[a] | around[b] | around[c];
      nearby[2 * i + 1] = around[a + 1] | around[b + 1] | around[c + 1];
    }
  }
}

/** Collects vertices into connected clusters and gives each cluster one of 64 bits. */
function clusterBits({ triangles, vertexCount, topology }: TriMesh): Uint8Array {
  const { starStart, starFaces } = topology;
  const bitOf = new Uint8Array(vertexCount).fill(UNSEEN);
  const queue = new Uint32Array(CLUSTER);
  for (let seed = 0, cluster = 0; seed < vertexCount; seed++) {
    if (bitOf[seed] !== UNSEEN) continue;
    const bit = Math.imul(cluster++, 0x9e3779b1) >>> 26;
    let size = 1;
    queue[0] = seed;
    bitOf[seed] = bit;
    for (let next = 0; next < size && size < CLUSTER; next++) {
      const v = queue[next];
      for (let i = starStart[v]; i < starStart[v + 1]; i++) {
        for (let k = 3 * starFaces[i]; k < 3 * starFaces[i] + 3 && size < CLUSTER; k++) {
          if (bitOf[triangles[k]] !== UNSEEN) continue;
          bitOf[triangles[k]] = bit;
          queue[size++] = triangles[k];
        }
      }
    }
  }
  return bitOf;
}
