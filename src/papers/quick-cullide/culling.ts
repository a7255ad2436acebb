// The answer of visibility culling for the faces of a mesh: the potentially colliding set, and how
// it was found.
import type { PotentialPairs } from './potential-pairs.ts';
import { type CullAnswer, type CullPass, type DeviceName, PRUNED } from './visibility-device.ts';
import { countLeft, mayCollide, type SetSizes, setSizes } from './visibility-sets.ts';

/** The result of culling at the level of objects [Quick-CULLIDE §4.2]. */
export interface ObjectLevel {
  /** All passes over objects. */
  readonly passes: readonly CullPass[];
  /** Sizes of BFV, FFV, SFV and NFV of the objects. */
  readonly sets: SetSizes;
  /** Objects in the potentially colliding set after these passes. */
  readonly visible: number;
  /** Pairs of these objects whose boxes overlap, by sweep and prune. */
  readonly overlapping: number;
  /**
   * The pairs that the sets do not exclude either, as two numbers of `objectOf` each, the one that
   * is rendered first before the other.
   */
  readonly pairs: Uint32Array;
  /** Objects in these pairs. */
  readonly left: number;
}

/** The result of culling the faces of every object against each other [Quick-CULLIDE §3.2]. */
export interface SelfLevel {
  /** All passes; those of different objects are added up. */
  readonly passes: readonly CullPass[];
  /** Sizes of BFV, FFV, SFV and NFV, each object by itself. */
  readonly sets: SetSizes;
  /** Faces that may collide with a face of their own object. */
  readonly size: number;
  /** The most rounds of an object. */
  readonly rounds: number;
}

/** What was found at the level of objects. */
export interface FoundPairs {
  /** The result, as the answer has it. */
  readonly level: ObjectLevel;
  /** The pairs that may collide. */
  readonly pairs: PotentialPairs;
  /** The rank of the object of every face, in rendering order. */
  readonly ranks: Uint32Array;
}

/** What the runs have found that a `Culling` is made from. */
export interface CullingParts {
  /** All faces in rendering order. */
  readonly order: Uint32Array;
  /** The faces that were tested one by one, in rendering order; all others are pruned. */
  readonly faces: Uint32Array;
  /** The answer for these faces. */
  readonly answer: CullAnswer;
  /** The level of objects, if there is one. */
  readonly objects: FoundPairs | null;
  /** The faces that were tested within objects, and the answer for them, if there is one. */
  readonly self: { readonly faces: Uint32Array; readonly answer: CullAnswer } | null;
}

/** The potentially colliding set of one call. It does not change with later calls. */
export class Culling {
  /** A byte per face: 1 if it may collide, that is, is in the potentially colliding set. */
  readonly mask: Uint8Array;
  /** Number of faces in the potentially colliding set. */
  readonly size: number;
  /**
   * Sizes of BFV, FFV, SFV and NFV; with `objectOf`, between objects. Faces of objects that were
   * pruned as a whole are in none of them.
   */
  readonly sets: SetSizes;
  /** All passes over faces; with `objectOf`, between objects. */
  readonly passes: readonly CullPass[];
  /** Rounds over all views. */
  readonly rounds: number;
  /** Whether the last round changed nothing. */
  readonly converged: boolean;
  /** The result of culling at the level of objects; null without `objectOf`. */
  readonly objects: ObjectLevel | null;
  /** The result of culling within objects; null without `selfColliding`. */
  readonly self: SelfLevel | null;
  /** The device that answered. */
  readonly device: DeviceName;
  /** Why another device than the requested one answered; undefined if the requested one did. */
  readonly fallback: string | undefined;
  private readonly bits: Uint8Array;
  private readonly selfBits: Uint8Array;
  private readonly rank: Uint32Array;
  private readonly found: FoundPairs | null;

  /** Unites what the runs have found. */
  constructor({ order, faces, answer, objects, self }: CullingParts) {
    const faceCount = order.length;
    const scattered = (ids: Uint32Array, bits: Uint8Array) => {
      const all = new Uint8Array(faceCount).fill(PRUNED);
      for (let i = 0; i < ids.length; i++) all[ids[i]] = bits[i];
      return all;
    };
    this.rank = new Uint32Array(faceCount);
    for (let i = 0; i < faceCount; i++) this.rank[order[i]] = i;
    this.bits = scattered(faces, answer.bits);
    this.selfBits = self ? scattered(self.faces, self.answer.bits) : new Uint8Array(faceCount).fill(PRUNED);
    this.mask = this.bits.map((bits, f) => Number(bits !== PRUNED || this.selfBits[f] !== PRUNED));
    this.size = this.mask.reduce((sum, each) => sum + each, 0);
    this.sets = setSizes(answer.bits);
    this.passes = answer.passes;
    this.rounds = answer.rounds;
    this.converged = answer.converged && (self?.answer.converged ?? true);
    this.objects = objects?.level ?? null;
    this.found = objects;
    this.self = self && {
      passes: self.answer.passes,
      sets: setSizes(self.answer.bits),
      size: countLeft(self.answer.bits),
      rounds: self.answer.rounds,
    };
    const { device, fallback } = answer.fallback === undefined && self ? self.answer : answer;
    this.device = device;
    this.fallback = fallback;
  }

  /**
   * Whether faces f and g may collide. It excludes more pairs than the mask does. Within a mesh or
   * an object, the answer has no meaning for faces that share a vertex; faces of different objects
   * may share vertices.
   */
  mayCollide(f: number, g: number): boolean {
    const { rank, bits, selfBits, found } = this;
    const [before, after] = rank[f] < rank[g] ? [f, g] : [g, f];
    if (!found) return mayCollide(bits[before], bits[after]);
    const [first, second] = [found.ranks[rank[before]], found.ranks[rank[after]]];
    if (first === second) return mayCollide(selfBits[before], selfBits[after]);
    return mayCollide(bits[before], bits[after]) && found.pairs.has(first, second);
  }
}
