// The stages that the methods of the paper have in common: pairs of faces, adjacent ones included, become pairs of features by what
// the two faces represent. [R-Triangles §5.1, algorithm 1]
import type { SweptBounds } from '../../core/bounds/swept-bounds.ts';
import { Block } from '../../core/memory/block.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../../core/recipe/recipe.ts';
import { type Faces, type Representation, representAll, representGreedily } from './represent.ts';

export interface Method {
  /** Every feature by one face, or by all that hold it. */
  readonly assignment: 'greedy' | 'all';
  /** Whether bounds of the features cull. */
  readonly volumes: boolean;
}

export class RepresentedStages implements Stages {
  readonly adjacentFaces = true;
  readonly repeats: boolean;
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly method: Method;
  private readonly identifiers: Block;
  private readonly vertices: Block;
  private readonly edges: Block;
  private readonly counts: number;

  constructor(motion: VertexMotion, bounds: SweptBounds, method: Method) {
    const { memory } = motion;
    this.motion = motion;
    this.bounds = bounds;
    this.method = method;
    this.repeats = method.assignment === 'all';
    this.identifiers = new Block(memory);
    this.vertices = new Block(memory);
    this.edges = new Block(memory);
    this.counts = memory.allocate(8);
  }

  reorder(): void {
    const { mesh } = this.motion;
    const faces = facesInPlace(this.motion);
    const all = this.method.assignment === 'all';
    this.keep(all ? representAll(faces) : representGreedily(faces, mesh.vertexCount, mesh.topology.edgeCount));
  }

  /**
   * Departs from the paper, which reassigns only around the change: a scan of all faces costs little beside the rest, and the schema
   * stays the greedy one.
   */
  change(): void {
    this.reorder();
  }

  thin(pairs: PairBuffer): void {
    const { kernels } = this.motion.memory;
    pairs.count = kernels.compatiblePairs(pairs.pointer, pairs.count, this.identifiers.pointer);
  }

  emit(pairs: number, count: number, { vf, ee }: FeaturePairs): void {
    const { motion, bounds, counts } = this;
    const { volumes } = this.method;
    const { kernels } = motion.memory;
    kernels.representedPairs(
      pairs,
      count,
      this.identifiers.pointer,
      this.vertices.pointer,
      this.edges.pointer,
      motion.faces,
      motion.edges,
      bounds.projected,
      bounds.slabs,
      bounds.pad,
      volumes,
      vf.pointer,
      ee.pointer,
      counts,
    );
    const { words } = motion.memory;
    vf.count = words[counts / 4];
    ee.count = words[counts / 4 + 1];
    // §5.1: a swept vertex is a segment, which misses more boxes than a box of its own would.
    if (volumes && !motion.isStill)
      vf.count = kernels.thinSegments(vf.pointer, vf.count, motion.points, bounds.slabs, bounds.pad);
  }

  private keep({ identifiers, vertices, edges }: Representation): void {
    this.identifiers.put(identifiers);
    this.vertices.put(vertices);
    this.edges.put(edges);
  }
}

/** Vertices and edges of the faces in their places; `NONE` where there is no face. */
function facesInPlace({ mesh, faceOf }: VertexMotion): Faces {
  const vertices = new Uint32Array(3 * faceOf.length).fill(NONE);
  const edges = new Uint32Array(3 * faceOf.length).fill(NONE);
  for (let i = 0; i < faceOf.length; i++) {
    if (faceOf[i] === NONE) continue;
    for (let k = 0; k < 3; k++) {
      vertices[3 * i + k] = mesh.triangles[3 * faceOf[i] + k];
      edges[3 * i + k] = mesh.topology.faceEdges[3 * faceOf[i] + k];
    }
  }
  return { vertices, edges };
}
