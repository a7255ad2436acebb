// Distributes the steps of a check over threads. Every thread takes ranges of consecutive steps
// from one atomic counter in shared memory, so no thread waits for another to hand out work. A
// range is all steps of a tree while there are enough trees for all threads. Then it is the
// thread's fair share of what remains, so that all threads end at about the same time.

/**
 * The maximum number of steps that share a tree. A new tree costs about as much as a step; an old
 * tree fits badly and slows every step.
 */
const MAX_TREE_STEPS = 16;

/**
 * The maximum lead of a thread: how many ranges of `MAX_TREE_STEPS` steps per thread may be
 * finished before they can be written. It bounds the memory of results that wait, whatever the
 * length of the sequence.
 */
const MAX_TREES_AHEAD = 2;

/**
 * A thread without the tree of the next steps leaves them to a thread that has it if they are fewer
 * than this: building the tree would take as long as one or two of them.
 */
const MIN_STEPS_FOR_TREE = 4;

// Indices into the shared memory.
const NEXT = 0;
const DUE = 1;
const SHARED_LENGTH = 2;

/** Consecutive steps. */
export interface StepRange {
  /** The first step. */
  readonly from: number;
  /** The step after the last one. */
  readonly to: number;
}

/** The view of one thread on the steps that all threads share. */
export class WorkQueue {
  private readonly shared: Int32Array;
  private readonly stepCount: number;
  private readonly threads: number;
  private readonly treeCount: number;
  /** The steps that are taken; the shared memory counts from the first of them. */
  private readonly range: StepRange;
  /** The range that this thread has taken: its next step, and the end of the range. */
  private next = 0;
  private end = 0;
  /** The tree that this thread has built last. */
  private tree = -1;

  /**
   * `buffer` comes from `createBuffer` and is the same for all threads. `range` are the steps to take,
   * among `stepCount` of the sequence; all by default.
   */
  constructor(
    stepCount: number,
    threads: number,
    buffer: SharedArrayBuffer,
    range: StepRange = { from: 0, to: stepCount },
  ) {
    this.shared = new Int32Array(buffer);
    this.stepCount = stepCount;
    this.range = range;
    this.threads = threads;
    this.treeCount = Math.ceil(stepCount / MAX_TREE_STEPS);
  }

  /** Allocates the memory that the queues of all threads share. */
  static createBuffer(): SharedArrayBuffer {
    return new SharedArrayBuffer(SHARED_LENGTH * Int32Array.BYTES_PER_ELEMENT);
  }

  /**
   * Returns the frame whose tree serves a step. It depends on the number of steps of the sequence
   * only, not on the threads or the range, so the tally does not depend on them either.
   */
  treeFrame(step: number): number {
    return this.treeStart(this.treeIndex(step));
  }

  /** Returns the next step for this thread; null if there is none, or none yet. */
  take(): number | null {
    return this.next < this.end || this.takeRange() ? this.next++ : null;
  }

  /** Whether all steps have been taken: a thread that gets none now will never get another. */
  get isEmpty(): boolean {
    return this.range.from + Atomics.load(this.shared, NEXT) === this.range.to;
  }

  /** Announces that all steps before this one have been written. */
  setDue(step: number): void {
    Atomics.store(this.shared, DUE, step - this.range.from);
    Atomics.notify(this.shared, DUE);
  }

  /** Blocks the thread until `setDue` is called, for at most 50 ms. */
  waitForDue(): void {
    Atomics.wait(this.shared, DUE, Atomics.load(this.shared, DUE), 50);
  }

  /** Takes the steps of a whole tree, or a fair share of the steps that remain within one tree. */
  private takeRange(): boolean {
    const { shared, threads } = this;
    const { from, to } = this.range;
    for (;;) {
      const taken = Atomics.load(shared, NEXT);
      const start = from + taken;
      const ahead = taken - Atomics.load(shared, DUE);
      if (start === to || ahead > MAX_TREES_AHEAD * MAX_TREE_STEPS * threads) return false;
      const tree = this.treeIndex(start);
      const treeEnd = Math.min(this.treeStart(tree + 1), to);
      const isBegun = start > Math.max(this.treeStart(tree), from);
      if (isBegun && tree !== this.tree && treeEnd - start < MIN_STEPS_FOR_TREE) return false;
      const share = Math.ceil((to - start) / threads);
      const treesLeft = this.treeIndex(to - 1) + 1 - tree;
      const end = treesLeft >= threads ? treeEnd : Math.min(start + share, treeEnd);
      if (Atomics.compareExchange(shared, NEXT, taken, end - from) !== taken) continue;
      this.next = start;
      this.end = end;
      this.tree = tree;
      return true;
    }
  }

  private treeIndex(step: number): number {
    return Math.floor(((step + 1) * this.treeCount - 1) / this.stepCount);
  }

  private treeStart(tree: number): number {
    return Math.floor((tree * this.stepCount) / this.treeCount);
  }
}
