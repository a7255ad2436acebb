// Who works on which step. Threads take steps for themselves from shared memory, so none waits until another has time to hand them out:
// each has a range of consecutive steps, a new one when it is through, and at the end a part of what another has left, if that pays.

/** Steps that share a tree, at most: a new one costs about as much as a step or two, and an old one slows all steps. */
const LONGEST = 16;

/** Ranges that may be finished before their turn, for each thread: memory does not grow with the sequence. */
const AHEAD = 2;

// Words of the shared memory; then two for each thread: its next step, and one beyond its last.
const LOCK = 0;
const NEXT_RANGE = 1;
const DUE = 2;
const OWN = 3;

export class StepShares {
  /** What the threads have in common. */
  readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array;
  private readonly stepCount: number;
  private readonly rangeCount: number;
  private readonly threads: number;

  constructor(stepCount: number, buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.words = new Int32Array(buffer);
    this.stepCount = stepCount;
    this.rangeCount = Math.ceil(stepCount / LONGEST);
    this.threads = (this.words.length - OWN) / 2;
  }

  static bufferFor(threads: number): SharedArrayBuffer {
    return new SharedArrayBuffer(4 * (OWN + 2 * threads));
  }

  /** The frame whose tree serves for a step. It follows from the number of steps alone, not from who works on which: so does the tally. */
  treeOf(step: number): number {
    return this.startOf(Math.floor(((step + 1) * this.rangeCount - 1) / this.stepCount));
  }

  private startOf(range: number): number {
    return Math.floor((range * this.stepCount) / this.rangeCount);
  }

  /**
   * A step for this thread, or null where there is none, or none yet. What a tree costs it, in steps, decides how much it takes from another,
   * unless it is settled on the tree of that one.
   */
  take(thread: number, treeCost = 0, settledAt = -1): number | null {
    const { words } = this;
    const own = OWN + 2 * thread;
    this.lock();
    const isThere = words[own] < words[own + 1] || this.begin(own) || this.share(own, treeCost, settledAt);
    const step = isThere ? words[own]++ : null;
    this.unlock();
    return step;
  }

  /** Whether all ranges have been begun: who gets no step now will get none. */
  get isHandedOut(): boolean {
    return Atomics.load(this.words, NEXT_RANGE) === this.rangeCount;
  }

  /** All steps before this one have been written. */
  setDue(step: number): void {
    Atomics.store(this.words, DUE, step);
    Atomics.notify(this.words, DUE);
  }

  /** Until more may be begun, or a while. Blocks the thread. */
  waitForDue(): void {
    Atomics.wait(this.words, DUE, Atomics.load(this.words, DUE), 50);
  }

  private begin(own: number): boolean {
    const { words } = this;
    const range = words[NEXT_RANGE];
    const isFar = this.startOf(range) - Atomics.load(words, DUE) > AHEAD * LONGEST * this.threads;
    if (range === this.rangeCount || isFar) return false;
    words[own] = this.startOf(range);
    words[own + 1] = this.startOf(range + 1);
    words[NEXT_RANGE] = range + 1;
    return true;
  }

  /**
   * The later part of the longest range: as much as lets both threads end at about the same time. This one needs a tree first, unless it is
   * settled on that of the range; the other is amid a step.
   */
  private share(own: number, treeCost: number, settledAt: number): boolean {
    const { words } = this;
    let longest = OWN;
    const leftOf = (range: number): number => words[range + 1] - words[range];
    for (let other = OWN; other < words.length; other += 2) if (leftOf(other) > leftOf(longest)) longest = other;
    const left = leftOf(longest);
    const tree = left > 0 && this.treeOf(words[longest]) === settledAt ? 0 : treeCost;
    // The least number for which one step more would end later, tree + count + 1, than the other thread would with it, left - count + 1/2.
    const count = Math.ceil((left - 0.5 - tree) / 2);
    if (count < 1) return false;
    words[own + 1] = words[longest + 1];
    words[own] = words[longest + 1] - count;
    words[longest + 1] = words[own];
    return true;
  }

  private lock(): void {
    while (Atomics.compareExchange(this.words, LOCK, 0, 1) !== 0) Atomics.wait(this.words, LOCK, 1, 1);
  }

  private unlock(): void {
    Atomics.store(this.words, LOCK, 0);
    Atomics.notify(this.words, LOCK, 1);
  }
}
