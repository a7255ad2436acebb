// Hits in linear memory as the kernels write them: two ids and a time, 16 bytes each. Grows, never drops.
import type { LinearMemory } from '../memory/linear-memory.ts';

export const HIT = 16;

export class HitBuffer {
  count = 0;
  private readonly memory: LinearMemory;
  private capacity = 0;
  private block = 0;
  private spare = 0;

  constructor(memory: LinearMemory) {
    this.memory = memory;
  }

  /** Where the next hit goes; there is room for `more` of them. */
  end(more: number): number {
    const needed = this.count + more;
    if (needed > this.capacity) {
      const capacity = Math.max(needed, 2 * this.capacity);
      const block = this.memory.allocate(HIT * capacity);
      this.memory.u32(block, 4 * this.count).set(this.memory.u32(this.block, 4 * this.count));
      this.block = block;
      this.spare = this.memory.allocate(HIT * capacity);
      this.capacity = capacity;
    }
    return this.block + HIT * this.count;
  }

  push(a: number, b: number, time: number): void {
    const at = this.end(1);
    const ids = this.memory.u32(at, 2);
    ids[0] = a;
    ids[1] = b;
    this.memory.f64(at, 2)[1] = time;
    this.count++;
  }

  /** Sorts by a, then by b or what the table at `map` (0 for none) makes of it; returns where the first hit is. */
  sort(map: number): number {
    // As an unsigned number: a pointer may be beyond 2^31.
    const sorted = this.memory.kernels.sortHits(this.block, this.count, this.spare, map) >>> 0;
    if (sorted !== this.block) this.spare = this.block;
    this.block = sorted;
    return sorted;
  }

  /** Of sorted hits, keeps the first of each pair. */
  unique(): void {
    this.count = this.memory.kernels.uniqueHits(this.block, this.count);
  }
}
