// Joins things that have a vertex of the mesh in common into places: what a person sees as one
// place of a clash.
import { DisjointSets } from '../../core/math/disjoint-sets.ts';

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

  /** The items of each place, in the order of their smallest items. */
  lists(): number[][] {
    const lists = new Map<number, number[]>();
    for (let i = 0; i < this.sets.count; i++) {
      const root = this.find(i);
      const list = lists.get(root);
      if (list) list.push(i);
      else lists.set(root, [i]);
    }
    return [...lists.values()];
  }
}
