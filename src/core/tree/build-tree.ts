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

/** `centres` holds xyz of each face. */
export function buildTree(centres: Float32Array): Tree {
  const count = centres.length / 3;
  const order = new Uint32Array(count);
  for (let f = 0; f < count; f++) order[f] = f;
  const children: number[] = [];
  let depth = 0;
  const build = (start: number, n: number, level: number): number => {
    const node = children.length / 4;
    depth = Math.max(depth, level);
    children.push(EMPTY, EMPTY, EMPTY, EMPTY);
    if (n <= 4) {
      for (let k = 0; k < n; k++) children[4 * node + k] = ~(start + k);
      return node;
    }
    const half = split(centres, order, start, n);
    let slot = 0;
    for (const [from, m] of [
      [start, half],
      [start + half, n - half],
    ]) {
      const quarter = m > 4 ? split(centres, order, from, m) : m;
      children[4 * node + slot++] = build(from, quarter, level + 1);
      if (m > quarter) children[4 * node + slot++] = build(from + quarter, m - quarter, level + 1);
    }
    return node;
  };
  build(0, count, 1);
  return { children: Int32Array.from(children), nodeCount: children.length / 4, depth, order };
}

/** Moves the nearer half along the longest side to the front and returns its size, a multiple of four, so that leaves are full. */
function split(centres: Float32Array, order: Uint32Array, start: number, n: number): number {
  const half = ((n + 1) >> 1) + 3;
  const size = half - (half % 4);
  const front = size < n ? size : 4;
  select(centres, longestAxis(centres, order, start, n), order, start, start + n - 1, start + front);
  return front;
}

function longestAxis(centres: Float32Array, order: Uint32Array, start: number, n: number): number {
  let axis = 0;
  let longest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = start; i < start + n; i++) {
      const x = centres[3 * order[i] + k];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    if (high - low > longest) {
      longest = high - low;
      axis = k;
    }
  }
  return axis;
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
