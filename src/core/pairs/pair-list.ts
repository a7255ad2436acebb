// A list of pairs of ids that grows by doubling, outside linear memory: for what is listed once per mesh, or by plain TypeScript.

export class PairList {
  private rows: Uint32Array;
  private length = 0;

  constructor(capacity: number) {
    this.rows = new Uint32Array(2 * capacity + 2);
  }

  get count(): number {
    return this.length / 2;
  }

  push(a: number, b: number): void {
    if (this.length === this.rows.length) this.grow();
    this.rows[this.length] = a;
    this.rows[this.length + 1] = b;
    this.length += 2;
  }

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
