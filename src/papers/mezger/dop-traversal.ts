// Traverses the hierarchy [Mezger §6, §6.2] and finds the pairs of leaves whose volumes overlap. If
// two nodes overlap, the children of the longer one are tested against the other. A node against
// itself becomes its children, each against itself and against the others.
import { resized } from '../../core/contacts/contacts.ts';
import type { PairList } from '../../core/pairs/pair-list.ts';
import type { DopBounds } from './dop-bounds.ts';
import type { DopTree } from './dop-tree.ts';

/** Where a traversal ended, for the next step to resume from [Mezger §6.3]. */
export interface Front {
  /** Pairs of nodes that are apart. A quiet node is listed with itself. */
  readonly apart: PairList;
  /** Pairs of leaves that overlap. */
  readonly touching: PairList;
}

/** Traverses the trees of a mesh. */
export class DopTraversal {
  /** Pairs of nodes that were tested since `begin`. */
  nodePairs = 0;
  private readonly tree: DopTree;
  private readonly bounds: DopBounds;
  /** Two nodes per entry. */
  private stack: Uint32Array = new Uint32Array(256);
  private height = 0;
  private leaves: PairList;
  private front: Front | null = null;
  /** A byte per node: 1 if pairs within it are not searched. Null: all are. */
  private quiet: Uint8Array | null = null;

  constructor(tree: DopTree, bounds: DopBounds, leaves: PairList) {
    this.tree = tree;
    this.bounds = bounds;
    this.leaves = leaves;
  }

  /**
   * Starts a traversal: clears the list of leaf pairs, which holds their faces. `front` collects
   * where the traversal ends.
   */
  begin(quiet: Uint8Array | null, front: Front | null): void {
    this.quiet = quiet;
    this.front = front;
    this.nodePairs = 0;
    this.leaves.clear();
  }

  /** Collects all pairs of leaves below two nodes, or below one node if they are the same. */
  collect(a: number, b: number): void {
    if (a === b) this.push(a, a);
    else this.test(a, b);
    while (this.height > 0) {
      this.height -= 2;
      const c = this.stack[this.height];
      const d = this.stack[this.height + 1];
      if (c === d) this.openSelf(c);
      else this.open(c, d);
    }
  }

  /** Tests the children of a node against themselves and each other, unless the node is quiet. */
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
      for (let j = i + 1; j < end; j++) this.test(i, j);
    }
  }

  /** Tests the children of the longer node against the shorter one; a leaf has none. */
  private open(a: number, b: number): void {
    const { link, childCount } = this.tree;
    const { longest } = this.bounds;
    const opensA = childCount[b] === 0 || (childCount[a] > 0 && longest[a] >= longest[b]);
    const node = opensA ? a : b;
    const other = opensA ? b : a;
    const end = link[node] + childCount[node];
    for (let child = link[node]; child < end; child++) this.test(child, other);
  }

  /** Tests two different nodes: lists them as apart, queues them, or reports them as leaves. */
  private test(a: number, b: number): void {
    this.nodePairs++;
    if (!this.overlap(a, b)) this.front?.apart.push(a, b);
    else if ((this.tree.childCount[a] | this.tree.childCount[b]) > 0) this.push(a, b);
    else this.emit(a, b);
  }

  /** Reports a pair of leaves as a pair of faces. */
  emit(a: number, b: number): void {
    const { link } = this.tree;
    this.leaves.push(~link[a], ~link[b]);
    this.front?.touching.push(a, b);
  }

  /**
   * Whether two volumes overlap. Safe direction: touching counts as overlapping, so faces within
   * the distance are never separated.
   */
  private overlap(a: number, b: number): boolean {
    const { rows, stride } = this.bounds;
    let j = stride * b;
    for (let i = stride * a, end = i + stride; i < end; i += 2, j += 2) {
      if (rows[i] > rows[j + 1] || rows[j] > rows[i + 1]) return false;
    }
    return true;
  }

  private push(a: number, b: number): void {
    if (this.height === this.stack.length) this.stack = resized(this.stack, 2 * this.height);
    this.stack[this.height] = a;
    this.stack[this.height + 1] = b;
    this.height += 2;
  }
}
