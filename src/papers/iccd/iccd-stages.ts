// ICCD on the tree of the collider: faces that share no vertex yield features by procedural representatives, the orphans are listed,
// and patches that cannot touch themselves are left out where that pays. [ICCD §IV to §VI]
import type { Tally } from '../../core/contacts/contacts.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { FeaturePairs, NodeLabeller, Stages } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import { OrphanLists, skipQuietOrphans } from './orphan-lists.ts';
import { QuietLabelStage, type QuietMode } from './quiet-labels.ts';
import { RepresentativeTableStage } from './representative-table-stage.ts';

export class IccdStages implements Stages {
  readonly repeats = false;
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

  /** Orphans that are not listed are found where adjacent faces meet. */
  get adjacentFaces(): boolean {
    return !this.orphans.listed;
  }

  reorder(): void {
    this.tables.fill();
    this.orphans.place();
  }

  change(changed: ChangedMesh): void {
    this.tables.fill();
    this.orphans.change(changed);
    this.orphans.place();
    this.quiet.change(changed);
  }

  mark(tree: NodeLabeller, tally: Tally): QuietLabels | null {
    return this.adjacentFaces ? null : this.quiet.mark(tree, tally);
  }

  emit(pairs: number, count: number, to: FeaturePairs): void {
    this.emitPairs(pairs, count, !this.adjacentFaces, to);
  }

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
    if (!context.isStatic) vf.count = kernels.thinSegments(context.address, vf.pointer, vf.count);
  }

  emitRest(piece: number, labels: QuietLabels | null, to: FeaturePairs): boolean {
    const { motion } = this;
    const isMore = this.orphans.emit(piece, to);
    if (labels) skipQuietOrphans(motion, motion.memory.u32(labels.faces, motion.placeCount), to);
    return isMore;
  }
}
