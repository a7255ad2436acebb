// Which clash over many frames a clash of one frame belongs to.
import type { FrameClash } from '../../clash.ts';

/** The parts and the faces of a clash. */
export type FacesOfParts = Pick<FrameClash, 'a' | 'b' | 'facesA' | 'facesB'>;

/** Whether a clash of a frame has the parts of another clash, and no faces but those of it. */
export function isPartOf({ a, b, facesA, facesB }: FacesOfParts, clash: FacesOfParts): boolean {
  return a === clash.a && b === clash.b && includes(clash.facesA, facesA) && includes(clash.facesB, facesB);
}

/** Whether one ascending list has all numbers of another. */
function includes(all: Uint32Array, some: Uint32Array): boolean {
  let at = 0;
  for (const face of some) {
    while (at < all.length && all[at] < face) at++;
    if (all[at] !== face) return false;
  }
  return true;
}
