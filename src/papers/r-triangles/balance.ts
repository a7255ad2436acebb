// Distributes features over the faces that may represent them, so that the largest numbers of
// features per face are as small as possible: an optimal semi-matching [Harvey, Ladner, Lovász,
// Tamir: Semi-matchings for bipartite graphs and load balancing]. Each feature first goes to its face
// with the fewest features. Then chains of moves carry a feature from a face to one with at least two
// fewer, until there is no such chain.

/** Which faces may take a feature: `slots[start[i]…start[i + 1]]` are the corners or sides of item i. */
export interface Candidates {
  /** Where the slots of each item start, and where the last ones end. */
  readonly start: Uint32Array;
  /** A slot belongs to face ⌊slot / 6⌋. */
  readonly slots: Uint32Array;
}

/** Slots of a face: three corners, three sides. */
export const SLOTS_PER_FACE = 6;

const NONE = 0xffffffff;

/**
 * The slot that takes each item, such that no chain of moves would make the loads of faces more
 * even; `NONE` for an item without candidates. Items with few candidates should come first.
 */
export function balanced(candidates: Candidates, faceCount: number): Uint32Array {
  const balance = new Balance(candidates, faceCount);
  balance.place();
  for (let most = SLOTS_PER_FACE; most >= 2; most--) balance.relieveAll(most);
  return balance.taken;
}

/** The loads of faces while items move. */
class Balance {
  /** The slot of each item. */
  readonly taken: Uint32Array;
  private readonly candidates: Candidates;
  /** The item that each slot could take: the inverse of the candidates. */
  private readonly itemOf: Uint32Array;
  /** Number of items per face. */
  private readonly load: Uint8Array;
  /** Per face, the candidate through which the present search came to it. */
  private readonly cameBy: Uint32Array;
  /** Per face, the search that last came to it. */
  private readonly seen: Uint32Array;
  private search = 0;

  constructor(candidates: Candidates, faceCount: number) {
    const { start, slots } = candidates;
    this.candidates = candidates;
    this.taken = new Uint32Array(start.length - 1).fill(NONE);
    this.itemOf = new Uint32Array(SLOTS_PER_FACE * faceCount).fill(NONE);
    this.load = new Uint8Array(faceCount);
    this.cameBy = new Uint32Array(faceCount);
    this.seen = new Uint32Array(faceCount);
    for (let i = 0; i < this.taken.length; i++) for (let k = start[i]; k < start[i + 1]; k++) this.itemOf[slots[k]] = i;
  }

  /** Gives each item to its face with the fewest items; ties go to the first. */
  place(): void {
    const { candidates, load, taken } = this;
    const { start, slots } = candidates;
    for (let i = 0; i < taken.length; i++) {
      let best = NONE;
      for (let k = start[i]; k < start[i + 1]; k++)
        if (best === NONE || load[faceOf(slots[k])] < load[faceOf(best)]) best = slots[k];
      taken[i] = best;
      if (best !== NONE) load[faceOf(best)]++;
    }
  }

  /**
   * Relieves the faces with `most` items where it can. The faces that a failed search came to are
   * closed for the others: their items can only go to each other, and none of them has room.
   */
  relieveAll(most: number): void {
    const { load } = this;
    const closed = new Uint8Array(load.length);
    for (let face = 0; face < load.length; face++)
      while (load[face] === most && closed[face] === 0)
        for (const reached of this.relieve(face, closed)) closed[reached] = 1;
  }

  /**
   * Searches breadth-first, along items that may move, for a face with at least two items fewer, and
   * moves one item along each link. Returns the faces it came to if there is none; else nothing.
   */
  private relieve(from: number, closed: Uint8Array): readonly number[] {
    const { candidates, taken, itemOf, load, seen, cameBy } = this;
    const { start, slots } = candidates;
    const queue = [from];
    this.search++;
    seen[from] = this.search;
    for (const face of queue) {
      for (let slot = SLOTS_PER_FACE * face; slot < SLOTS_PER_FACE * face + SLOTS_PER_FACE; slot++) {
        const item = itemOf[slot];
        if (item === NONE || taken[item] !== slot) continue;
        for (let k = start[item]; k < start[item + 1]; k++) {
          const next = faceOf(slots[k]);
          if (seen[next] === this.search || closed[next] === 1) continue;
          seen[next] = this.search;
          cameBy[next] = k;
          if (load[next] + 2 <= load[from]) {
            this.moveAlong(next, from);
            return [];
          }
          queue.push(next);
        }
      }
    }
    return queue;
  }

  /** Moves the items by which the search came from one face to the other, each to the next face. */
  private moveAlong(to: number, from: number): void {
    const { candidates, taken, itemOf, load, cameBy } = this;
    for (let face = to; face !== from; ) {
      const slot = candidates.slots[cameBy[face]];
      const item = itemOf[slot];
      face = faceOf(taken[item]);
      taken[item] = slot;
    }
    load[to]++;
    load[from]--;
  }
}

function faceOf(slot: number): number {
  return Math.floor(slot / SLOTS_PER_FACE);
}
