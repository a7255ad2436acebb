// A set of pairs of ids: open addressing in one typed array, at most half full.

/** No id reaches it. */
const FREE = 0xffffffff;

export class PairSet {
  private rows = new Uint32Array(2 * 1024).fill(FREE);
  private count = 0;

  clear(): void {
    this.rows.fill(FREE);
    this.count = 0;
  }

  /** False if the pair was there already. */
  add(a: number, b: number): boolean {
    if (4 * this.count >= this.rows.length) this.grow();
    return this.put(a, b);
  }

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
