// Pairs of ids in linear memory: the only currency between the stages of a collider. Grows, never drops.
import type { LinearMemory } from '../memory/linear-memory.ts';

export class PairBuffer {
  count = 0;
  private readonly memory: LinearMemory;
  private room: number;
  private block: number;
  private view: Uint32Array;

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

  push(a: number, b: number): void {
    if (this.count === this.room) this.reserve(2 * this.room);
    if (this.view.length === 0) this.view = this.memory.u32(this.block, 2 * this.room);
    this.view[2 * this.count] = a;
    this.view[2 * this.count + 1] = b;
    this.count++;
  }

  /** Keeps the pairs for which this is true, in their order. For lists that are short or rare: the kernels thin the others. */
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

  clear(): void {
    this.count = 0;
  }

  /** Room for this many pairs, of which the first `used` are kept. The pairs move to a new block; the old one is lost, so ask for twice as many as before. */
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
