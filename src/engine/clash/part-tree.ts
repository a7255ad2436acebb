// A box tree over the faces of one part, built once and refitted to every instant: the distance of
// a point from the part, and the faces that a segment may go through.
import { pointTriangleSquared } from './point-triangle.ts';

/** The maximum number of faces of a leaf. */
const LEAF_FACES = 4;

/** Six numbers per node: the least and greatest coordinates of its faces. */
const BOX = 6;

/** A box tree over triangles, given by offsets of their corners in an array of coordinates. */
export class PartTree {
  /** The triangle that the last call of `distanceSquared` found; −1 if it found none. */
  nearest = -1;
  /** Three offsets per triangle. */
  private readonly corners: Uint32Array;
  /** Triangles in the order of the leaves. */
  private readonly order: Uint32Array;
  /** The corners of these triangles, in the same order. */
  private readonly leafCorners: Uint32Array;
  /** The range of `order` of each node. */
  private readonly from: Uint32Array;
  private readonly to: Uint32Array;
  /** The second child of each node, 0 for a leaf; the first child is the next node. */
  private readonly second: Uint32Array;
  private readonly boxes: Float64Array;
  private readonly stack = new Uint32Array(256);
  private readonly gaps = new Float64Array(256);
  private x: Float64Array;

  constructor(corners: Uint32Array, x: Float64Array) {
    this.corners = corners;
    this.x = x;
    const count = corners.length / 3;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    const maxNodes = Math.max(1, count);
    this.from = new Uint32Array(2 * maxNodes);
    this.to = new Uint32Array(2 * maxNodes);
    this.second = new Uint32Array(2 * maxNodes);
    this.nodeCount = 0;
    this.build(0, count, centresOf(corners, x));
    this.leafCorners = new Uint32Array(corners.length);
    this.order.forEach((triangle, i) => {
      for (let k = 0; k < 3; k++) this.leafCorners[3 * i + k] = corners[3 * triangle + k];
    });
    this.boxes = new Float64Array(BOX * this.nodeCount);
    this.refit(x);
  }

  private nodeCount: number;

  private build(from: number, to: number, centres: Float64Array): void {
    const { order } = this;
    const node = this.nodeCount++;
    this.from[node] = from;
    this.to[node] = to;
    if (to - from <= LEAF_FACES) return;
    const axis = widestAxis(order, from, to, centres);
    order.subarray(from, to).sort((i, j) => centres[3 * i + axis] - centres[3 * j + axis] || i - j);
    const middle = (from + to) >> 1;
    this.build(from, middle, centres);
    this.second[node] = this.nodeCount;
    this.build(middle, to, centres);
  }

  /** Fits all boxes to other positions. */
  refit(x: Float64Array): void {
    this.x = x;
    const { boxes, second } = this;
    for (let node = this.nodeCount - 1; node >= 0; node--) {
      const box = BOX * node;
      if (second[node] === 0) {
        this.fitLeaf(node);
        continue;
      }
      const left = BOX * (node + 1);
      const right = BOX * second[node];
      for (let k = 0; k < 3; k++) {
        boxes[box + k] = Math.min(boxes[left + k], boxes[right + k]);
        boxes[box + 3 + k] = Math.max(boxes[left + 3 + k], boxes[right + 3 + k]);
      }
    }
  }

  private fitLeaf(node: number): void {
    const { boxes, x, leafCorners } = this;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    const end = 3 * this.to[node];
    for (let i = 3 * this.from[node]; i < end; i++) {
      const v = leafCorners[i];
      const px = x[v];
      const py = x[v + 1];
      const pz = x[v + 2];
      if (px < x0) x0 = px;
      if (py < y0) y0 = py;
      if (pz < z0) z0 = pz;
      if (px > x1) x1 = px;
      if (py > y1) y1 = py;
      if (pz > z1) z1 = pz;
    }
    const box = BOX * node;
    boxes[box] = x0;
    boxes[box + 1] = y0;
    boxes[box + 2] = z0;
    boxes[box + 3] = x1;
    boxes[box + 4] = y1;
    boxes[box + 5] = z1;
  }

  /**
   * The squared distance of a point from the nearest triangle that `isAsked`, if that is less than
   * `most`; else `most`. The search ends as soon as a triangle is no farther than `enough`.
   */
  distanceSquared(
    px: number,
    py: number,
    pz: number,
    most: number,
    enough: number,
    isAsked: ((triangle: number) => boolean) | null,
  ): number {
    const { second, order, corners, stack, gaps, x } = this;
    this.nearest = -1;
    let best = most;
    stack[0] = 0;
    gaps[0] = this.gapSquared(0, px, py, pz);
    let size = 1;
    while (size > 0) {
      const node = stack[--size];
      if (gaps[size] >= best) continue;
      if (second[node] !== 0) {
        const near = this.gapSquared(node + 1, px, py, pz);
        const far = this.gapSquared(second[node], px, py, pz);
        const isOrdered = near <= far;
        stack[size] = isOrdered ? second[node] : node + 1;
        gaps[size++] = isOrdered ? far : near;
        stack[size] = isOrdered ? node + 1 : second[node];
        gaps[size++] = isOrdered ? near : far;
        continue;
      }
      for (let i = this.from[node]; i < this.to[node]; i++) {
        const triangle = order[i];
        if (isAsked && !isAsked(triangle)) continue;
        const c = 3 * triangle;
        const d = pointTriangleSquared(px, py, pz, x, corners[c], corners[c + 1], corners[c + 2]);
        if (d >= best) continue;
        best = d;
        this.nearest = triangle;
        if (d <= enough) return d;
      }
    }
    return best;
  }

  /** The squared distance of a point from one triangle. */
  squaredFrom(px: number, py: number, pz: number, triangle: number): number {
    const { corners } = this;
    const c = 3 * triangle;
    return pointTriangleSquared(px, py, pz, this.x, corners[c], corners[c + 1], corners[c + 2]);
  }

  /**
   * Calls `visit` for every triangle whose box the segment from p to q may meet, until it returns
   * false. Boxes are widened, so that rounding loses none.
   */
  alongSegment(p: readonly number[], q: readonly number[], visit: (triangle: number) => boolean): void {
    const { second, order, stack } = this;
    stack[0] = 0;
    let size = 1;
    while (size > 0) {
      const node = stack[--size];
      if (!this.meetsBox(node, p, q)) continue;
      if (second[node] !== 0) {
        stack[size++] = node + 1;
        stack[size++] = second[node];
        continue;
      }
      for (let i = this.from[node]; i < this.to[node]; i++) if (!visit(order[i])) return;
    }
  }

  /** Whether a point is in the box around all triangles. */
  boxContains(px: number, py: number, pz: number): boolean {
    return this.gapSquared(0, px, py, pz) === 0;
  }

  /** The least and greatest coordinates of all triangles. */
  get box(): Float64Array {
    return this.boxes.subarray(0, BOX);
  }

  private gapSquared(node: number, px: number, py: number, pz: number): number {
    const { boxes } = this;
    const b = BOX * node;
    const dx = Math.max(0, boxes[b] - px, px - boxes[b + 3]);
    const dy = Math.max(0, boxes[b + 1] - py, py - boxes[b + 4]);
    const dz = Math.max(0, boxes[b + 2] - pz, pz - boxes[b + 5]);
    return dx * dx + dy * dy + dz * dz;
  }

  /** Whether the segment may meet the box of a node: each pair of slabs allows a range of it. */
  private meetsBox(node: number, p: readonly number[], q: readonly number[]): boolean {
    const { boxes } = this;
    let first = -SLACK;
    let last = 1 + SLACK;
    for (let k = 0; k < 3; k++) {
      const inverse = 1 / (q[k] - p[k]);
      const enter = (boxes[BOX * node + k] - p[k]) * inverse;
      const leave = (boxes[BOX * node + 3 + k] - p[k]) * inverse;
      // A segment parallel to the slabs gives NaN or infinities; only a finite range narrows.
      first = Math.max(first, Math.min(enter, leave) - SLACK);
      last = Math.min(last, Math.max(enter, leave) + SLACK);
    }
    return !(first > last);
  }
}

/** By how much ranges along a segment are widened: far more than three roundings. */
const SLACK = 1e-9;

function centresOf(corners: Uint32Array, x: Float64Array): Float64Array {
  return Float64Array.from(corners, (_, i) => {
    const first = i - (i % 3);
    return x[corners[first] + (i % 3)] + x[corners[first + 1] + (i % 3)] + x[corners[first + 2] + (i % 3)];
  });
}

function widestAxis(order: Uint32Array, from: number, to: number, centres: Float64Array): number {
  let widest = -1;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = from; i < to; i++) {
      const c = centres[3 * order[i] + k];
      if (c < least) least = c;
      if (c > most) most = c;
    }
    if (most - least > widest) {
      widest = most - least;
      axis = k;
    }
  }
  return axis;
}
