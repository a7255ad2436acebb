// The sets of §4.1 as bits of every primitive, relative to one rendering order: FIRST says that it collides with no primitive rendered before,
// SECOND with none rendered after. A pair is left if neither end excludes it [lemmas 2 to 5].
import { FIRST, PRUNED, SECOND } from './device.ts';

export interface SetSizes {
  /** Fully visible in both passes: pruned. */
  readonly bfv: number;
  readonly ffv: number;
  readonly sfv: number;
  readonly nfv: number;
}

export function setSizes(bits: Uint8Array): SetSizes {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < bits.length; i++) counts[bits[i]]++;
  return { bfv: counts[PRUNED], ffv: counts[FIRST], sfv: counts[SECOND], nfv: counts[0] };
}

/** Whether two primitives may collide, of which `before` is rendered before `after`. */
export function mayCollide(before: number, after: number): boolean {
  return (before & SECOND) === 0 && (after & FIRST) === 0;
}
