// Refines clashes where they are worst: decides in which frames, and takes the deepest of them.
import { type Clash, type FrameClash, rankClashes } from '../../clash.ts';
import type { RefinedClash, RefineTask, WantedClash } from './refine-frame.ts';

/**
 * Of a clash with at most so many pairs of faces, several frames are refined. Its faces are few and
 * may be large, as those of a cube, so that the depth by vertices says little about the frame in
 * which it is deepest. In a clash with more pairs, vertices are a good guide.
 */
const MAX_COARSE_PAIRS = 64;

/**
 * How many frames of such a clash are refined at most. Refining one clash took about 20 ms in the
 * n-body scene, as long as the rest of a frame, so the number must not grow with the sequence.
 */
const MAX_FRAMES = 8;

/** Such a frame has at least this share of the greatest depth by vertices. */
const MIN_SHARE_OF_DEPTH = 0.9;

/** Depths that differ by less than this share are equal but for rounding. */
const ROUNDING = 1e-9;

/**
 * Returns the frames to refine, ascending. `curves` asks for the curve of every clash in its worst
 * frame; without, only clashes whose depth may change are refined.
 */
export function refineTasks(clashes: readonly Clash[], curves: boolean): RefineTask[] {
  const byFrame = new Map<number, WantedClash[]>();
  for (const clash of clashes) {
    const { id, a, b, worst, perFrame, facesA, facesB } = clash;
    for (const frame of framesOf(clash, curves)) {
      const there = perFrame.find((one) => one.frame === frame);
      if (!there) continue;
      // In its worst frame the faces of the clash are known; in others they are among all of it.
      const faces = frame === worst.frame ? { facesA: worst.facesA, facesB: worst.facesB } : { facesA, facesB };
      const wanted = byFrame.get(frame) ?? [];
      byFrame.set(frame, wanted);
      wanted.push({ id, a, b, depth: there.depth, pairs: there.pairs, ...faces });
    }
  }
  return [...byFrame].sort(([p], [q]) => p - q).map(([frame, wanted]) => ({ frame, curves, wanted }));
}

/**
 * Returns the clashes with the deepest of their refined frames, the earliest of those that are
 * equally deep, in the order of their new depths. `refined` is in the order of frames.
 */
export function withRefined(clashes: readonly Clash[], refined: readonly RefinedClash[]): Clash[] {
  const deepest = new Map<number, RefinedClash['found']>();
  for (const { id, found } of refined) {
    const known = deepest.get(id);
    if (known === undefined || depthOf(found) > (1 + ROUNDING) * depthOf(known)) deepest.set(id, found);
  }
  return rankClashes(clashes.map((clash) => ({ ...clash, worst: deepest.get(clash.id) ?? clash.worst })));
}

/** The frames in which a clash is refined; none if there is nothing to gain. */
function framesOf(clash: Clash, curves: boolean): readonly number[] {
  const { worst, perFrame } = clash;
  if (!mayDeepen(clash)) return curves && worst.kind === 'crossing' ? [worst.frame] : [];
  if (perFrame.some(({ pairs }) => pairs > MAX_COARSE_PAIRS)) return [worst.frame];
  const least = MIN_SHARE_OF_DEPTH * depthOf(worst);
  const deep = perFrame.filter(({ depth }) => (depth ?? 0) >= least).map(({ frame }) => frame);
  if (deep.length <= MAX_FRAMES) return deep;
  const spread = MAX_FRAMES - 1;
  const evenly = Array.from({ length: spread }, (_, i) => deep[Math.round((i * (deep.length - 1)) / (spread - 1))]);
  return [...new Set([worst.frame, ...evenly])];
}

/**
 * Whether points within faces may be deeper than vertices. Two open parts have no inside: their
 * clash has no depth, and `side` is how it was measured. A tangle has no depth either, but only
 * `curve`.
 */
function mayDeepen({ a, b, kind, worst }: Clash): boolean {
  return kind === 'crossing' && a !== b && (worst.depth !== null || worst.method === 'curve');
}

function depthOf({ depth, through }: Pick<FrameClash, 'depth' | 'through'>): number {
  return depth ?? through ?? 0;
}
