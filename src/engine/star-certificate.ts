// Lists the pairs of faces that share a vertex and may have more than that in common at one
// instant. Around nearly every vertex of a mesh, a certificate excludes all of these pairs at once
// (kernels/star-certificate.ts has the proof); the pairs around all other vertices are listed.
import { Block } from '../core/memory/block.ts';
import { NONE, type Topology } from '../core/mesh/topology.ts';
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import { FaceNormal, Star } from '../core/wasm/mesh.generated.ts';

/** Certificates for the vertices of one mesh, computed anew for every instant. */
export class StarCertificate {
  private readonly motion: VertexMotion;
  private readonly spokes: Block;
  private readonly stars: Block;
  private readonly normals: Block;
  private readonly failed: Block;
  /** The mesh whose first spokes are in linear memory. */
  private mesh: TriMesh | undefined;

  constructor(motion: VertexMotion) {
    this.motion = motion;
    this.spokes = new Block(motion.memory);
    this.stars = new Block(motion.memory);
    this.normals = new Block(motion.memory);
    this.failed = new Block(motion.memory);
  }

  /**
   * Appends the pairs of places of faces that no certificate excludes, each once. `isAsked` tells
   * whether the object of a vertex may collide with itself.
   */
  collect(pairs: PairBuffer, isAsked: (vertex: number) => boolean): void {
    const { mesh } = this.motion;
    const { starStart, starFaces } = mesh.topology;
    const failed = this.certify();
    const found: number[] = [];
    for (let v = failed.indexOf(1); v >= 0; v = failed.indexOf(1, v + 1)) {
      if (!isAsked(v)) continue;
      const faces = starFaces.subarray(starStart[v], starStart[v + 1]);
      for (let i = 0; i < faces.length; i++)
        for (let j = 0; j < i; j++)
          if (isListedAt(mesh.triangles, faces[i], faces[j], v, failed)) found.push(faces[i], faces[j]);
    }
    // Room first: growing detaches the view of the places.
    pairs.reserve(pairs.count + found.length / 2);
    const { placeOf } = this.motion;
    for (let i = 0; i < found.length; i += 2) pairs.push(placeOf[found[i]], placeOf[found[i + 1]]);
  }

  /** One byte per vertex, 1 where it has no certificate; valid until the memory grows. */
  private certify(): Uint8Array {
    const { motion, spokes, stars, normals, failed } = this;
    const { memory, mesh, placeCount, context } = motion;
    const { vertexCount } = mesh;
    if (!motion.inRange) return new Uint8Array(vertexCount).fill(1);
    if (this.mesh !== mesh) {
      spokes.put(firstSpokes(mesh.topology, vertexCount));
      this.mesh = mesh;
    }
    stars.reserve(Star.BYTES * vertexCount);
    normals.reserve(FaceNormal.BYTES * placeCount);
    failed.reserve(vertexCount);
    memory.kernels.certifyStars(context.address, spokes.pointer, normals.pointer, stars.pointer, failed.pointer);
    return memory.u8(failed.pointer, vertexCount);
  }
}

/**
 * Whether a pair of faces that share vertex v is listed at v. It is not if another vertex that they
 * share has a certificate, which excludes the pair, or comes before v.
 */
function isListedAt(triangles: Uint32Array, f: number, g: number, v: number, failed: Uint8Array): boolean {
  for (let j = 3 * f; j < 3 * f + 3; j++) {
    const w = triangles[j];
    const isShared = w === triangles[3 * g] || w === triangles[3 * g + 1] || w === triangles[3 * g + 2];
    if (isShared && (w < v || failed[w] === 0)) return false;
  }
  return true;
}

/**
 * Per vertex, the other end of the edge with which the fan of its faces begins; of any edge if the
 * fan is closed. `NONE` if the faces form more than one open fan, or if an edge is used twice in
 * one direction, so that the faces are not consistently wound.
 */
function firstSpokes(topology: Topology, vertexCount: number): Uint32Array {
  const { edges, edgeCount } = topology;
  const uses = directedUses(topology);
  const spokes = new Uint32Array(vertexCount).fill(NONE);
  const openFans = new Uint8Array(vertexCount);
  /** Adds the edge from v to w: how many faces use it away from v, and how many towards v. */
  const addSide = (v: number, w: number, outward: number, inward: number): void => {
    if (outward > 1 || inward > 1) openFans[v] = 2;
    else if (outward === 1 && inward === 0) {
      openFans[v] = Math.min(2, openFans[v] + 1);
      spokes[v] = w;
    } else if (outward === 1 && openFans[v] === 0) spokes[v] = w;
  };
  for (let e = 0; e < edgeCount; e++) {
    const [v, w] = [edges[2 * e], edges[2 * e + 1]];
    addSide(v, w, uses[2 * e], uses[2 * e + 1]);
    addSide(w, v, uses[2 * e + 1], uses[2 * e]);
  }
  for (let v = 0; v < vertexCount; v++) if (openFans[v] > 1) spokes[v] = NONE;
  return spokes;
}

/**
 * How many faces, counted up to two, use each edge from its smaller to its larger vertex, and how
 * many the other way.
 */
function directedUses({ triangles, faceEdges, edgeCount }: Topology): Uint8Array {
  const uses = new Uint8Array(2 * edgeCount);
  for (let i = 0; i < triangles.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    const side = 2 * faceEdges[i] + (triangles[i] < triangles[next] ? 0 : 1);
    uses[side] = Math.min(2, uses[side] + 1);
  }
  return uses;
}
