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

/** The view of one thread on the steps that all threads share. */
export class WorkQueue {
  private readonly shared: Int32Array;
  private readonly stepCount: number;
  private readonly threads: number;
  private readonly treeCount: number;
  /** The range that this thread has taken: its next step, and the end of the range. */
  private next = 0;
  private end = 0;
  /** The tree that this thread has built last. */
  private tree = -1;

  /** `buffer` comes from `createBuffer` and is the same for all threads. */
  constructor(stepCount: number, threads: number, buffer: SharedArrayBuffer) {
    this.shared = new Int32Array(buffer);
    this.stepCount = stepCount;
    this.threads = threads;
    this.treeCount = Math.ceil(stepCount / MAX_TREE_STEPS);
  }

  /** Allocates the memory that the queues of all threads share. */
  static createBuffer(): SharedArrayBuffer {
    return new SharedArrayBuffer(SHARED_LENGTH * Int32Array.BYTES_PER_ELEMENT);
  }

  /**
   * Returns the frame whose tree serves a step. It depends on the number of steps only, not on the
   * threads, so the tally does not depend on them either.
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
    return Atomics.load(this.shared, NEXT) === this.stepCount;
  }

  /** Announces that all steps before this one have been written. */
  setDue(step: number): void {
    Atomics.store(this.shared, DUE, step);
    Atomics.notify(this.shared, DUE);
  }

  /** Blocks the thread until `setDue` is called, for at most 50 ms. */
  waitForDue(): void {
    Atomics.wait(this.shared, DUE, Atomics.load(this.shared, DUE), 50);
  }

  /** Takes the steps of a whole tree, or a fair share of the steps that remain within one tree. */
  private takeRange(): boolean {
    const { shared, stepCount, threads } = this;
    for (;;) {
      const start = Atomics.load(shared, NEXT);
      const ahead = start - Atomics.load(shared, DUE);
      if (start === stepCount || ahead > MAX_TREES_AHEAD * MAX_TREE_STEPS * threads) return false;
      const tree = this.treeIndex(start);
      const treeEnd = this.treeStart(tree + 1);
      const isBegun = start > this.treeStart(tree);
      if (isBegun && tree !== this.tree && treeEnd - start < MIN_STEPS_FOR_TREE) return false;
      const share = Math.ceil((stepCount - start) / threads);
      const end = this.treeCount - tree >= threads ? treeEnd : Math.min(start + share, treeEnd);
      if (Atomics.compareExchange(shared, NEXT, start, end) !== start) continue;
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
