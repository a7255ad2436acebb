// A search over two bodies and a segment of their motions, run by the kernels
// (kernels/pair-search.ts). Grows the buffers of the search and translates leaves back to faces.
// One search at a time: all of them share one context.
import { type RigidMemory, rigidArena } from '../../core/memory/arena.ts';
import type { RigidContext } from '../../core/wasm/rigid.generated.ts';
import { chooseFrame } from './frame.ts';
import { inUnitTime, type MotionSegment, swapped } from './motion-segment.ts';
import type { RigidBody } from './rigid-body.ts';
import { allocateContext, writeQuery } from './rigid-query.ts';

/** What is asked, and what a run of the kernel ends with. */
const CONTACT = 0;
const NEAREST = 1;
const WITHIN = 2;
const DONE = 0;
const FOUND = 1;
const FULL = 2;

/** Searches at one pose test every pair at most once: they end by themselves. */
const NO_LIMIT = 2 ** 31 - 1;
/** The tolerance is raised to this many margins, below which distances in doubles mean nothing. */
const MIN_TOLERANCE = 8;
/** Entries for which the queue has room at first. */
const FIRST_CAPACITY = 1024;

/** What a search has found. */
export interface SearchAnswer {
  /** A time, or a distance. */
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

/** Valid until the next is made: all of them write the one context. */
export class RigidSearch {
  /** Lengths by which a distance may err. */
  readonly margin: number;
  private readonly context: RigidContext;
  private readonly a: RigidBody;
  private readonly b: RigidBody;
  /** Whether the bodies are exchanged in the context. */
  private readonly isSwapped: boolean;
  /** When the segment begins, and how long it is: the search has its own time, from 0 to 1. */
  private readonly start: number;
  private readonly span: number;

  /** `separation`: distance up to which bodies count as touching. */
  constructor(a: RigidBody, b: RigidBody, segment: MotionSegment, separation = 0) {
    shared ??= makeContext(rigidArena().memory);
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

  /** The least tolerance that means something. */
  get minTolerance(): number {
    return MIN_TOLERANCE * this.margin;
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

  /** Rounded down. */
  private fromOwnTime(own: number): number {
    const time = this.start + own * this.span;
    return (time - this.start) / this.span > own ? Math.max(this.start, time * (1 - 2 ** -52)) : time;
  }

  /** Time until which nothing touches for sure, after a search that reached its limit of steps. */
  get safeTime(): number {
    return this.fromOwnTime(this.context.safeTime);
  }

  /** The nearest faces at the start, if they are nearer than `limit`. */
  nearest(limit: number): SearchAnswer | null {
    this.begin(NEAREST, 0, limit, 0);
    this.run(NO_LIMIT);
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
    return this.run(NO_LIMIT) === FOUND ? this.answer() : null;
  }

  private begin(kind: number, start: number, end: number, near: number): void {
    const { context } = this;
    context.kind = kind;
    context.safeTime = start;
    context.limit = end;
    context.near = near;
    rigidArena().memory.kernels.beginSearch(context.address);
  }

  private run(maxSteps: number): number {
    const { context } = this;
    const { memory } = rigidArena();
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

/** Moves the queue to buffers for so many entries. */
function growQueue(memory: RigidMemory, context: RigidContext, capacity: number): void {
  const arena = rigidArena();
  const { heap, families, stack, capacity: before } = context;
  const [newHeap, newFamilies, newStack] = queueBytes(capacity).map((bytes) => arena.allocate(bytes));
  memory.kernels.moveQueue(context.address, newHeap, newFamilies, newStack, capacity);
  if (before === 0) return;
  const sizes = queueBytes(before);
  [heap, families, stack].forEach((pointer, i) => {
    arena.release(pointer, sizes[i]);
  });
}

/** Bytes of the three buffers (kernels/search-queue.ts): the heap has room for a sentinel. */
function queueBytes(capacity: number): number[] {
  return [16 * (capacity + 1), 48 * capacity, 8 * capacity];
}
