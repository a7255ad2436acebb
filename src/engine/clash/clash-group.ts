// Clashes of frames and passing places that were linked: one clash over an interval of frames, as
// far as it is known.
import type { Clash, ClashInFrame, ClashKind, ContactPlace, FrameClash } from './clash-records.ts';
import { FaceSet } from './face-set.ts';

/** The kinds, the gravest first. */
const GRAVITY: readonly ClashKind[] = ['crossing', 'passing', 'inside', 'duplicate', 'touching', 'near'];

/** What clashes are ordered by: how deep; what has no inside, how far through; else 0. */
export function depthOf({ depth, through }: Pick<FrameClash, 'depth' | 'through'>): number {
  return depth ?? through ?? 0;
}

type Worst = FrameClash & { readonly frame: number };

/** A first and a last frame, and when it begins; null if it is there from frame 0. */
interface Interval {
  first: number;
  last: number;
  start: number | null;
}

/** A clash under construction. */
export class ClashGroup {
  private readonly a: number;
  private readonly b: number;
  private kind: ClashKind;
  /** The gravest kind in frame 0; null if it is not there. */
  private restKind: ClashKind | null;
  /** The frames in which the parts clash; null if there are none. */
  private frames: Interval | null;
  /** The frames before and after the steps in which the parts pass; null if they never do. */
  private passing: Interval | null;
  private worst: Worst;
  private curveLength: number;
  private readonly perFrame: Map<number, ClashInFrame>;
  private readonly facesA: FaceSet;
  private readonly facesB: FaceSet;

  private constructor(worst: Worst, frames: Interval | null, passing: Interval | null) {
    const { a, b, kind, frame, pairs } = worst;
    this.a = a;
    this.b = b;
    this.kind = kind;
    this.restKind = frames?.first === 0 ? kind : null;
    this.frames = frames;
    this.passing = passing;
    this.worst = worst;
    this.curveLength = worst.curveLength;
    this.perFrame = new Map(frames ? [[frame, { frame, depth: worst.depth ?? worst.through, pairs }]] : []);
    this.facesA = new FaceSet(worst.facesA);
    this.facesB = new FaceSet(worst.facesB);
  }

  /** A clash of one frame; `start` is when it begins, in frames. */
  static ofFrame(frame: number, clash: FrameClash, start: number | null): ClashGroup {
    return new ClashGroup({ ...clash, frame }, { first: frame, last: frame, start }, null);
  }

  /** A passing place in the step from frame `from` to the next. */
  static ofPassing(from: number, { a, b, firstTime, point, facesA, facesB }: ContactPlace): ClashGroup {
    const worst: Worst = {
      ...{ a, b, kind: 'passing', frame: from, point, facesA, facesB },
      ...{ depth: null, through: null, distance: null, method: null, curveLength: 0, pairs: 0 },
      curve: new Float64Array(0),
    };
    return new ClashGroup(worst, null, { first: from, last: from + 1, start: from + firstTime });
  }

  /** The number of faces, for merging the smaller group into the larger one. */
  get faceCount(): number {
    return this.facesA.size + this.facesB.size;
  }

  /** Takes over all of another group of the same parts. */
  absorb(other: ClashGroup): void {
    if (isGraver(other.kind, this.kind)) this.kind = other.kind;
    if (other.restKind && (!this.restKind || isGraver(other.restKind, this.restKind))) this.restKind = other.restKind;
    this.frames = hull(this.frames, other.frames);
    this.passing = hull(this.passing, other.passing);
    if (isWorse(other.worst, this.worst)) this.worst = other.worst;
    this.curveLength = Math.max(this.curveLength, other.curveLength);
    for (const [frame, { depth, pairs }] of other.perFrame) {
      const mine = this.perFrame.get(frame);
      const deeper = mine === undefined ? depth : greater(mine.depth, depth);
      this.perFrame.set(frame, { frame, depth: deeper, pairs: pairs + (mine?.pairs ?? 0) });
    }
    this.facesA.absorb(other.facesA);
    this.facesB.absorb(other.facesB);
  }

  /** Returns the clash, not numbered yet. */
  toClash(): Clash {
    // Places that pass just before or after a crossing are part of it.
    const interval = this.kind === 'crossing' ? this.frames : hull(this.frames, this.passing);
    const { first, last, start } = interval as Interval;
    return {
      ...{ id: 0, a: this.a, b: this.b, kind: this.kind, first, last, atRest: this.isAtRest(), firstTime: start },
      worst: this.worst,
      curveLength: this.curveLength,
      perFrame: [...this.perFrame.values()].sort((p, q) => p.frame - q.frame),
      facesA: this.facesA.ascending(),
      facesB: this.facesB.ascending(),
    };
  }

  /** Parts that only touch or are near in frame 0 and clash later are not at rest. */
  private isAtRest(): boolean {
    const { restKind, kind } = this;
    if (restKind === null || restKind === 'near') return false;
    return restKind !== 'touching' || kind === 'touching';
  }
}

function isGraver(one: ClashKind, other: ClashKind): boolean {
  return GRAVITY.indexOf(one) < GRAVITY.indexOf(other);
}

/**
 * Deeper; else of a graver kind; else nearer, or with a longer curve; else earlier. What is equal
 * in all of these is ordered by its faces, so that the answer does not depend on the order of
 * links.
 */
function isWorse(p: Worst, q: Worst): boolean {
  const order =
    depthOf(p) - depthOf(q) ||
    GRAVITY.indexOf(q.kind) - GRAVITY.indexOf(p.kind) ||
    (q.distance ?? 0) - (p.distance ?? 0) ||
    p.curveLength - q.curveLength ||
    q.frame - p.frame ||
    (q.facesA[0] ?? 0) - (p.facesA[0] ?? 0);
  return order > 0;
}

function greater(p: number | null, q: number | null): number | null {
  return p === null || (q !== null && q > p) ? q : p;
}

/** The interval from the start of the earlier to the end of the later. */
function hull(p: Interval | null, q: Interval | null): Interval | null {
  if (p === null || q === null) return p ?? q;
  const start = p.start === null || q.start === null ? null : Math.min(p.start, q.start);
  return { first: Math.min(p.first, q.first), last: Math.max(p.last, q.last), start };
}
