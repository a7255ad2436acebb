// The bounds of all edges of a mesh, for recipes that store them instead of computing them on demand
// [R-Triangles §5.1, memory requirements]. kernels/edge-volumes.ts computes and compares them.
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { StoredEdges } from '../../core/wasm/mesh.generated.ts';

/** Bytes of the bounds of an edge at one instant, and over a step. */
const STATIC_BYTES = 32;
const STEP_BYTES = 160;

/** Stored bounds of the edges of one collider. */
export class StoredEdgeVolumes {
  private readonly motion: VertexMotion;
  private readonly edges: StoredEdges;
  private readonly corners: Block;
  private readonly volumes: Block;

  constructor(motion: VertexMotion) {
    const { memory } = motion;
    this.motion = motion;
    this.edges = new StoredEdges(memory, memory.allocate(StoredEdges.BYTES));
    this.corners = Block.forField(memory, this.edges, 'corners');
    this.volumes = Block.forField(memory, this.edges, 'volumes');
  }

  /** Pointer to the struct that kernels read. */
  get address(): number {
    return this.edges.address;
  }

  /** Takes over the edges of the mesh. */
  reorder(): void {
    const { edges, edgeCount } = this.motion.mesh.topology;
    const corners = new Uint32Array(3 * edgeCount);
    for (let e = 0; e < edgeCount; e++) {
      corners[3 * e] = edges[2 * e];
      corners[3 * e + 1] = edges[2 * e + 1];
      corners[3 * e + 2] = edges[2 * e + 1];
    }
    this.corners.put(corners);
    this.edges.count = edgeCount;
  }

  /** Computes the bounds over the present step, after those of its vertices. */
  store(): void {
    const { context, memory } = this.motion;
    this.volumes.reserve((context.isStatic ? STATIC_BYTES : STEP_BYTES) * this.edges.count);
    memory.kernels.storeEdges(context.address, this.edges.address);
  }
}
