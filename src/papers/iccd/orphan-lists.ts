// Keeps the orphan set in linear memory, with faces as places, and emits in every step the orphans
// that no bound separates [ICCD §V-F]. The last stage of the ICCD recipe.
import { Block } from '../../core/memory/block.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { FeaturePairs } from '../../core/recipe/recipe.ts';
import { listOrphans, type OrphanSet, updateOrphans } from './orphans.ts';

/** Most orphans per face for which a list is kept. A lone fan of n faces has about n² orphans. */
const MAX_ORPHANS_PER_FACE = 4;
/** Added to that limit, so that small meshes always have a list. */
const MAX_ORPHANS_BASE = 1024;

/** The orphans of one mesh, listed if they are not too many. */
export class OrphanLists {
  private readonly motion: VertexMotion;
  private readonly hasBounds: boolean;
  /** Null if there are too many. */
  private set: OrphanSet | null;
  private readonly vf: Block;
  private readonly ee: Block;

  /** `hasBounds`: orphans whose bounds are apart are dropped. */
  constructor(motion: VertexMotion, hasBounds: boolean) {
    this.motion = motion;
    this.hasBounds = hasBounds;
    this.set = listOrphans(motion.memory, motion.mesh, maxOrphans(motion.mesh));
    this.vf = new Block(motion.memory);
    this.ee = new Block(motion.memory);
  }

  /**
   * Whether the orphans are listed. If not, there are too many, and pairs of adjacent faces of the
   * tree have to find them.
   */
  get listed(): boolean {
    return this.set !== null;
  }

  /** Updates the set after a change of the mesh. `place` has to follow. */
  change(changed: ChangedMesh): void {
    const { set } = this;
    const { memory } = this.motion;
    const limit = maxOrphans(changed.mesh);
    this.set = set ? updateOrphans(memory, set, changed, limit) : listOrphans(memory, changed.mesh, limit);
  }

  /** Copies the pairs into linear memory, with the places of their faces. */
  place(): void {
    if (!this.set) return;
    const { placeOf } = this.motion;
    const vf = this.set.vf.slice();
    for (let i = 1; i < vf.length; i += 2) vf[i] = placeOf[vf[i]];
    this.vf.put(vf);
    this.ee.put(this.set.ee);
  }

  /**
   * Emits the pairs of one piece that no bound separates, or all if bounds are not used. Returns
   * false behind the last piece.
   */
  emit(piece: number, { vf, ee }: FeaturePairs): boolean {
    const { set } = this;
    if (!set) return false;
    const { memory, context } = this.motion;
    const { kernels } = memory;
    const capacity = Math.min(vf.capacity, ee.capacity);
    const first = piece * capacity;
    const vfCount = Math.min(capacity, Math.max(0, set.vf.length / 2 - first));
    const eeCount = Math.min(capacity, Math.max(0, set.ee.length / 2 - first));
    const [fromVf, fromEe] = [this.vf.pointer + 8 * first, this.ee.pointer + 8 * first];
    if (this.hasBounds) {
      vf.count = kernels.thinVf(context.address, fromVf, vfCount, vf.pointer);
      ee.count = kernels.thinEe(context.address, fromEe, eeCount, ee.pointer);
    } else {
      memory.bytes.copyWithin(vf.pointer, fromVf, fromVf + 8 * vfCount);
      memory.bytes.copyWithin(ee.pointer, fromEe, fromEe + 8 * eeCount);
      vf.count = vfCount;
      ee.count = eeCount;
    }
    return vfCount + eeCount > 0;
  }
}

/**
 * Drops orphans inside a quiet patch, that is, if both features have a face in it: they never touch
 * [ICCD §V-F]. `labels` are by place.
 */
export function skipQuietOrphans({ mesh, placeOf }: VertexMotion, labels: Uint32Array, { vf, ee }: FeaturePairs): void {
  const { starStart, starFaces, edgeFaceStart, edgeFaces } = mesh.topology;
  const hasLabel = (faces: Uint32Array, from: number, to: number, label: number): boolean => {
    for (let i = from; i < to; i++) if (labels[placeOf[faces[i]]] === label) return true;
    return false;
  };
  vf.keep((v, place) => !(labels[place] > 0 && hasLabel(starFaces, starStart[v], starStart[v + 1], labels[place])));
  ee.keep((e, g) => {
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) {
      const label = labels[placeOf[edgeFaces[i]]];
      if (label > 0 && hasLabel(edgeFaces, edgeFaceStart[g], edgeFaceStart[g + 1], label)) return false;
    }
    return true;
  });
}

/** Orphans up to which they are listed. */
function maxOrphans({ faceCount }: TriMesh): number {
  return MAX_ORPHANS_PER_FACE * faceCount + MAX_ORPHANS_BASE;
}
