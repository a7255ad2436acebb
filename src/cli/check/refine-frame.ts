// Refines the clashes of one frame. It is read once more: points within faces are sampled for the
// depth, and the intersection curve is kept if a page shows it. Every frame is a task for any
// thread.
import type { FrameClash, FrameOptions } from '../../clash.ts';
import { type FacesOfParts, isPartOf } from './is-part-of.ts';

/** A clash that is searched for in a frame. */
export interface WantedClash extends FacesOfParts, Pick<FrameClash, 'depth' | 'pairs'> {
  /** Its id before refinement. */
  readonly id: number;
}

/** A frame that is refined. */
export interface RefineTask {
  /** The frame. */
  readonly frame: number;
  /** Whether curves are kept. */
  readonly curves: boolean;
  /** The clashes that are refined in it. */
  readonly wanted: readonly WantedClash[];
}

/** A clash as a refined frame has it. */
export interface RefinedClash {
  /** The id before refinement. */
  readonly id: number;
  /** The clash in this frame. */
  readonly found: FrameClash & { readonly frame: number };
}

/** What reads a frame: the stepper of a thread. */
interface FrameReader {
  frame(index: number, options: FrameOptions): Promise<FrameClash[]>;
}

/** Refines the clashes of a frame. */
export async function refineFrame(reader: FrameReader, { frame, curves, wanted }: RefineTask): Promise<RefinedClash[]> {
  // A clash is told by its depth before refinement, so the answer is kept for what comes back.
  const known = new Map<string, WantedClash | undefined>();
  const wantedBy = (one: FrameClash): WantedClash | undefined => {
    const key = [one.a, one.b, one.facesA[0], one.facesB[0]].join();
    if (!known.has(key))
      known.set(
        key,
        wanted.find((clash) => isSame(one, clash)),
      );
    return known.get(key);
  };
  const found = await reader.frame(frame, { curves, refine: (one) => wantedBy(one) !== undefined });
  return found.flatMap((one) => {
    const clash = wantedBy(one);
    return clash ? [{ id: clash.id, found: { ...one, frame } }] : [];
  });
}

/** Whether a clash, not yet refined, is the deepest of one that is wanted in this frame. */
function isSame(one: FrameClash, wanted: WantedClash): boolean {
  return (one.depth ?? one.through) === wanted.depth && one.pairs <= wanted.pairs && isPartOf(one, wanted);
}
