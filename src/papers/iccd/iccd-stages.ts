// ICCD on the tree of the collider: faces that share no vertex yield features by procedural representatives, the orphans are listed,
// and patches that cannot touch themselves are left out where that pays. [ICCD §IV to §VI]
import type { SweptBounds } from '../../core/bounds/swept-bounds.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { FeaturePairs, Stages } from '../../core/recipe/recipe.ts';
import { OrphanLists } from './orphan-lists.ts';
import { RepresentativeTables } from './representative-tables.ts';

export class IccdStages implements Stages {
  readonly repeats = false;
  private readonly motion: VertexMotion;
  private readonly bounds: SweptBounds;
  private readonly tables: RepresentativeTables;
  private readonly orphans: OrphanLists;
  private readonly counts: number;

  constructor(motion: VertexMotion, bounds: SweptBounds) {
    this.motion = motion;
    this.bounds = bounds;
    this.tables = new RepresentativeTables(motion);
    this.orphans = new OrphanLists(motion);
    this.counts = motion.memory.allocate(8);
  }

  /** Orphans that are not listed are found where adjacent faces meet. */
  get adjacentFaces(): boolean {
    return !this.orphans.listed;
  }

  reorder(): void {
    const placeOf = this.motion.placesOfFaces();
    this.tables.fill(placeOf);
    this.orphans.place(placeOf);
  }

  change(changed: ChangedMesh): void {
    this.orphans.change(changed);
  }

  emit(pairs: number, count: number, { vf, ee }: FeaturePairs): void {
    const { motion, bounds, tables, counts } = this;
    motion.memory.kernels.representativePairs(
      pairs,
      count,
      motion.faces,
      tables.faceEdges,
      motion.edges,
      tables.starStart,
      tables.star,
      tables.edgeFace,
      tables.owned,
      tables.nearby,
      bounds.projected,
      bounds.slabs,
      bounds.pad,
      !this.adjacentFaces,
      vf.pointer,
      ee.pointer,
      counts,
    );
    [vf.count, ee.count] = motion.memory.u32(counts, 2);
  }

  emitRest(piece: number, to: FeaturePairs): boolean {
    return this.orphans.emit(piece, this.bounds, to);
  }
}
