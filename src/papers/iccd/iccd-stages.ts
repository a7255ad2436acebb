// The stages of the ICCD recipe on the collider's tree [ICCD §IV to §VI]. Quiet patches are
// labelled in steps where that pays, and pairs within them are dropped. Faces that share no vertex
// yield pairs of features by procedural representatives. Orphans are listed.
import { noTally, type Tally } from '../../core/contacts/contacts.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { Emission, FeaturePairs, NodeLabeller, Stages } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import { RepresentativeTables } from '../../core/wasm/mesh.generated.ts';
import type { IccdParameters } from './iccd-parameters.ts';
import { OrphanLists, skipQuietOrphans } from './orphan-lists.ts';
import { QuietLabelStage } from './quiet-labels.ts';
import { RepresentativeTableStage } from './representative-table-stage.ts';

/** The stages of ICCD for one collider. */
export class IccdStages implements Stages {
  /** Representatives emit each pair of features once. */
  readonly repeats = false;
  /** The kernel reads the marks of pairs in static queries, if it drops pairs of features. */
  readonly readsMarks: boolean;
  /** Whether bounds are swept, as in the paper. */
  readonly readsSweptBounds: boolean;
  /**
   * `emit` for a list of only some pairs of faces, adjacent ones included. Missing with swept
   * bounds: the near-pair cache has bounds at both ends.
   */
  readonly emitSome?: NonNullable<Stages['emitSome']>;
  private readonly motion: VertexMotion;
  private readonly tables: RepresentativeTableStage;
  private readonly orphans: OrphanLists;
  private readonly quiet: QuietLabelStage;
  private readonly hasBounds: boolean;
  /** The tally of the present search. */
  private tally: Tally = noTally();

  constructor(motion: VertexMotion, { bounds, featureBounds, cones }: IccdParameters) {
    this.motion = motion;
    this.hasBounds = featureBounds;
    this.readsMarks = featureBounds;
    this.readsSweptBounds = bounds === 'swept';
    this.tables = new RepresentativeTableStage(motion);
    this.tables.tables.hasBounds = featureBounds;
    this.orphans = new OrphanLists(motion, featureBounds);
    this.quiet = new QuietLabelStage(motion, cones);
    if (bounds !== 'swept') this.emitSome = (pairs, count, to) => this.emitPairs(pairs, count, false, to);
  }

  /** What is counted from here on goes into this tally. */
  begin(tally: Tally): void {
    this.tally = tally;
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

  private emitPairs(pairs: number, count: number, distinct: boolean, { vf, ee }: FeaturePairs): void {
    const { memory, context } = this.motion;
    const { kernels } = memory;
    const { tables } = this.tables;
    tables.distinct = distinct;
    kernels.representativePairs(context.address, tables.address, pairs, count, vf.pointer, ee.pointer);
    vf.count = tables.vfCount;
    ee.count = tables.eeCount;
    this.tally.representativeWalks += tables.walkCount;
    // Behind quantized bounds the segment of a vertex's path spares less than it costs.
    if (this.hasBounds && !context.isStatic && !context.isQuantized)
      vf.count = kernels.thinSegments(context.address, vf.pointer, vf.count);
  }

  /** The same as `emit`, for threads. */
  emission(): Emission {
    const { tables } = this.tables;
    tables.distinct = !this.adjacentFaces;
    const { BYTES: bytes } = RepresentativeTables;
    const thinsSegments = this.hasBounds;
    return { kernel: 'representativePairs', tables: tables.address, bytes, thinsFaces: false, thinsSegments };
  }

  /** Emits one piece of the orphans, without those inside a quiet patch. */
  emitRest(piece: number, labels: QuietLabels | null, to: FeaturePairs): boolean {
    const { motion } = this;
    const isMore = this.orphans.emit(piece, to);
    if (labels) {
      const found = to.vf.count + to.ee.count;
      skipQuietOrphans(motion, motion.memory.u32(labels.faces, motion.placeCount), to);
      this.tally.orphansSkipped += found - to.vf.count - to.ee.count;
    }
    return isMore;
  }
}
