// The stages that the methods of the paper have in common [R-Triangles §5.1, algorithm 1]: pairs of
// faces, adjacent ones included, become pairs of features by the features that the two faces
// represent.
import { Block } from '../../core/memory/block.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../../core/pairs/pair-buffer.ts';
import type { Emission, FeaturePairs, Stages } from '../../core/recipe/recipe.ts';
import { RepresentedTables } from '../../core/wasm/mesh.generated.ts';
import { type Faces, type Representation, representAll, representGreedily } from './represent.ts';
import { representMaximally, representUniformly } from './schemas.ts';
import { StoredEdgeVolumes } from './stored-edge-volumes.ts';

/** How the methods differ. */
export interface Method {
  /** `'all'`: every face represents its features. Otherwise one face does; which, says the schema. */
  readonly assignment: 'all' | 'greedy' | 'maximal' | 'uniform';
  /** Whether pairs of features are culled by their bounds. */
  readonly volumes: boolean;
  /** Where the bounds of edges come from, if there are any; on demand by default. */
  readonly edgeVolumes?: 'on-demand' | 'stored';
}

/** Who represents which features. */
type Schema = (faces: Faces, vertexCount: number, edgeCount: number) => Representation;

/** The schemas by name. */
const SCHEMAS: Readonly<Record<Method['assignment'], Schema>> = {
  all: representAll,
  greedy: representGreedily,
  maximal: representMaximally,
  uniform: representUniformly,
};

/** The stages of one method for one collider. */
export class RepresentedStages implements Stages {
  /** Adjacent faces may be the only ones that represent a pair of features. */
  readonly adjacentFaces = true;
  /** The path of a vertex is compared with the box of a face. */
  readonly readsFloatBounds = true;
  /** True without an assignment: several pairs of faces then emit the same pair of features. */
  readonly repeats: boolean;
  /** The mesh in motion. */
  protected readonly motion: VertexMotion;
  private readonly method: Method;
  private readonly tables: RepresentedTables;
  private readonly identifiers: Block;
  private readonly vertices: Block;
  private readonly edges: Block;
  /** The stored bounds of edges; null if they are computed on demand. */
  private readonly stored: StoredEdgeVolumes | null;

  constructor(motion: VertexMotion, method: Method) {
    const { memory } = motion;
    const tables = new RepresentedTables(memory, memory.allocate(RepresentedTables.BYTES));
    this.motion = motion;
    this.method = method;
    this.repeats = method.assignment === 'all';
    this.tables = tables;
    tables.hasVolumes = method.volumes;
    this.identifiers = Block.forField(memory, tables, 'identifiers');
    this.vertices = Block.forField(memory, tables, 'vertices');
    this.edges = Block.forField(memory, tables, 'faceEdges');
    this.stored = method.edgeVolumes === 'stored' ? new StoredEdgeVolumes(motion) : null;
    tables.storedEdges = this.stored?.address ?? 0;
  }

  /** Assigns all features anew, after the faces got other places. */
  reorder(): void {
    const { mesh } = this.motion;
    const schema = SCHEMAS[this.method.assignment];
    const { identifiers, vertices, edges } = schema(
      facesInPlace(this.motion),
      mesh.vertexCount,
      mesh.topology.edgeCount,
    );
    this.stored?.reorder();
    this.identifiers.put(identifiers);
    this.vertices.put(vertices);
    this.edges.put(edges);
  }

  /**
   * Follows a change of the mesh.
   * Departs from the paper: it reassigns only around the change. A scan of all faces costs little
   * beside the rest, and the assignment stays the greedy one.
   */
  change(): void {
    this.reorder();
  }

  /** Drops pairs of faces whose represented features make no elementary test. */
  thin(pairs: PairBuffer): void {
    const { kernels } = this.motion.memory;
    pairs.count = kernels.compatiblePairs(this.tables.address, pairs.pointer, pairs.count);
    this.stored?.store();
  }

  /** Emits the pairs of represented features. */
  emit(pairs: number, count: number, { vf, ee }: FeaturePairs): void {
    const { memory, context } = this.motion;
    const { tables } = this;
    const { kernels } = memory;
    kernels.representedPairs(context.address, tables.address, pairs, count, vf.pointer, ee.pointer);
    vf.count = tables.vfCount;
    ee.count = tables.eeCount;
    // §5.1: a swept vertex is a segment, which misses more boxes than a box around the segment
    // does.
    if (this.method.volumes && !context.isStatic)
      vf.count = kernels.thinSegments(context.address, vf.pointer, vf.count);
  }

  /** Emits the pairs of represented edges and faces at one instant. */
  emitEdgeFaces(pairs: number, count: number, to: PairBuffer): void {
    const { memory, context } = this.motion;
    const { kernels } = memory;
    to.count = kernels.representedEdgeFaces(context.address, this.tables.address, pairs, count, to.pointer);
  }

  /** The same as `thin` and `emit`, for threads; null if bounds are stored, which one thread does. */
  emission(): Emission | null {
    if (this.stored) return null;
    const tables = this.tables.address;
    const { BYTES: bytes } = RepresentedTables;
    return { kernel: 'representedPairs', tables, bytes, thinsFaces: true, thinsSegments: this.method.volumes };
  }
}

/** Vertices and edges of the face at each place; `NONE` at places without a face. */
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
