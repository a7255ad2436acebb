// A set of pairs of ids, for the database of ADJ (remembered-stages.ts): open addressing in one
// typed array, at most half full.

/** Marks a free row; no id is that large. */
const FREE = 0xffffffff;

/** A set of pairs (a, b). */
export class PairSet {
  private rows = new Uint32Array(2 * 1024).fill(FREE);
  private count = 0;

  /** Removes all pairs. */
  clear(): void {
    this.rows.fill(FREE);
    this.count = 0;
  }

  /** Adds a pair. Returns false if it was in the set already. */
  add(a: number, b: number): boolean {
    if (4 * this.count >= this.rows.length) this.grow();
    return this.put(a, b);
  }

  /** Adds a pair without making room. */
  private put(a: number, b: number): boolean {
    const { rows } = this;
    const mask = rows.length / 2 - 1;
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77)) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & mask; rows[2 * slot] !== FREE; slot = (slot + 1) & mask) {
      if (rows[2 * slot] === a && rows[2 * slot + 1] === b) return false;
    }
    rows[2 * slot] = a;
    rows[2 * slot + 1] = b;
    this.count++;
    return true;
  }

  private grow(): void {
    const old = this.rows;
    this.rows = new Uint32Array(2 * old.length).fill(FREE);
    this.count = 0;
    for (let i = 0; i < old.length; i += 2) if (old[i] !== FREE) this.put(old[i], old[i + 1]);
  }
}
