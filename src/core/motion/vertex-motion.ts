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
  /** Three vertex ids a face. */
  readonly faces: number;
  /** Two vertex ids an edge. */
  readonly edges: number;
  /** False if a coordinate is too large for certified floating point. */
  inRange = true;

  constructor(memory: LinearMemory, mesh: TriMesh) {
    const { triangles, vertexCount, topology } = mesh;
    this.memory = memory;
    this.mesh = mesh;
    this.points = memory.allocate(48 * vertexCount);
    this.faces = memory.allocate(4 * triangles.length);
    this.edges = memory.allocate(4 * topology.edges.length);
    memory.u32(this.faces, triangles.length).set(triangles);
    memory.u32(this.edges, topology.edges.length).set(topology.edges);
  }

  /** Throws `MeshError` where positions are missing or not finite. */
  set(x0: Float64Array | Float32Array, x1: Float64Array | Float32Array): void {
    const { vertexCount } = this.mesh;
    checkPositions(x0, vertexCount);
    checkPositions(x1, vertexCount);
    const points = this.memory.f64(this.points, 6 * vertexCount);
    let inRange = true;
    for (let i = 0; i < 3 * vertexCount; i++) {
      const a = x0[i];
      const b = x1[i];
      points[2 * i] = a;
      points[2 * i + 1] = b;
      inRange = inRange && a <= LARGEST && a >= -LARGEST && b <= LARGEST && b >= -LARGEST;
    }
    this.inRange = inRange;
  }
}
