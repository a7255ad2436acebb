// Joins things that have a vertex of the mesh in common into places: what a person sees as one
// place of a clash.
import { DisjointSets } from '../../core/math/disjoint-sets.ts';

/** The items of some places, ascending: those of place i are `items` from `start[i]` on. */
export interface PlaceLists {
  /** The number of places. */
  readonly count: number;
  /** Where the items of each place begin, and after the last of them. */
  readonly start: Int32Array;
  /** The items. */
  readonly items: Int32Array;
}

/** Sets of consecutive items that are joined by vertices, or one by one. */
export class Places {
  private readonly owner: Int32Array;
  private readonly touched: number[] = [];
  private readonly sets = new DisjointSets();

  constructor(vertexCount: number) {
    this.owner = new Int32Array(vertexCount).fill(-1);
  }

  /** Starts anew with this many items, each a place of its own. */
  start(count: number): void {
    for (const v of this.touched) this.owner[v] = -1;
    this.touched.length = 0;
    this.sets.reset(count);
  }

  /** Says that an item has a vertex. */
  addVertex(item: number, vertex: number): void {
    const { owner } = this;
    if (owner[vertex] >= 0) this.join(item, owner[vertex]);
    else {
      owner[vertex] = item;
      this.touched.push(vertex);
    }
  }

  /** Makes the places of two items one. */
  join(i: number, j: number): void {
    this.sets.join(i, j);
  }

  /** The smallest item of the place. */
  find(item: number): number {
    return this.sets.find(item);
  }

  /** The items of each place. Places are in the order of their smallest items. */
  lists(): PlaceLists {
    const total = this.sets.count;
    const placeOf = new Int32Array(total);
    const start = new Int32Array(total + 1);
    let count = 0;
    for (let i = 0; i < total; i++) {
      const root = this.sets.find(i);
      placeOf[i] = root === i ? count++ : placeOf[root];
      start[placeOf[i] + 1]++;
    }
    for (let i = 0; i < count; i++) start[i + 1] += start[i];
    const items = new Int32Array(total);
    const next = start.slice(0, count);
    for (let i = 0; i < total; i++) items[next[placeOf[i]]++] = i;
    return { count, start, items };
  }
}
