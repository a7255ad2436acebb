// The clashes of all frames that are known so far, as one list. Until every frame is known, the
// clashes of two parts are one entry, in the frame in which they are worst; what parts pass through
// between frames is another. Then the clashes are linked over intervals of frames.
import { isRefinable } from '../check/same-clash.ts';
import type { Unit } from '../check/space.ts';
import type { Clash, ClashKind, ContactPlace, FrameClash } from '../clash.ts';
import type { ClashList, ClashView, DepthInFrame, WorstFrame } from '../display/clash-view.ts';
import type { Clashed, LinkedClashes, RefinedClash } from './protocol.ts';

/** The kinds, from the least to the most grave. */
const GRAVITY: readonly ClashKind[] = ['near', 'touching', 'duplicate', 'inside', 'passing', 'crossing'];

/** The clashes of two parts over all known frames. */
interface PairClash {
  readonly id: number;
  readonly a: string;
  readonly b: string;
  readonly depths: Map<number, number | null>;
  worst: FrameClash;
  worstFrame: number;
  curveLength: number;
}

/** What is known about the clashes of a source. */
export class ClashResults {
  private readonly frameCount: number;
  private readonly unit: Unit | null;
  private readonly pairs = new Map<string, PairClash>();
  private readonly passing = new Map<string, ClashView>();
  /** The number of clashes in each known frame. */
  private readonly frames = new Map<number, number>();
  /** The number of clashes at or within each known step. */
  private readonly steps = new Map<number, number>();
  /** When two parts come into contact, by pair and step. */
  private readonly firstTimes = new Map<string, number>();
  /** Clashes of frames that were looked at once more, by key; null if they were not found again. */
  private readonly refined = new Map<string, FrameClash | null>();
  private readonly failed = new Set<number>();
  private linked: readonly ClashView[] | undefined;
  private nextId = 0;

  /** Nothing is known yet about these frames, whose lengths are in `unit`. */
  constructor(frameCount: number, unit: Unit | null) {
    this.frameCount = frameCount;
    this.unit = unit;
  }

  /** Whether all steps are known, so that the clashes can be linked. */
  get isComplete(): boolean {
    return this.steps.size === this.frameCount - 1 && this.failed.size === 0;
  }

  /** Whether the list is that of the linked clashes. */
  get isLinked(): boolean {
    return this.linked !== undefined;
  }

  /** Records a step that has been looked at. */
  add({ step, parts, frames, places }: Clashed): void {
    frames.forEach((clashes, end) => {
      this.addFrame(step + end, parts, clashes);
    });
    for (const place of places) this.addPlace(step, parts, place);
    const grave = frames.flat().filter(({ kind }) => kind !== 'touching');
    const passing = places.filter((place) => place.isPassing);
    this.steps.set(step, pairCount(grave) + pairCount(passing));
  }

  /** Records that a step cannot be looked at. */
  fail(step: number): void {
    this.steps.set(step, 0);
    this.failed.add(step);
  }

  /** Records the linked clashes, which replace the list by pair of parts. */
  link({ parts, clashes }: LinkedClashes): void {
    this.linked = clashes.map((clash) => viewOf(clash, parts));
  }

  /** Records a clash of a frame that was looked at once more. */
  refine({ request: { frame, a, b, facesA, facesB }, clash }: RefinedClash): void {
    this.refined.set(clashKey({ a, b, worst: { frame }, facesA, facesB }), clash);
  }

  /** Whether a clash has a depth that is not refined yet. */
  isRough(clash: ClashView): boolean {
    return isRefinable(clash.kind) && !this.refined.has(clashKey(clash));
  }

  /**
   * Returns the linked clash of an entry by pair of parts: the one at the same place, else of them.
   */
  linkedOf(clash: ClashView): ClashView | undefined {
    const ofParts = this.list().clashes.filter(({ a, b }) => a === clash.a && b === clash.b);
    return ofParts.find((one) => clashKey(one) === clashKey(clash)) ?? ofParts[0];
  }

  /** Returns the number of clashes at or within a step; null if it is not known. */
  at(step: number): number | null {
    return this.steps.get(step) ?? null;
  }

  /** Returns the nearest unknown step from `from` on, cyclically, among the first `readyCount`. */
  nextUnknown(from: number, readyCount: number): number | null {
    for (let i = 0; i < readyCount; i++) {
      const step = (from + i) % readyCount;
      if (!this.steps.has(step)) return step;
    }
    return null;
  }

  /** Returns how many frames are known, and in how many of these anything clashes. */
  summary(): { known: number; clashing: number } {
    const counts = [...this.frames.values()];
    return { known: counts.length, clashing: counts.filter((count) => count > 0).length };
  }

  /**
   * Returns the list: linked clashes, the deepest first; else pairs of parts, the gravest first.
   */
  list(): ClashList {
    const clashes = (this.linked ?? this.byPair()).map((clash) => this.withRefined(clash));
    return { clashes, frameCount: this.frameCount, unit: this.unit, gone: [] };
  }

  private byPair(): ClashView[] {
    const views = [...[...this.pairs.values()].map((pair) => this.view(pair)), ...this.passing.values()];
    return views.sort((p, q) => gravity(q.kind, q.worst) - gravity(p.kind, p.worst) || p.id - q.id);
  }

  private withRefined(clash: ClashView): ClashView {
    const refined = this.refined.get(clashKey(clash));
    if (!refined) return clash;
    const { depth, through, distance, method, point, curve } = refined;
    return { ...clash, worst: { ...clash.worst, depth, through, distance, method, point }, curve };
  }

  private addFrame(frame: number, parts: readonly string[], clashes: readonly FrameClash[]): void {
    if (this.frames.has(frame)) return;
    this.frames.set(frame, pairCount(clashes.filter(({ kind }) => kind !== 'touching')));
    for (const clash of clashes) {
      const [a, b] = [parts[clash.a], parts[clash.b]];
      const key = keyOf(a, b);
      let pair = this.pairs.get(key);
      if (pair === undefined) {
        const depths = new Map<number, number | null>();
        pair = { id: this.nextId++, a, b, depths, worst: clash, worstFrame: frame, curveLength: 0 };
        this.pairs.set(key, pair);
      }
      const depth = clash.depth ?? clash.through;
      const known = pair.depths.get(frame) ?? null;
      pair.depths.set(frame, depth === null ? known : Math.max(known ?? 0, depth));
      pair.curveLength = Math.max(pair.curveLength, clash.curveLength);
      if (gravity(clash.kind, clash) <= gravity(pair.worst.kind, pair.worst)) continue;
      pair.worst = clash;
      pair.worstFrame = frame;
    }
  }

  private addPlace(step: number, parts: readonly string[], place: ContactPlace): void {
    const [a, b] = [parts[place.a], parts[place.b]];
    const key = `${keyOf(a, b)}\n${step}`;
    const time = step + place.firstTime;
    this.firstTimes.set(key, Math.min(time, this.firstTimes.get(key) ?? Infinity));
    if (!place.isPassing || this.passing.has(key)) return;
    const { point, facesA, facesB } = place;
    this.passing.set(key, {
      id: this.nextId++,
      a,
      b,
      kind: 'passing',
      first: step,
      last: step + 1,
      frames: 0,
      atRest: false,
      baseline: null,
      firstTime: time,
      worst: { frame: step, depth: null, through: null, distance: null, method: null, point },
      curveLength: 0,
      perFrame: [],
      facesA,
      facesB,
      curve: new Float64Array(0),
    });
  }

  private view({ id, a, b, depths, worst, worstFrame, curveLength }: PairClash): ClashView {
    const frames = [...depths.keys()].sort((p, q) => p - q);
    const [first, last] = [frames[0], frames[frames.length - 1]];
    const { kind, depth, through, distance, method, point, facesA, facesB, curve } = worst;
    return {
      id,
      a,
      b,
      kind,
      first,
      last,
      frames: frames.length,
      atRest: first === 0,
      baseline: null,
      firstTime: this.firstTimes.get(`${keyOf(a, b)}\n${first - 1}`) ?? null,
      worst: { frame: worstFrame, depth, through, distance, method, point },
      curveLength,
      perFrame: frames.map((frame): DepthInFrame => ({ frame, depth: depths.get(frame) ?? null })),
      facesA,
      facesB,
      curve,
    };
  }
}

/** The records of a page for a linked clash. */
function viewOf({ a, b, worst, perFrame, ...clash }: Clash, parts: readonly string[]): ClashView {
  const { frame, depth, through, distance, method, point, facesA, facesB, curve } = worst;
  const { id, kind, first, last, atRest, firstTime, curveLength } = clash;
  return {
    ...{ id, a: parts[a], b: parts[b], kind, first, last, frames: perFrame.length, atRest, baseline: null, firstTime },
    worst: { frame, depth, through, distance, method, point },
    ...{ curveLength, perFrame: perFrame.map(({ frame: at, depth: deep }) => ({ frame: at, depth: deep })) },
    ...{ facesA, facesB, curve },
  };
}

/** Tells clashes in their worst frames apart: two of the same parts never share a face. */
function clashKey({ a, b, worst, facesA, facesB }: ClashInWorst): string {
  return `${keyOf(a, b)}\n${worst.frame} ${facesA[0]} ${facesB[0]}`;
}

type ClashInWorst = Pick<ClashView, 'a' | 'b' | 'facesA' | 'facesB'> & { readonly worst: Pick<WorstFrame, 'frame'> };

/** No name of a part has two lines. */
function keyOf(a: string, b: string): string {
  return `${a}\n${b}`;
}

/** The number of pairs of parts, each of which is one entry of the list. */
function pairCount(clashes: readonly { readonly a: number; readonly b: number }[]): number {
  return new Set(clashes.map(({ a, b }) => `${a} ${b}`)).size;
}

/** A number that orders clashes: by kind, then by depth. */
function gravity(kind: ClashKind, { depth, through }: Pick<WorstFrame, 'depth' | 'through'>): number {
  const deep = depth ?? through ?? 0;
  return GRAVITY.indexOf(kind) + deep / (1 + deep);
}
