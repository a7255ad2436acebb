// The shape of the traversal tree: four children a node, either all nodes or all faces; parents precede children. Built top-down
// by the median along the longest side, which costs n log n and needs no more than the faces' centres.

/** No child. */
export const EMPTY = 0x7fffffff;

export interface Tree {
  /** Four a node: a node's number, ~place of a face, or EMPTY, which fills up the end. */
  readonly children: Int32Array;
  readonly nodeCount: number;
  /** The most nodes from the root to a leaf. */
  readonly depth: number;
  /** The face at each place: faces that are close in space stand close together. */
  readonly order: Uint32Array;
}

/** Builds trees over up to `capacity` faces, each in the place of the last: what it returns lives until the next call. */
export class TreeBuilder implements Tree {
  nodeCount = 0;
  depth = 0;
  children: Int32Array;
  order: Uint32Array;
  private centres: Float32Array = new Float32Array(0);
  private readonly allChildren: Int32Array;
  private readonly allOrder: Uint32Array;

  constructor(capacity: number) {
    // A node for each four faces, those above them, and some that are not full: never more than there are faces.
    this.allChildren = new Int32Array(4 * Math.max(1, capacity));
    this.allOrder = new Uint32Array(capacity);
    this.children = this.allChildren;
    this.order = this.allOrder;
  }

  /** `centres` holds xyz of each face. */
  build(centres: Float32Array, count: number = centres.length / 3): Tree {
    this.centres = centres;
    this.order = this.allOrder.subarray(0, count);
    for (let f = 0; f < count; f++) this.order[f] = f;
    this.nodeCount = 0;
    this.depth = 0;
    this.branch(0, count, 1);
    this.children = this.allChildren.subarray(0, 4 * this.nodeCount);
    return this;
  }

  /** A node over `n` faces from `start` on, and all below it. */
  private branch(start: number, n: number, level: number): number {
    const { allChildren, centres, order } = this;
    const node = this.nodeCount++;
    this.depth = Math.max(this.depth, level);
    allChildren.fill(EMPTY, 4 * node, 4 * node + 4);
    if (n <= 4) {
      for (let k = 0; k < n; k++) allChildren[4 * node + k] = ~(start + k);
      return node;
    }
    const half = split(centres, order, start, n);
    let slot = 4 * node;
    for (let side = 0; side < 2; side++) {
      const from = side === 0 ? start : start + half;
      const m = side === 0 ? half : n - half;
      const quarter = m > unitOf(n) ? split(centres, order, from, m) : m;
      allChildren[slot++] = this.branch(from, quarter, level + 1);
      if (m > quarter) allChildren[slot++] = this.branch(from + quarter, m - quarter, level + 1);
    }
    return node;
  }
}

/**
 * Parts of a node are multiples of this many faces: the largest power of four below n, so that all nodes but some at the border are
 * full. Halves of equal size would leave many nodes with two children; full ones mean a fifth fewer pairs of nodes.
 */
function unitOf(n: number): number {
  let unit = 4;
  while (4 * unit < n) unit *= 4;
  return unit;
}

/** Moves the nearer half along the longest side to the front and returns its size, a multiple of the unit. */
function split(centres: Float32Array, order: Uint32Array, start: number, n: number): number {
  const unit = unitOf(n);
  const size = unit * Math.ceil(n / 2 / unit);
  const front = size < n ? size : unit;
  select(centres, longestAxis(centres, order, start, n), order, start, start + n - 1, start + front);
  return front;
}

function longestAxis(centres: Float32Array, order: Uint32Array, start: number, n: number): number {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let z0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  let z1 = Number.NEGATIVE_INFINITY;
  for (let i = start; i < start + n; i++) {
    const at = 3 * order[i];
    const x = centres[at];
    const y = centres[at + 1];
    const z = centres[at + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  if (x1 - x0 >= y1 - y0) return x1 - x0 >= z1 - z0 ? 0 : 2;
  return y1 - y0 >= z1 - z0 ? 1 : 2;
}

/** Hoare's selection: afterwards nothing before place k is greater than anything from k on. Equal keys are halved, not piled up. */
function select(centres: Float32Array, axis: number, order: Uint32Array, left: number, right: number, k: number): void {
  while (left < right) {
    const pivot = centres[3 * order[(left + right) >> 1] + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (centres[3 * order[i] + axis] < pivot) i++;
      while (centres[3 * order[j] + axis] > pivot) j--;
      if (i <= j) {
        const swap = order[i];
        order[i++] = order[j];
        order[j--] = swap;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return;
  }
}
