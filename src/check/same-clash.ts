// Recognises a clash of a frame when that frame is looked at once more, to refine its depth.
import type { ClashKind, FrameClash } from '../clash.ts';

/** Whether a clash of this kind has a depth to refine, or a curve. */
export function isRefinable(kind: ClashKind): boolean {
  return kind === 'crossing' || kind === 'inside';
}

/** Whether two clashes of one frame are the same. */
export function isSameClash(p: FacesOfParts, q: FacesOfParts): boolean {
  return p.a === q.a && p.b === q.b && isEqual(p.facesA, q.facesA) && isEqual(p.facesB, q.facesB);
}

/** The parts and faces of a clash. */
export type FacesOfParts = Pick<FrameClash, 'a' | 'b' | 'facesA' | 'facesB'>;

function isEqual(p: Uint32Array, q: Uint32Array): boolean {
  return p.length === q.length && p.every((face, i) => face === q[i]);
}
