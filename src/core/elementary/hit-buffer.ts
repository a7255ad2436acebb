// Hits in linear memory as the kernels write them: two ids and a time. They survive from call to
// call of a query. The buffer starts empty and grows; it never drops a hit.
import type { LinearMemory } from '../memory/linear-memory.ts';
import { Hit } from '../wasm/mesh.generated.ts';

/** A growing list of hits, and a second block of the same size to sort them. */
export class HitBuffer {
  /** Hits in the buffer. Kernels write behind them; the caller then adds the number written. */
  count = 0;
  private readonly memory: LinearMemory;
  private capacity = 0;
  private block = 0;
  /** A second block of the same capacity, which sorting needs. */
  private spare = 0;

  constructor(memory: LinearMemory) {
    this.memory = memory;
  }

  /** Makes room for `more` hits and returns the address of the next one. */
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

  /** Appends hits that are elsewhere in the memory. */
  append(from: number, count: number): void {
    const to = this.end(count);
    this.memory.bytes.copyWithin(to, from, from + Hit.BYTES * count);
    this.count += count;
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
   * Sorts by a, then by b. `map` points to a table that translates b before comparing, or is 0.
   * Returns the address of the first hit.
   */
  sort(map: number): number {
    // As an unsigned number, because a pointer may be beyond 2^31.
    const sorted = this.memory.kernels.sortHits(this.memory.scratch, this.block, this.count, this.spare, map) >>> 0;
    if (sorted !== this.block) this.spare = this.block;
    this.block = sorted;
    return sorted;
  }

  /** The least `a` of the hits from number `from` on whose time is 0; Infinity if there is none. */
  leastAtStart(from: number): number {
    const words = this.memory.u32(this.block, (Hit.BYTES / 4) * this.count);
    const times = this.memory.f64(this.block, (Hit.BYTES / 8) * this.count);
    let least = Number.POSITIVE_INFINITY;
    for (let i = from; i < this.count; i++) if (times[2 * i + 1] === 0 && words[4 * i] < least) least = words[4 * i];
    return least;
  }

  /** Keeps the first hit of each pair; the hits must be sorted. */
  unique(): void {
    this.count = this.memory.kernels.uniqueHits(this.block, this.count);
  }
}
