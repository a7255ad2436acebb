// A binary tree of axis-aligned boxes over items of any kind, as the paper has it: the items of a
// node are split at the middle of the longest axis of its box [R-Triangles §5.1]. Built once,
// refitted for every step. Boxes are minimum x, y, z, maximum x, y, z.

/** A tree over boxes. */
export class BoxTree {
  /** Children of each node, or −1 and the item of a leaf. Parents precede children. */
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly boxes: Float64Array;
  private nodeCount = 0;

  constructor(items: Float64Array) {
    const count = items.length / 6;
    const nodes = Math.max(1, 2 * count - 1);
    this.left = new Int32Array(nodes);
    this.right = new Int32Array(nodes);
    this.boxes = new Float64Array(6 * nodes);
    if (count > 0)
      this.build(
        items,
        Uint32Array.from({ length: count }, (_, i) => i),
      );
    this.refit(items);
  }

  /** Bytes of boxes and links. */
  get bytes(): number {
    return this.boxes.byteLength + this.left.byteLength + this.right.byteLength;
  }

  /** Fits all boxes to those of the items. */
  refit(items: Float64Array): void {
    const { boxes, left, right } = this;
    for (let node = this.nodeCount - 1; node >= 0; node--) {
      const at = 6 * node;
      if (left[node] < 0) {
        for (let k = 0; k < 6; k++) boxes[at + k] = items[6 * right[node] + k];
        continue;
      }
      const p = 6 * left[node];
      const q = 6 * right[node];
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[p + k], boxes[q + k]);
        boxes[at + 3 + k] = Math.max(boxes[p + 3 + k], boxes[q + 3 + k]);
      }
    }
  }

  /** Calls back with every pair of items whose boxes overlap, each once. */
  selfPairs(found: (a: number, b: number) => void): void {
    const { left, right } = this;
    const stack = this.nodeCount > 0 ? [0] : [];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (left[node] < 0) continue;
      stack.push(left[node], right[node]);
      this.pairs(left[node], right[node], this, found);
    }
  }

  /** Calls back with every item of this and of another tree whose boxes overlap. */
  pairsWith(other: BoxTree, found: (a: number, b: number) => void): void {
    if (this.nodeCount > 0 && other.nodeCount > 0) this.pairs(0, 0, other, found);
  }

  private pairs(first: number, second: number, other: BoxTree, found: (a: number, b: number) => void): void {
    const { left, right, boxes } = this;
    const stack = [first, second];
    while (stack.length > 0) {
      const b = stack.pop() as number;
      const a = stack.pop() as number;
      if (!boxesOverlap(boxes, a, other.boxes, b)) continue;
      const isLeaf = left[a] < 0;
      if (isLeaf && other.left[b] < 0) found(right[a], other.right[b]);
      else if (isLeaf || (other.left[b] >= 0 && extent(other.boxes, b) > extent(boxes, a)))
        stack.push(a, other.left[b], a, other.right[b]);
      else stack.push(left[a], b, right[a], b);
    }
  }

  private build(items: Float64Array, order: Uint32Array): void {
    const { left, right } = this;
    const low = [0, 0, 0];
    const high = [0, 0, 0];
    const stack = [[0, order.length, -1, 0]];
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const [from, to, parent, side] = entry;
      const node = this.nodeCount++;
      if (parent >= 0) (side === 0 ? left : right)[parent] = node;
      if (to - from === 1) {
        left[node] = -1;
        right[node] = order[from];
        continue;
      }
      low.fill(Number.POSITIVE_INFINITY);
      high.fill(Number.NEGATIVE_INFINITY);
      for (let i = from; i < to; i++)
        for (let k = 0; k < 3; k++) {
          low[k] = Math.min(low[k], items[6 * order[i] + k]);
          high[k] = Math.max(high[k], items[6 * order[i] + 3 + k]);
        }
      const sizes = high.map((h, k) => h - low[k]);
      const axis = sizes.indexOf(Math.max(...sizes));
      let middle = split(items, order, from, to, axis, low[axis] + high[axis]);
      if (middle === from || middle === to) middle = (from + to) >> 1;
      stack.push([middle, to, node, 1], [from, middle, node, 0]);
    }
  }
}

/** Moves the items whose middles are below half of `sum` to the front; returns how far they go. */
function split(items: Float64Array, order: Uint32Array, from: number, to: number, axis: number, sum: number): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const item = order[i];
    if (items[6 * item + axis] + items[6 * item + 3 + axis] >= sum) continue;
    order[i] = order[middle];
    order[middle++] = item;
  }
  return middle;
}

/** Whether two boxes, by number, overlap. */
export function boxesOverlap(p: Float64Array, a: number, q: Float64Array, b: number): boolean {
  const i = 6 * a;
  const j = 6 * b;
  return !(
    p[i] > q[j + 3] ||
    q[j] > p[i + 3] ||
    p[i + 1] > q[j + 4] ||
    q[j + 1] > p[i + 4] ||
    p[i + 2] > q[j + 5] ||
    q[j + 2] > p[i + 5]
  );
}

function extent(boxes: Float64Array, node: number): number {
  const at = 6 * node;
  return boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
}

/** The boxes of features given by `size` vertex ids each, swept from x0 to x1. */
export function sweptBoxes(x0: Float64Array, x1: Float64Array, ids: Uint32Array, size: number): Float64Array {
  const boxes = new Float64Array((6 * ids.length) / size);
  fitBoxes(x0, x1, ids, size, boxes);
  return boxes;
}

/** The same into an array that exists. */
export function fitBoxes(
  x0: Float64Array,
  x1: Float64Array,
  ids: Uint32Array,
  size: number,
  boxes: Float64Array,
): void {
  for (let i = 0, at = 0; at < boxes.length; i += size, at += 6)
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let j = i; j < i + size; j++) {
        const p = x0[3 * ids[j] + k];
        const q = x1[3 * ids[j] + k];
        low = Math.min(low, p, q);
        high = Math.max(high, p, q);
      }
      boxes[at + k] = low;
      boxes[at + 3 + k] = high;
    }
}

/** Writes the box of the swept edge pq at `at`. */
export function fitEdge(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  q: number,
  boxes: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) {
    const [a, b, c, d] = [x0[3 * p + k], x1[3 * p + k], x0[3 * q + k], x1[3 * q + k]];
    boxes[at + k] = Math.min(a, b, c, d);
    boxes[at + 3 + k] = Math.max(a, b, c, d);
  }
}

/**
 * Whether the segment from point `a` of x to point `b` of y meets a box: clips the segment by the
 * three pairs of planes and checks whether some of it is left.
 */
export function segmentMeetsBox(
  x: Float64Array,
  a: number,
  y: Float64Array,
  b: number,
  boxes: Float64Array,
  box: number,
): boolean {
  let from = 0;
  let to = 1;
  for (let k = 0; k < 3; k++) {
    const p = x[3 * a + k];
    const displacement = y[3 * b + k] - p;
    const low = boxes[6 * box + k];
    const high = boxes[6 * box + 3 + k];
    if (displacement === 0) {
      if (p < low || p > high) return false;
      continue;
    }
    const enter = (low - p) / displacement;
    const leave = (high - p) / displacement;
    from = Math.max(from, Math.min(enter, leave));
    to = Math.min(to, Math.max(enter, leave));
  }
  return from <= to;
}
