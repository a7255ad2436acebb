// The answer of visibility culling for the faces of a mesh: the potentially colliding set, and how
// it was found.
import { type CullAnswer, type CullPass, type DeviceName, PRUNED } from './visibility-device.ts';
import { mayCollide, type SetSizes, setSizes } from './visibility-sets.ts';

/** The result of culling at the level of objects [Quick-CULLIDE §3.1]. */
export interface ObjectLevel {
  /** All passes over objects. */
  readonly passes: readonly CullPass[];
  /** Objects in the potentially colliding set after these passes. */
  readonly visible: number;
  /** Objects that are left after sweep and prune as well. */
  readonly left: number;
}

/** The potentially colliding set of one call. It does not change with later calls. */
export class Culling {
  /** A byte per face: 1 if it may collide, that is, is in the potentially colliding set. */
  readonly mask: Uint8Array;
  /** Number of faces in the potentially colliding set. */
  readonly size: number;
  /**
   * Sizes of BFV, FFV, SFV and NFV. Faces of objects that were pruned as a whole are in none of
   * them.
   */
  readonly sets: SetSizes;
  /** All passes over faces. */
  readonly passes: readonly CullPass[];
  /** Rounds over all views. */
  readonly rounds: number;
  /** Whether the last round changed nothing. */
  readonly converged: boolean;
  /** The result of culling at the level of objects; null without `objectOf`. */
  readonly objects: ObjectLevel | null;
  /** The device that answered. */
  readonly device: DeviceName;
  /** Why another device than the requested one answered; undefined if the requested one did. */
  readonly fallback: string | undefined;
  private readonly bits: Uint8Array;
  private readonly rank: Uint32Array;
  private readonly objectOf: ArrayLike<number> | undefined;

  /** `faces` are those that were tested one by one, in rendering order; all others are pruned. */
  constructor(
    faceCount: number,
    faces: Uint32Array,
    answer: CullAnswer,
    objects: ObjectLevel | null,
    objectOf: ArrayLike<number> | undefined,
  ) {
    this.objectOf = objectOf;
    this.bits = new Uint8Array(faceCount).fill(PRUNED);
    this.rank = new Uint32Array(faceCount);
    this.mask = new Uint8Array(faceCount);
    for (let i = 0; i < faces.length; i++) {
      this.bits[faces[i]] = answer.bits[i];
      this.rank[faces[i]] = i;
      this.mask[faces[i]] = Number(answer.bits[i] !== PRUNED);
    }
    this.sets = setSizes(answer.bits);
    this.size = faces.length - this.sets.bfv;
    this.passes = answer.passes;
    this.rounds = answer.rounds;
    this.converged = answer.converged;
    this.objects = objects;
    this.device = answer.device;
    this.fallback = answer.fallback;
  }

  /**
   * Whether faces f and g may collide. It excludes more pairs than the mask does. Without objects,
   * the answer has no meaning for faces that share a vertex; with objects, faces of different
   * objects may share vertices.
   */
  mayCollide(f: number, g: number): boolean {
    const { bits, rank, objectOf } = this;
    if (objectOf && objectOf[f] === objectOf[g]) return false;
    return rank[f] < rank[g] ? mayCollide(bits[f], bits[g]) : mayCollide(bits[g], bits[f]);
  }
}
