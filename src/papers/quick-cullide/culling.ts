// The answer of visibility culling for the faces of a mesh.
import { type CullAnswer, type CullPass, type DeviceName, PRUNED } from './device.ts';
import { mayCollide, type SetSizes, setSizes } from './visibility-sets.ts';

/** What the level of objects did, where faces belong to objects. */
export interface ObjectLevel {
  readonly passes: readonly CullPass[];
  /** Objects left by visibility, and of these by sweep and prune. */
  readonly visible: number;
  readonly left: number;
}

export class Culling {
  /** 1 for every face that may collide: the potentially colliding set. */
  readonly mask: Uint8Array;
  /** How many these are. */
  readonly size: number;
  /** The sets BFV, FFV, SFV and NFV of the faces that were looked at one by one. */
  readonly sets: SetSizes;
  readonly passes: readonly CullPass[];
  readonly rounds: number;
  readonly converged: boolean;
  /** Null where all faces were looked at one by one. */
  readonly objects: ObjectLevel | null;
  /** Who answered, and why not the one that was asked. */
  readonly device: DeviceName;
  readonly fallback: string | undefined;
  private readonly bits: Uint8Array;
  private readonly rank: Uint32Array;
  private readonly objectOf: ArrayLike<number> | undefined;

  /** The faces that were looked at, in this order, and what was found. All others are pruned. */
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
   * Whether faces f and g may collide: of fewer pairs than the mask allows. Of faces that share a vertex it says nothing, unless there are
   * objects: then they may, if their objects are different.
   */
  mayCollide(f: number, g: number): boolean {
    const { bits, rank, objectOf } = this;
    if (objectOf && objectOf[f] === objectOf[g]) return false;
    return rank[f] < rank[g] ? mayCollide(bits[f], bits[g]) : mayCollide(bits[g], bits[f]);
  }
}
