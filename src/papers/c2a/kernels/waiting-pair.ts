// A pair of volumes on the stack of the search (advancement.ts): it is measured, and waits to be
// opened.
import { SweptVolume } from './swept-volume';

/** An entry of the stack. */
@unmanaged
export class WaitingPair {
  /** The volume of body a. */
  a: SweptVolume;
  /** The volume of body b. */
  b: SweptVolume;
  /** Gap of both. */
  gap: f64;
  /** Time for which they provably stay apart. */
  safeStep: f64;
}
