// Remembers which clashes a vertex was part of lately: those of its last frame, and one of the last
// frame before. The rest is not needed, because clashes that meet at a vertex have been linked.

interface LogEntry {
  /** The last time at which an item had the vertex. */
  time: number;
  /** The first item of that time, and the others; null if there are none. */
  item: number;
  others: number[] | null;
  /** An item of the time before; all items of that time within reach are linked to those above. */
  older: number;
  /** The time before; `NEVER` if there is none. */
  olderTime: number;
}

/** A time before all others, and a small integer as they are. */
const NEVER = -(2 ** 30);

/** A log of items by vertex. Times are numbers of frames or of steps, and never go back. */
export class VertexLog {
  private readonly entries = new Map<number, LogEntry>();

  /** Calls `found` with items that had the vertex at a time in [from, to]. */
  visit(vertex: number, from: number, to: number, found: (item: number) => void): void {
    if (this.entries.size > 0) visitEntry(this.entries.get(vertex), from, to, found);
  }

  /** Adds an item at the vertex, and links it: calls `found` with items of the times from `from` on. */
  add(vertex: number, from: number, time: number, item: number, found: (item: number) => void): void {
    const entry = this.entries.get(vertex);
    visitEntry(entry, from, time - 1, found);
    if (entry === undefined) this.entries.set(vertex, { time, item, others: null, older: -1, olderTime: NEVER });
    else if (entry.time === time) {
      if (entry.others) entry.others.push(item);
      else entry.others = [item];
    } else {
      entry.older = entry.item;
      entry.olderTime = entry.time;
      entry.time = time;
      entry.item = item;
      entry.others = null;
    }
  }
}

function visitEntry(entry: LogEntry | undefined, from: number, to: number, found: (item: number) => void): void {
  if (entry === undefined) return;
  const { time, others, olderTime } = entry;
  if (time >= from && time <= to) {
    found(entry.item);
    if (others !== null) for (let i = 0; i < others.length; i++) found(others[i]);
  } else if (time > to && olderTime >= from && olderTime <= to) found(entry.older);
}
