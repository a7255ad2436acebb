// One search over two bodies and a segment of their motions, run by the kernels
// (kernels/pair-search.ts). Chooses the frame, grows the buffers of the search, and translates
// leaves back to faces. All searches share one context, so that only one can run at a time.
import { type RigidMemory, rigidArena } from '../../core/memory/arena.ts';
import type { RigidContext } from '../../core/wasm/rigid.generated.ts';
import { chooseFrame } from './frame.ts';
import { inUnitTime, type MotionSegment, swapped } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';
import { allocateContext, writeQuery } from './rigid-query.ts';

/** Kind of search: first contact. The kinds and states are those of kernels/pair-search.ts. */
const CONTACT = 0;
/** Kind of search: the nearest pair of faces at one pose. */
const NEAREST = 1;
/** Kind of search: all pairs of faces within a distance at one pose. */
const WITHIN = 2;
/** State after a run: the search is complete. */
const DONE = 0;
/** State after a run: one pair of several was found. */
const FOUND = 1;
/** State after a run: a buffer is full. The search continues once it has grown. */
const FULL = 2;

/** No limit of steps: searches at one pose test every pair at most once and end by themselves. */
const NO_STEP_LIMIT = 2 ** 31 - 1;
/** Smallest tolerance, in margins: below it distances in doubles cannot be told from rounding. */
const MIN_TOLERANCE_MARGINS = 8;
/** Entries for which the queue has room at first. */
const FIRST_CAPACITY = 1024;

/** The result of a search. */
export interface SearchAnswer {
  /** Time of contact, or distance, by the kind of search. */
  readonly value: number;
  /** Distance of the faces. */
  readonly distance: number;
  /** Face of the first body. */
  readonly faceA: number;
  /** Face of the second body. */
  readonly faceB: number;
}

/** The context of all searches, made on first use. */
let shared: RigidContext | undefined;

/** One search. It is valid until the next one is made: all of them write the same context. */
export class RigidSearch {
  /** Length by which rounding may change a distance. */
  readonly margin: number;
  private readonly context: RigidContext;
  private readonly a: RigidBody;
  private readonly b: RigidBody;
  /** Whether the bodies are exchanged in the context. */
  private readonly isSwapped: boolean;
  /** When the segment begins. The search has its own time, from 0 to 1 over the segment. */
  private readonly start: number;
  /** How long the segment is. */
  private readonly span: number;

  /** `separation`: distance up to which bodies count as touching. */
  constructor(a: RigidBody, b: RigidBody, segment: MotionSegment, separation = 0) {
    shared ??= makeContext(rigidArena());
    this.context = shared;
    this.start = segment.start;
    this.span = segment.end - segment.start;
    const own = inUnitTime(segment);
    const { frame, isSwapped } = chooseFrame(a, b, own);
    this.isSwapped = isSwapped;
    this.a = isSwapped ? b : a;
    this.b = isSwapped ? a : b;
    this.margin = writeQuery(shared, this.a, this.b, isSwapped ? swapped(own) : own, frame, separation);
  }

  /** The smallest tolerance that can be told from rounding. */
  get minTolerance(): number {
    return MIN_TOLERANCE_MARGINS * this.margin;
  }

  /** Pairs of boxes split by the last search. */
  get boxPairs(): number {
    return this.context.boxPairs;
  }

  /** Tests of pairs of triangles by the last search. */
  get trianglePairs(): number {
    return this.context.trianglePairs;
  }

  /**
   * First time in [from, until] found with a distance of at most `near`, proven free of contact
   * before it; null if there is no contact up to `until`.
   */
  firstContact(from: number, until: number, near: number, maxSteps: number): SearchAnswer | 'iteration-limit' | null {
    // A contact at the very end counts.
    this.begin(CONTACT, this.toOwnTime(from), this.toOwnTime(until) + 2 ** -52, near);
    if (this.run(maxSteps) !== DONE) return 'iteration-limit';
    const answer = this.answer();
    return answer && { ...answer, value: this.fromOwnTime(answer.value) };
  }

  private toOwnTime(time: number): number {
    return Math.min(1, (time - this.start) / this.span);
  }

  /** Time in [0, 1] of a search's own time, rounded down: it stays a lower bound. */
  private fromOwnTime(own: number): number {
    const time = this.start + own * this.span;
    return (time - this.start) / this.span > own ? Math.max(this.start, time * (1 - 2 ** -52)) : time;
  }

  /** Time until which nothing touches, proven, after a search that reached its limit of steps. */
  get safeTime(): number {
    return this.fromOwnTime(this.context.safeTime);
  }

  /** The nearest faces at the start, if they are nearer than `limit`. */
  nearest(limit: number): SearchAnswer | null {
    this.begin(NEAREST, 0, limit, 0);
    this.run(NO_STEP_LIMIT);
    return this.answer();
  }

  /**
   * Begins to list the pairs of faces within a distance at the start: `next` returns them one by
   * one, null at the end.
   */
  listWithin(near: number): void {
    this.begin(WITHIN, 0, Infinity, near);
  }

  /** The next pair of the list that `listWithin` began. */
  next(): SearchAnswer | null {
    return this.run(NO_STEP_LIMIT) === FOUND ? this.answer() : null;
  }

  private begin(kind: number, start: number, end: number, near: number): void {
    const { context } = this;
    context.kind = kind;
    context.safeTime = start;
    context.limit = end;
    context.near = near;
    rigidArena().kernels.beginSearch(context.address);
  }

  private run(maxSteps: number): number {
    const { context } = this;
    const memory = rigidArena();
    let state = memory.kernels.runSearch(context.address, maxSteps);
    while (state === FULL) {
      growQueue(memory, context, 2 * context.capacity);
      state = memory.kernels.runSearch(context.address, maxSteps);
    }
    return state;
  }

  private answer(): SearchAnswer | null {
    const { leafA, leafB, answer, answerDistance } = this.context;
    if (leafA < 0) return null;
    const ofA = this.a.faceOf[leafA];
    const ofB = this.b.faceOf[leafB];
    return {
      value: answer,
      distance: answerDistance,
      faceA: this.isSwapped ? ofB : ofA,
      faceB: this.isSwapped ? ofA : ofB,
    };
  }
}

function makeContext(memory: RigidMemory): RigidContext {
  const made = allocateContext(memory);
  growQueue(memory, made, FIRST_CAPACITY);
  return made;
}

/** Moves the queue to buffers for `capacity` entries. */
function growQueue(memory: RigidMemory, context: RigidContext, capacity: number): void {
  const { heap, families, stack, capacity: before } = context;
  const [newHeap, newFamilies, newStack] = queueBytes(capacity).map((bytes) => memory.allocate(bytes));
  memory.kernels.moveQueue(context.address, newHeap, newFamilies, newStack, capacity);
  if (before === 0) return;
  memory.releaseAll([heap, families, stack], queueBytes(before));
}

/** Bytes of the three buffers (kernels/search-queue.ts): the heap has room for a sentinel. */
function queueBytes(capacity: number): number[] {
  return [16 * (capacity + 1), 48 * capacity, 8 * capacity];
}
