// The sides of cuts while they grow into regions, in columns: each has a list of the vertices whose
// neighbours were visited, and one of the others, which are open. The lists of all sides are linked
// by one column with the next vertex of each vertex.

/** Growing sides; all memory is reused. */
export class Sides {
  /** The number of sides. */
  count = 0;
  /** The first vertex that is done; −1 if there is none. */
  firstDone: Int32Array = new Int32Array(0);
  /** The first open vertex; −1 if there is none, so that the side is finished. */
  firstOpen: Int32Array = new Int32Array(0);
  /** The number of vertices. */
  size: Int32Array = new Int32Array(0);
  /** The last turn in which the side has grown; 0 if it has not. */
  active: Int32Array = new Int32Array(0);
  private lastDone: Int32Array = new Int32Array(0);
  private lastOpen: Int32Array = new Int32Array(0);

  /** Removes all sides, and makes room for others. */
  reset(room: number): void {
    this.count = 0;
    if (this.size.length >= room) return;
    this.firstDone = new Int32Array(2 * room);
    this.firstOpen = new Int32Array(2 * room);
    this.size = new Int32Array(2 * room);
    this.active = new Int32Array(2 * room);
    this.lastDone = new Int32Array(2 * room);
    this.lastOpen = new Int32Array(2 * room);
  }

  /** Adds a side of one vertex, which is open. */
  add(vertex: number): void {
    const side = this.count++;
    this.firstDone[side] = -1;
    this.lastDone[side] = -1;
    this.firstOpen[side] = vertex;
    this.lastOpen[side] = vertex;
    this.size[side] = 1;
    this.active[side] = 0;
  }

  /** Adds an open vertex. */
  addOpen(side: number, vertex: number, next: Int32Array): void {
    next[vertex] = -1;
    if (this.lastOpen[side] >= 0) next[this.lastOpen[side]] = vertex;
    else this.firstOpen[side] = vertex;
    this.lastOpen[side] = vertex;
    this.size[side]++;
  }

  /** Makes the first open vertex one that is done, and returns it. */
  takeOpen(side: number, next: Int32Array): number {
    const v = this.firstOpen[side];
    this.firstOpen[side] = next[v];
    if (next[v] < 0) this.lastOpen[side] = -1;
    next[v] = -1;
    if (this.lastDone[side] >= 0) next[this.lastDone[side]] = v;
    else this.firstDone[side] = v;
    this.lastDone[side] = v;
    return v;
  }

  /** Appends the lists of a side to those of another. */
  merge(into: number, from: number, next: Int32Array): void {
    const { firstDone, lastDone, firstOpen, lastOpen } = this;
    if (firstDone[from] >= 0) {
      if (lastDone[into] >= 0) next[lastDone[into]] = firstDone[from];
      else firstDone[into] = firstDone[from];
      lastDone[into] = lastDone[from];
    }
    if (firstOpen[from] >= 0) {
      if (lastOpen[into] >= 0) next[lastOpen[into]] = firstOpen[from];
      else firstOpen[into] = firstOpen[from];
      lastOpen[into] = lastOpen[from];
    }
    this.size[into] += this.size[from];
  }
}
