// ICCD on the tree of the collider: faces that share no vertex yield features by procedural representatives, the orphans are listed,
// and patches that cannot touch themselves are left out where that pays. [ICCD §IV to §VI]
import type { SweptBounds } from '../../core/bounds/swept-bounds.ts';
import type { Tally } from '../../core/contacts/contacts.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { FeaturePairs, NodeLabeller, Stages } from '../../core/recipe/recipe.ts';
import type { QuietLabels } from '../../core/tree/face-tree.ts';
import { OrphanLists, skipQuietOrphans } from './orphan-lists.ts';
import { QuietLabelStage, type QuietMode } from './quiet-labels.ts';
import { RepresentativeTables } from './representative-tables.ts';

export class IccdStages implements Stages {
  readonly repeats = false;
  readonly readsMarks = true;
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly tables: RepresentativeTables;
  private readonly orphans: OrphanLists;
  private readonly quiet: QuietLabelStage;
  private readonly counts: number;

  constructor(motion: VertexMotion, bounds: SweptBounds, mode: QuietMode) {
    this.motion = motion;
    this.bounds = bounds;
    this.tables = new RepresentativeTables(motion, bounds);
    this.orphans = new OrphanLists(motion, bounds);
    this.quiet = new QuietLabelStage(motion, mode);
    this.counts = motion.memory.allocate(8);
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

  private emitPairs(pairs: number, count: number, apart: boolean, { vf, ee }: FeaturePairs): void {
    const { motion, bounds, tables, counts } = this;
    motion.memory.kernels.representativePairs(
      pairs,
      count,
      motion.faces,
      tables.pointer('faceEdges'),
      motion.edges,
      tables.pointer('starStart'),
      tables.pointer('star'),
      tables.pointer('edgeFace'),
      tables.pointer('owned'),
      tables.pointer('nearby'),
      bounds.projected,
      bounds.slabs,
      bounds.pad,
      apart,
      motion.isStill,
      vf.pointer,
      ee.pointer,
      counts,
    );
    const { words } = motion.memory;
    vf.count = words[counts / 4];
    ee.count = words[counts / 4 + 1];
    // A swept vertex is a segment: where motion is large it misses boxes that its bounds at both ends do not.
    if (!motion.isStill)
      vf.count = motion.memory.kernels.thinSegments(vf.pointer, vf.count, motion.points, bounds.slabs, bounds.pad);
  }

  emitRest(piece: number, labels: QuietLabels | null, to: FeaturePairs): boolean {
    const { motion } = this;
    const isMore = this.orphans.emit(piece, to);
    if (labels) skipQuietOrphans(motion, motion.memory.u32(labels.faces, motion.placeCount), to);
    return isMore;
  }
}
