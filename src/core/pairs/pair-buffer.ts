// Pairs of ids in linear memory: all that the stages of a collider hand on to each other. A buffer
// grows; it never drops a pair.
import type { LinearMemory } from '../memory/linear-memory.ts';

/** A growing list of pairs that kernels read and write. */
export class PairBuffer {
  /** Number of pairs. */
  count = 0;
  private readonly memory: LinearMemory;
  private room: number;
  private block: number;
  private view: Uint32Array;

  /** With room for this many pairs at first. */
  constructor(memory: LinearMemory, capacity = 1024) {
    this.memory = memory;
    this.room = capacity;
    this.block = memory.allocate(8 * capacity);
    this.view = memory.u32(this.block, 2 * capacity);
  }

  /** Where the pairs lie: two ids each. Moves when the buffer grows. */
  get pointer(): number {
    return this.block;
  }

  /** How many pairs it has room for. */
  get capacity(): number {
    return this.room;
  }

  /** The ids of all pairs, two each; valid until the memory grows. */
  get ids(): Uint32Array {
    return this.memory.u32(this.block, 2 * this.count);
  }

  /** Appends a pair. */
  push(a: number, b: number): void {
    if (this.count === this.room) this.reserve(2 * this.room);
    if (this.view.length === 0) this.view = this.memory.u32(this.block, 2 * this.room);
    this.view[2 * this.count] = a;
    this.view[2 * this.count + 1] = b;
    this.count++;
  }

  /** Appends pairs that are elsewhere in the memory. */
  append(from: number, count: number): void {
    if (this.count + count > this.room) this.reserve(Math.max(2 * this.room, this.count + count));
    this.memory.bytes.copyWithin(this.block + 8 * this.count, from, from + 8 * count);
    this.count += count;
  }

  /**
   * Keeps the pairs for which this is true, in their order. For lists that are short or rare: the
   * kernels thin the others.
   */
  keep(isKept: (a: number, b: number) => boolean): void {
    const { ids } = this;
    let to = 0;
    for (let i = 0; i < ids.length; i += 2) {
      if (!isKept(ids[i], ids[i + 1])) continue;
      ids[to++] = ids[i];
      ids[to++] = ids[i + 1];
    }
    this.count = to / 2;
  }

  /** Removes all pairs. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Makes room for this many pairs and keeps the first `used`. The pairs move to a new block, so
   * callers that append ask for twice the room at a time.
   */
  reserve(capacity: number, used: number = this.count): void {
    if (capacity <= this.room) return;
    const block = this.memory.allocate(8 * capacity);
    this.view = this.memory.u32(block, 2 * capacity);
    this.view.set(this.memory.u32(this.block, 2 * used));
    this.memory.release(this.block);
    this.block = block;
    this.room = capacity;
  }
}
