// The stages that the methods of the paper have in common: pairs of faces, adjacent ones included, become pairs of features by what
// the two faces represent. [R-Triangles §5.1, algorithm 1]
import { Block } from '../../core/memory/block.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../../core/recipe/recipe.ts';
import { RepresentedTables } from '../../core/wasm/mesh.generated.ts';
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
  private readonly method: Method;
  private readonly tables: RepresentedTables;
  private readonly identifiers: Block;
  private readonly vertices: Block;
  private readonly edges: Block;

  constructor(motion: VertexMotion, method: Method) {
    const { memory } = motion;
    const tables = new RepresentedTables(memory, memory.allocate(RepresentedTables.BYTES));
    const block = (table: 'identifiers' | 'vertices' | 'faceEdges') =>
      new Block(memory, 0, (pointer) => {
        tables[table] = pointer;
      });
    this.motion = motion;
    this.method = method;
    this.repeats = method.assignment === 'all';
    this.tables = tables;
    tables.hasVolumes = method.volumes;
    this.identifiers = block('identifiers');
    this.vertices = block('vertices');
    this.edges = block('faceEdges');
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
    pairs.count = kernels.compatiblePairs(this.tables.address, pairs.pointer, pairs.count);
  }

  emit(pairs: number, count: number, { vf, ee }: FeaturePairs): void {
    const { memory, context } = this.motion;
    const { tables } = this;
    const { kernels } = memory;
    kernels.representedPairs(context.address, tables.address, pairs, count, vf.pointer, ee.pointer);
    vf.count = tables.vfCount;
    ee.count = tables.eeCount;
    // §5.1: a swept vertex is a segment, which misses more boxes than a box of its own would.
    if (this.method.volumes && !context.isStatic)
      vf.count = kernels.thinSegments(context.address, vf.pointer, vf.count);
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
