// Remembers which clashes a vertex was part of lately: those of its last frame, and one of the last
// frame before. The rest is not needed, because clashes that meet at a vertex have been linked.

interface LogEntry {
  /** The last time at which an item had the vertex. */
  time: number;
  /** The items of that time. */
  items: number[];
  /** An item of the time before; all items of that time within reach are linked to those above. */
  older: number;
  /** The time before; -Infinity if there is none. */
  olderTime: number;
}

/** A log of items by vertex. Times are numbers of frames or of steps, and never go back. */
export class VertexLog {
  private readonly entries = new Map<number, LogEntry>();

  /** Calls `found` with items that had the vertex at a time in [from, to]. */
  visit(vertex: number, from: number, to: number, found: (item: number) => void): void {
    const entry = this.entries.get(vertex);
    if (entry === undefined) return;
    const { time, items, older, olderTime } = entry;
    if (time >= from && time <= to) for (const item of items) found(item);
    else if (time > to && olderTime >= from && olderTime <= to) found(older);
  }

  /**
   * Adds an item at the vertex. The caller has linked it to what `visit` finds before this time.
   */
  add(vertex: number, time: number, item: number): void {
    const entry = this.entries.get(vertex);
    if (entry === undefined) this.entries.set(vertex, { time, items: [item], older: -1, olderTime: -Infinity });
    else if (entry.time === time) entry.items.push(item);
    else {
      entry.older = entry.items[0];
      entry.olderTime = entry.time;
      entry.time = time;
      entry.items = [item];
    }
  }
}
