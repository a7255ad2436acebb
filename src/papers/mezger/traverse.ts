// Pairs of leaves whose volumes touch [Mezger §6, §6.2]: of two nodes that touch, the children of the longer one go on against the other;
// a node against itself goes on as its children, each against itself and against the others.
import type { PairList } from '../../core/pairs/pair-list.ts';
import type { DopBounds } from './dop-bounds.ts';
import type { DopTree } from './dop-tree.ts';

/** Where a traversal ends, for the next step to go on from [Mezger §6.3]. */
export interface Front {
  /** Pairs of nodes that are apart; a node and itself where it is quiet. */
  readonly apart: PairList;
  /** Pairs of leaves that touch. */
  readonly touching: PairList;
}

export class Traversal {
  /** Pairs of nodes that were looked at. */
  nodePairs = 0;
  private readonly tree: DopTree;
  private readonly bounds: DopBounds;
  /** Two nodes an entry. */
  private stack: Uint32Array = new Uint32Array(256);
  private height = 0;
  private leaves: PairList;
  private front: Front | null = null;
  /** 1 for nodes that are taken not to be close to themselves. */
  private quiet: Uint8Array | null = null;

  constructor(tree: DopTree, bounds: DopBounds, leaves: PairList) {
    this.tree = tree;
    this.bounds = bounds;
    this.leaves = leaves;
  }

  /** Pairs go to the list of leaves, as faces; what the search ends at goes to the front. */
  begin(quiet: Uint8Array | null, front: Front | null): void {
    this.quiet = quiet;
    this.front = front;
    this.nodePairs = 0;
    this.leaves.clear();
  }

  /** All pairs below two nodes, or below one if they are the same. */
  collect(a: number, b: number): void {
    if (a === b) this.push(a, a);
    else this.meet(a, b);
    while (this.height > 0) {
      this.height -= 2;
      const c = this.stack[this.height];
      const d = this.stack[this.height + 1];
      if (c === d) this.openSelf(c);
      else this.open(c, d);
    }
  }

  private openSelf(node: number): void {
    const { link, childCount } = this.tree;
    if (this.quiet !== null && this.quiet[node] === 1) {
      this.front?.apart.push(node, node);
      return;
    }
    const first = link[node];
    const end = first + childCount[node];
    for (let i = first; i < end; i++) {
      if (childCount[i] > 0) this.push(i, i);
      for (let j = i + 1; j < end; j++) this.meet(i, j);
    }
  }

  /** Children of the longer against the shorter; a leaf has none. */
  private open(a: number, b: number): void {
    const { link, childCount } = this.tree;
    const { longest } = this.bounds;
    const opensA = childCount[b] === 0 || (childCount[a] > 0 && longest[a] >= longest[b]);
    const node = opensA ? a : b;
    const other = opensA ? b : a;
    const end = link[node] + childCount[node];
    for (let child = link[node]; child < end; child++) this.meet(child, other);
  }

  private meet(a: number, b: number): void {
    this.nodePairs++;
    if (!this.touch(a, b)) this.front?.apart.push(a, b);
    else if ((this.tree.childCount[a] | this.tree.childCount[b]) > 0) this.push(a, b);
    else this.emit(a, b);
  }

  /** Of two leaves. */
  emit(a: number, b: number): void {
    const { link } = this.tree;
    this.leaves.push(~link[a], ~link[b]);
    this.front?.touching.push(a, b);
  }

  /** Touching counts as overlapping: faces within the distance are never parted. */
  private touch(a: number, b: number): boolean {
    const { rows, stride } = this.bounds;
    let j = stride * b;
    for (let i = stride * a, end = i + stride; i < end; i += 2, j += 2) {
      if (rows[i] > rows[j + 1] || rows[j] > rows[i + 1]) return false;
    }
    return true;
  }

  private push(a: number, b: number): void {
    if (this.height === this.stack.length) {
      const stack = new Uint32Array(2 * this.height);
      stack.set(this.stack);
      this.stack = stack;
    }
    this.stack[this.height] = a;
    this.stack[this.height + 1] = b;
    this.height += 2;
  }
}
