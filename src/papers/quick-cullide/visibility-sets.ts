// The sets BFV, FFV, SFV and NFV [Quick-CULLIDE §4.1] as two bits per primitive, relative to one
// rendering order: `FIRST` says that it collides with no primitive rendered before it, `SECOND`
// with none rendered after it. run-rounds.ts sets the bits.
import { FIRST, PRUNED, SECOND } from './visibility-device.ts';

/** Sizes of the four sets, which are disjoint. */
export interface SetSizes {
  /** Fully visible in both passes: pruned. */
  readonly bfv: number;
  /** Fully visible in the first pass only. */
  readonly ffv: number;
  /** Fully visible in the second pass only. */
  readonly sfv: number;
  /** Fully visible in neither. */
  readonly nfv: number;
}

/** Counts the primitives of each set, by their bits. */
export function setSizes(bits: Uint8Array): SetSizes {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < bits.length; i++) counts[bits[i]]++;
  return { bfv: counts[PRUNED], ffv: counts[FIRST], sfv: counts[SECOND], nfv: counts[0] };
}

/** The size of the potentially colliding set: primitives that are not pruned. */
export function countLeft(bits: Uint8Array): number {
  let left = 0;
  for (let i = 0; i < bits.length; i++) if (bits[i] !== PRUNED) left++;
  return left;
}

/**
 * Whether two primitives may collide, given the bits of the one that is rendered first and of the
 * other. Lemma 2 is the case of two members of FFV, or of SFV; lemmas 3 to 5 are those of pruned
 * primitives [Quick-CULLIDE §4.1].
 */
export function mayCollide(before: number, after: number): boolean {
  return (before & SECOND) === 0 && (after & FIRST) === 0;
}
