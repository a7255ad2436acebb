// Disjoint sets of the numbers from 0 on (union–find), in memory that is reused.

/** Disjoint sets. The smallest member stands for its set. */
export class DisjointSets {
  /** The number of members of all sets. */
  count = 0;
  private parent = new Int32Array(0);

  /** Starts anew with this many members, each a set of its own. */
  reset(count: number): void {
    this.reserve(count);
    this.count = count;
    for (let i = 0; i < count; i++) this.parent[i] = i;
  }

  /** Adds a member as a set of its own; returns it. */
  add(): number {
    this.reserve(this.count + 1);
    this.parent[this.count] = this.count;
    return this.count++;
  }

  /** The smallest member of the set of a member. */
  find(member: number): number {
    const { parent } = this;
    let i = member;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  /** Makes the sets of two members one; returns its smallest member. */
  join(i: number, j: number): number {
    const p = this.find(i);
    const q = this.find(j);
    const least = Math.min(p, q);
    this.parent[Math.max(p, q)] = least;
    return least;
  }

  private reserve(count: number): void {
    if (count <= this.parent.length) return;
    const parent = new Int32Array(Math.max(64, 2 * count));
    parent.set(this.parent);
    this.parent = parent;
  }
}
