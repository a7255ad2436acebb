// Two bodies, a stretch of their motions, and the searches of the kernels over them (pair-search.ts). Grows the buffers of the search, and
// translates leaves back to faces. One search at a time: the arena has one query.
import { type RigidMemory, rigidArena } from '../../core/memory/arena.ts';
import { chooseFrame, FROM_STILL, type Frame } from './frame.ts';
import type { RigidBody } from './rigid-body.ts';
import { QUERY_BYTES, writeQuery } from './rigid-query.ts';
import { exchanged, inOwnTime, type Stretch } from './stretch.ts';

/** What is asked, and what a run of the kernel ends with. */
const CONTACT = 0;
const NEAREST = 1;
const WITHIN = 2;
const DONE = 0;
const FOUND = 1;
const FULL = 2;

/** Searches at one pose look at every pair at most once: they end by themselves. */
const ENDLESS = 2 ** 31 - 1;
/** The tolerance is raised to this many margins, below which distances in doubles mean nothing. */
const LEAST_TOLERANCE = 8;

export interface Answer {
  /** A time, or a distance. */
  readonly value: number;
  readonly distance: number;
  readonly faceA: number;
  readonly faceB: number;
}

export interface Effort {
  /** Pairs of boxes split, and pairs of triangles looked at. */
  boxPairs: number;
  trianglePairs: number;
}

let query = 0;
let answers = 0;
let room = 0;
let buffers: readonly number[] = [];

/** Ready until the next is made: all of them write the one query. */
export class RigidSearch {
  readonly effort: Effort = { boxPairs: 0, trianglePairs: 0 };
  /** Lengths by which a distance may err. */
  readonly margin: number;
  private readonly a: RigidBody;
  private readonly b: RigidBody;
  /** Whether the bodies are exchanged in the query. */
  private readonly isSwapped: boolean;
  private readonly frame: Frame;
  /** When the stretch begins, and how long it is: the search has a time of its own, from 0 to 1. */
  private readonly start: number;
  private readonly span: number;

  /** `separation`: distance that counts as contact. */
  constructor(a: RigidBody, b: RigidBody, stretch: Stretch, separation = 0) {
    const { memory } = rigidArena();
    if (query === 0) {
      query = memory.allocate(QUERY_BYTES);
      answers = memory.allocate(64);
      grow(memory, 1024);
    }
    this.start = stretch.start;
    this.span = stretch.end - stretch.start;
    const own = inOwnTime(stretch);
    const { frame, isSwapped } = chooseFrame(a, b, own);
    this.frame = frame;
    this.isSwapped = isSwapped;
    this.a = isSwapped ? b : a;
    this.b = isSwapped ? a : b;
    this.margin = writeQuery(memory, query, this.a, this.b, isSwapped ? exchanged(own) : own, frame, separation);
  }

  /** The least tolerance that means something. */
  get leastTolerance(): number {
    return LEAST_TOLERANCE * this.margin;
  }

  /**
   * First time in [from, until] found with a distance of at most `near`, proven free of contact before it; null if there is no contact up
   * to `until`.
   */
  firstContact(from: number, until: number, near: number, patience: number): Answer | 'iteration-limit' | null {
    // A contact at the very end counts.
    this.begin(CONTACT, this.momentOf(from), this.momentOf(until) + 2 ** -52, near);
    if (this.run(patience) !== DONE) return 'iteration-limit';
    const answer = this.answer();
    return answer && { ...answer, value: this.timeOf(answer.value) };
  }

  private momentOf(time: number): number {
    return Math.min(1, (time - this.start) / this.span);
  }

  /** The time of a moment of the search, not later. */
  private timeOf(moment: number): number {
    const time = this.start + moment * this.span;
    return (time - this.start) / this.span > moment ? Math.max(this.start, time * (1 - 2 ** -52)) : time;
  }

  /** Until when nothing touches for sure, after a search that ran out of patience. */
  get safeTime(): number {
    return this.timeOf(rigidArena().memory.doubles[answers / 8 + 6]);
  }

  /** The nearest faces at the start, if they are nearer than `limit`. */
  nearest(limit: number): Answer | null {
    this.begin(NEAREST, 0, limit, 0);
    this.run(ENDLESS);
    return this.answer();
  }

  /** Begins to list the pairs of faces within a distance at the start: `next` has them one by one, null at the end. */
  listWithin(near: number): void {
    this.begin(WITHIN, 0, Infinity, near);
  }

  next(): Answer | null {
    return this.run(ENDLESS) === FOUND ? this.answer() : null;
  }

  private begin(asked: number, start: number, end: number, near: number): void {
    const { a, b } = this;
    const { kernels } = rigidArena().memory;
    kernels.beginSearch(
      query,
      asked,
      this.frame !== FROM_STILL,
      a.nodes,
      a.corners,
      b.nodes,
      b.corners,
      start,
      end,
      near,
    );
  }

  private run(patience: number): number {
    const { memory } = rigidArena();
    let state = memory.kernels.runSearch(patience);
    while (state === FULL) {
      grow(memory, 2 * room);
      state = memory.kernels.runSearch(patience);
    }
    memory.kernels.searchAnswer(answers);
    const out = memory.doubles;
    this.effort.boxPairs = out[answers / 8 + 4];
    this.effort.trianglePairs = out[answers / 8 + 5];
    return state;
  }

  private answer(): Answer | null {
    const out = rigidArena().memory.doubles;
    const at = answers / 8;
    if (out[at + 2] < 0) return null;
    const ofA = this.a.faceOf[out[at + 2]];
    const ofB = this.b.faceOf[out[at + 3]];
    return {
      value: out[at],
      distance: out[at + 1],
      faceA: this.isSwapped ? ofB : ofA,
      faceB: this.isSwapped ? ofA : ofB,
    };
  }
}

function grow(memory: RigidMemory, entries: number): void {
  const sizes = [16 * (entries + 1), 48 * entries, 8 * entries];
  const arena = rigidArena();
  const wider = sizes.map((bytes) => arena.allocate(bytes));
  memory.kernels.setSearchRoom(wider[0], wider[1], wider[2], entries);
  buffers.forEach((pointer, i) => {
    arena.release(pointer, [16 * (room + 1), 48 * room, 8 * room][i]);
  });
  buffers = wider;
  room = entries;
}
