// One step of a deforming mesh in linear memory: where every vertex is at t = 0 and at t = 1, between which it moves in a
// straight line, and the faces and edges as the kernels read them.
import type { LinearMemory } from '../memory/linear-memory.ts';
import { checkPositions, type TriMesh } from '../mesh/tri-mesh.ts';

/** Beyond this the rounding bounds of the kernels are not proven: the step is left to exact arithmetic. */
const LARGEST = 2 ** 99;

export class VertexMotion {
  readonly memory: LinearMemory;
  readonly mesh: TriMesh;
  /** [x0 x1 y0 y1 z0 z1] a vertex. */
  readonly points: number;
  /** Three vertex ids a face, in an order of the kernels' own: see `orderFaces`. 16 bytes may be read behind the last. */
  readonly faces: number;
  /** The face of the mesh that stands at each place of that order; also in linear memory. */
  faceOf: Uint32Array;
  readonly faceOfBlock: number;
  /** Two vertex ids an edge. */
  readonly edges: number;
  /** The largest magnitude of a coordinate. */
  largest = 0;

  constructor(memory: LinearMemory, mesh: TriMesh) {
    const { triangles, vertexCount, topology } = mesh;
    this.memory = memory;
    this.mesh = mesh;
    this.points = memory.allocate(48 * vertexCount);
    this.faces = memory.allocate(4 * triangles.length + 16);
    this.faceOf = new Uint32Array(mesh.faceCount);
    for (let f = 0; f < mesh.faceCount; f++) this.faceOf[f] = f;
    this.faceOfBlock = memory.allocate(4 * mesh.faceCount);
    memory.u32(this.faceOfBlock, mesh.faceCount).set(this.faceOf);
    this.edges = memory.allocate(4 * topology.edges.length + 16);
    memory.u32(this.faces, triangles.length).set(triangles);
    memory.u32(this.edges, topology.edges.length).set(topology.edges);
  }

  /** Puts the faces into an order that keeps neighbours in space close in memory: a third faster than by chance. */
  orderFaces(order: Uint32Array): void {
    const { triangles } = this.mesh;
    const faces = this.memory.u32(this.faces, triangles.length);
    for (let i = 0; i < order.length; i++) {
      for (let k = 0; k < 3; k++) faces[3 * i + k] = triangles[3 * order[i] + k];
    }
    this.faceOf = order;
    this.memory.u32(this.faceOfBlock, order.length).set(order);
  }

  /** Throws `MeshError` where positions are missing or not finite. */
  set(x0: Float64Array | Float32Array, x1: Float64Array | Float32Array): void {
    const { vertexCount } = this.mesh;
    checkPositions(x0, vertexCount);
    checkPositions(x1, vertexCount);
    const points = this.memory.f64(this.points, 6 * vertexCount);
    let low = 0;
    let high = 0;
    for (let i = 0; i < 3 * vertexCount; i++) {
      const a = x0[i];
      const b = x1[i];
      points[2 * i] = a;
      points[2 * i + 1] = b;
      if (a < low) low = a;
      if (b < low) low = b;
      if (a > high) high = a;
      if (b > high) high = b;
    }
    this.largest = high > -low ? high : -low;
  }

  /** False if a coordinate is too large for certified floating point: then exact arithmetic has to serve. */
  get inRange(): boolean {
    return this.largest <= LARGEST;
  }
}
