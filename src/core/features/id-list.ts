// A list of pairs of ids that grows by doubling, outside linear memory: for what is listed once per mesh.

export class IdList {
  private rows: Uint32Array = new Uint32Array(1024);
  private length = 0;

  push(a: number, b: number): void {
    if (this.length === this.rows.length) {
      const rows = new Uint32Array(2 * this.length);
      rows.set(this.rows);
      this.rows = rows;
    }
    this.rows[this.length++] = a;
    this.rows[this.length++] = b;
  }

  /** All pairs, two ids each. */
  ids(): Uint32Array {
    return this.rows.slice(0, this.length);
  }
}
