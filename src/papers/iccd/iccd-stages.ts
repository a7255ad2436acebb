// The stages of the ICCD recipe on the collider's tree [ICCD §IV to §VI]. Quiet patches are
// labelled in steps where that pays, and pairs within them are dropped. Faces that share no vertex
// yield pairs of features by procedural representatives. Orphans are listed.
import type { Tally } from '../../core/contacts/contacts.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { Emission, FeaturePairs, NodeLabeller, Stages } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import { RepresentativeTables } from '../../core/wasm/mesh.generated.ts';
import { OrphanLists, skipQuietOrphans } from './orphan-lists.ts';
import { QuietLabelStage, type QuietMode } from './quiet-labels.ts';
import { RepresentativeTableStage } from './representative-table-stage.ts';

/** The stages of ICCD for one collider. */
export class IccdStages implements Stages {
  /** Representatives emit each pair of features once. */
  readonly repeats = false;
  /** The kernel reads the marks of pairs in static queries. */
  readonly readsMarks = true;
  private readonly motion: VertexMotion;
  private readonly tables: RepresentativeTableStage;
  private readonly orphans: OrphanLists;
  private readonly quiet: QuietLabelStage;

  constructor(motion: VertexMotion, mode: QuietMode) {
    this.motion = motion;
    this.tables = new RepresentativeTableStage(motion);
    this.orphans = new OrphanLists(motion);
    this.quiet = new QuietLabelStage(motion, mode);
  }

  /** True if there are too many orphans to list: then pairs of adjacent faces find them. */
  get adjacentFaces(): boolean {
    return !this.orphans.listed;
  }

  /** Updates the tables after the faces got other places. */
  reorder(): void {
    this.tables.fill();
    this.orphans.place();
  }

  /** Updates the tables after a change of the mesh. */
  change(changed: ChangedMesh): void {
    this.tables.fill();
    this.orphans.change(changed);
    this.orphans.place();
    this.quiet.change(changed);
  }

  /**
   * Labels of the quiet patches of this step; null if they are not used. Never with pairs of
   * adjacent faces.
   */
  mark(tree: NodeLabeller, tally: Tally): QuietLabels | null {
    return this.adjacentFaces ? null : this.quiet.mark(tree, tally);
  }

  /** Emits the pairs of features of all pairs of faces of the tree. */
  emit(pairs: number, count: number, to: FeaturePairs): void {
    this.emitPairs(pairs, count, !this.adjacentFaces, to);
  }

  /** The same for a list of only some pairs of faces, adjacent ones included. */
  emitSome(pairs: number, count: number, to: FeaturePairs): void {
    this.emitPairs(pairs, count, false, to);
  }

  private emitPairs(pairs: number, count: number, distinct: boolean, { vf, ee }: FeaturePairs): void {
    const { memory, context } = this.motion;
    const { kernels } = memory;
    const { tables } = this.tables;
    tables.distinct = distinct;
    kernels.representativePairs(context.address, tables.address, pairs, count, vf.pointer, ee.pointer);
    vf.count = tables.vfCount;
    ee.count = tables.eeCount;
    // Behind quantized bounds the segment of a vertex's path spares less than it costs.
    if (!context.isStatic && !context.isQuantized)
      vf.count = kernels.thinSegments(context.address, vf.pointer, vf.count);
  }

  /** The same as `emit`, for threads. */
  emission(): Emission {
    const { tables } = this.tables;
    tables.distinct = !this.adjacentFaces;
    const { BYTES: bytes } = RepresentativeTables;
    return { kernel: 'representativePairs', tables: tables.address, bytes, thinsFaces: false, thinsSegments: true };
  }

  /** Emits one piece of the orphans, without those inside a quiet patch. */
  emitRest(piece: number, labels: QuietLabels | null, to: FeaturePairs): boolean {
    const { motion } = this;
    const isMore = this.orphans.emit(piece, to);
    if (labels) skipQuietOrphans(motion, motion.memory.u32(labels.faces, motion.placeCount), to);
    return isMore;
  }
}
