// A list of pairs of ids that grows by doubling, outside linear memory: for pairs that are listed
// once per mesh, or by plain TypeScript.

/** A growing list of pairs. */
export class PairList {
  private rows: Uint32Array;
  private length = 0;

  /** With room for this many pairs at first. */
  constructor(capacity: number) {
    this.rows = new Uint32Array(2 * capacity + 2);
  }

  /** Number of pairs. */
  get count(): number {
    return this.length / 2;
  }

  /** Appends a pair. */
  push(a: number, b: number): void {
    if (this.length === this.rows.length) this.grow();
    this.rows[this.length] = a;
    this.rows[this.length + 1] = b;
    this.length += 2;
  }

  /** Removes all pairs. */
  clear(): void {
    this.length = 0;
  }

  /** All pairs, two ids each. */
  ids(): Uint32Array {
    return this.rows.subarray(0, this.length);
  }

  private grow(): void {
    const rows = new Uint32Array(2 * this.length);
    rows.set(this.rows);
    this.rows = rows;
  }
}
