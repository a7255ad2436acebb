// A pair of volumes on the stack of the search: it was looked at and waits to be opened.
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
  /** Time for which they surely stay apart. */
  safeStep: f64;
}
