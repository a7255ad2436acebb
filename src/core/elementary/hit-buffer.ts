// Hits in linear memory as the kernels write them: two ids and a time. They survive from call to
// call of a query. The buffer starts empty and grows; it never drops a hit.
import type { LinearMemory } from '../memory/linear-memory.ts';
import { Hit } from '../wasm/mesh.generated.ts';

/** A growing list of hits, with as much room to sort them in. */
export class HitBuffer {
  /** Hits in the buffer. Kernels write behind them; the caller adds what they wrote. */
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
      const block = this.memory.allocate(Hit.BYTES * capacity);
      this.memory.u32(block, 4 * this.count).set(this.memory.u32(this.block, 4 * this.count));
      if (this.capacity > 0) {
        this.memory.release(this.block);
        this.memory.release(this.spare);
      }
      this.block = block;
      this.spare = this.memory.allocate(Hit.BYTES * capacity);
      this.capacity = capacity;
    }
    return this.block + Hit.BYTES * this.count;
  }

  /** Appends one hit. */
  push(a: number, b: number, time: number): void {
    const hit = new Hit(this.memory, this.end(1));
    hit.a = a;
    hit.b = b;
    hit.time = time;
    this.count++;
  }

  /**
   * Sorts by a, then by b or what the table at `map` (0 for none) makes of it; returns where the
   * first hit is.
   */
  sort(map: number): number {
    // As an unsigned number: a pointer may be beyond 2^31.
    const sorted = this.memory.kernels.sortHits(this.memory.scratch, this.block, this.count, this.spare, map) >>> 0;
    if (sorted !== this.block) this.spare = this.block;
    this.block = sorted;
    return sorted;
  }

  /** Of sorted hits, keeps the first of each pair. */
  unique(): void {
    this.count = this.memory.kernels.uniqueHits(this.block, this.count);
  }
}
