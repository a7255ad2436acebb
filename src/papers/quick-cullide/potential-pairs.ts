// The potentially colliding pairs of objects [Quick-CULLIDE §4.2]: those that the sets between
// objects [§4.1] do not exclude and whose boxes overlap, and the sets that they put the faces of
// every object into.
// Safe direction: both tests are sound, so two objects that collide are a pair.
import { type Boxes, sweepAndPrune } from './sweep-and-prune.ts';
import { FIRST, PRUNED, SECOND } from './visibility-device.ts';
import { mayCollide } from './visibility-sets.ts';

/** Objects by rank, that is, numbered in rendering order, and their pairs. */
export class PotentialPairs {
  /** Two ranks per pair, the earlier one first; pairs are sorted. */
  readonly ranks: Uint32Array;
  /** The number of pairs of overlapping boxes of objects that are not pruned, before the sets. */
  readonly overlapping: number;
  /**
   * `FIRST` of an object that is in no pair with an earlier one, `SECOND` of one that is in no pair
   * with a later one. Faces of one object are consecutive in rendering order, so the bits hold for
   * all of its faces.
   */
  readonly bits: Uint8Array;
  private readonly known = new Set<number>();

  /** `bits` are those that the level of objects gave to every object. */
  constructor(bits: Uint8Array, boxes: Boxes) {
    const found: number[] = [];
    let overlapping = 0;
    sweepAndPrune(boxes, (a, b) => {
      if (bits[a] === PRUNED || bits[b] === PRUNED) return;
      overlapping++;
      const [before, after] = [Math.min(a, b), Math.max(a, b)];
      if (mayCollide(bits[before], bits[after])) found.push(before * bits.length + after);
    });
    const sorted = Float64Array.from(found).sort();
    this.overlapping = overlapping;
    this.ranks = new Uint32Array(2 * sorted.length);
    this.bits = new Uint8Array(bits.length).fill(PRUNED);
    sorted.forEach((pair, i) => {
      const before = Math.floor(pair / bits.length);
      const after = pair - before * bits.length;
      this.ranks.set([before, after], 2 * i);
      this.bits[before] &= ~SECOND;
      this.bits[after] &= ~FIRST;
      this.known.add(pair);
    });
  }

  /** Whether two objects are a pair, the earlier one first. */
  has(before: number, after: number): boolean {
    return this.known.has(before * this.bits.length + after);
  }
}

/** Numbers the objects in rendering order; faces of one object are consecutive. */
export function objectRanks(faces: Uint32Array, objectOf: ArrayLike<number>): Uint32Array {
  const ranks = new Uint32Array(faces.length);
  for (let i = 1; i < faces.length; i++)
    ranks[i] = ranks[i - 1] + Number(objectOf[faces[i]] !== objectOf[faces[i - 1]]);
  return ranks;
}

/**
 * Where the entries of every object begin in a list whose entries are sorted by rank, and where the
 * last ones end.
 */
export function rankStarts(ranks: Uint32Array, objectCount: number): Uint32Array {
  const starts = new Uint32Array(objectCount + 1);
  for (const rank of ranks) starts[rank + 1]++;
  for (let rank = 0; rank < objectCount; rank++) starts[rank + 1] += starts[rank];
  return starts;
}
