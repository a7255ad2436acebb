// The orphan set in linear memory, with faces as places, thinned by bounds in every step. [ICCD §V-F]
import { Block } from '../../core/memory/block.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import type { FeaturePairs } from '../../core/recipe/recipe.ts';
import { findOrphans, type OrphanSet, updateOrphans } from './orphans.ts';

/** Orphans per face, and in all, beyond which they are no longer listed: a fan of n faces alone has some n² of them. */
const MAX_PER_FACE = 4;
const MAX_BASE = 1024;

export class OrphanLists {
  private readonly motion: VertexMotion;
  private set: OrphanSet | null;
  private readonly vf: Block;
  private readonly ee: Block;

  constructor(motion: VertexMotion) {
    this.motion = motion;
    this.set = findOrphans(motion.memory, motion.mesh, maxOrphans(motion.mesh));
    this.vf = new Block(motion.memory);
    this.ee = new Block(motion.memory);
  }

  /** False if there are too many: then they have to be found in the tree. */
  get listed(): boolean {
    return this.set !== null;
  }

  change(changed: ChangedMesh): void {
    const { set } = this;
    const { memory } = this.motion;
    const limit = maxOrphans(changed.mesh);
    this.set = set ? updateOrphans(memory, set, changed, limit) : findOrphans(memory, changed.mesh, limit);
  }

  /** Puts the pairs into linear memory, with the places of their faces. */
  place(): void {
    if (!this.set) return;
    const { placeOf } = this.motion;
    const vf = this.set.vf.slice();
    for (let i = 1; i < vf.length; i += 2) vf[i] = placeOf[vf[i]];
    this.vf.put(vf);
    this.ee.put(this.set.ee);
  }

  /** The pairs of one piece that no bound separates; false behind the last. */
  emit(piece: number, { vf, ee }: FeaturePairs): boolean {
    const { set } = this;
    if (!set) return false;
    const { memory, context } = this.motion;
    const { kernels } = memory;
    const capacity = Math.min(vf.capacity, ee.capacity);
    const first = piece * capacity;
    const vfCount = Math.min(capacity, Math.max(0, set.vf.length / 2 - first));
    const eeCount = Math.min(capacity, Math.max(0, set.ee.length / 2 - first));
    vf.count = kernels.thinVf(context.address, this.vf.pointer + 8 * first, vfCount, vf.pointer);
    ee.count = kernels.thinEe(context.address, this.ee.pointer + 8 * first, eeCount, ee.pointer);
    return vfCount + eeCount > 0;
  }
}

/** Drops orphans inside a quiet patch, which holds a face of each: they never touch. [ICCD §V-F] `labels` are those of the places. */
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

function maxOrphans({ faceCount }: TriMesh): number {
  return MAX_PER_FACE * faceCount + MAX_BASE;
}
