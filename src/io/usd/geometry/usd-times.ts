// The times of all samples of what moves, comes and goes. Attributes share arrays of times, so each
// array is looked at once.
import type { UsdVisibility } from './usd-visibility.ts';

/** Collects times. */
export class UsdTimes {
  private readonly seen: Set<Float64Array | UsdVisibility> = new Set();
  private readonly times: Set<number> = new Set();

  /** Adds the times of an attribute in seconds. */
  add(times: Float64Array): void {
    if (this.seen.has(times)) return;
    this.seen.add(times);
    for (const time of times) this.times.add(time);
  }

  /** Adds the times at which a prim may come or go. */
  addVisibility(visibility: UsdVisibility): void {
    for (let one: UsdVisibility | undefined = visibility; one && !this.seen.has(one); one = one.above) {
      this.seen.add(one);
      this.add(one.times);
    }
  }

  /** Returns the times, ascending; `otherwise` if nothing moves. */
  all(otherwise: number): number[] {
    return this.times.size === 0 ? [otherwise] : [...this.times].sort((a, b) => a - b);
  }
}
