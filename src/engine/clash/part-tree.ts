// A box tree over the faces of one part, built once and refitted to every instant: the distance of
// a point from the part, and the faces that a segment may go through. Few questions are asked at an
// instant, and most are about one region. So a refit fits the boxes of clusters of faces and those
// above them; the boxes within a cluster are fitted when a question first enters it.
import { pointTriangleSquared } from './point-triangle.ts';

/** The maximum number of faces of a leaf. */
const LEAF_FACES = 4;

/** The maximum number of faces of a cluster. */
const CLUSTER_FACES = 32;

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
  /** The cluster that a node is the root of; −1 for other nodes. */
  private readonly clusterAt: Int32Array;
  /** The root of each cluster. The nodes of a cluster are consecutive, up to `clusterEnd`. */
  private readonly clusterRoot: number[] = [];
  private readonly clusterEnd: number[] = [];
  /** The vertices of cluster i are `points` from `pointStart[i]` on, each once. */
  private readonly points: Uint32Array;
  private readonly pointStart: number[] = [0];
  /** The refit that the boxes within each cluster belong to, and the number of refits. */
  private readonly fittedAt: Uint32Array;
  private refits = 0;
  private readonly stack = new Uint32Array(256);
  private readonly gaps = new Float64Array(256);
  /** A segment: where it starts, and the inverse of its extent along each axis. */
  private readonly segment = new Float64Array(6);
  private x: Float64Array;

  constructor(corners: Uint32Array, x: Float64Array) {
    this.corners = corners;
    this.x = x;
    const count = corners.length / 3;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    const maxNodes = 2 * Math.max(1, count);
    this.from = new Uint32Array(maxNodes);
    this.to = new Uint32Array(maxNodes);
    this.second = new Uint32Array(maxNodes);
    this.clusterAt = new Int32Array(maxNodes).fill(-1);
    this.nodeCount = 0;
    this.build(0, count, centresOf(corners, x), false);
    this.leafCorners = new Uint32Array(corners.length);
    for (let i = 0; i < corners.length; i++) this.leafCorners[i] = corners[3 * this.order[(i / 3) | 0] + (i % 3)];
    this.points = this.listPoints();
    this.fittedAt = new Uint32Array(this.clusterRoot.length);
    this.boxes = new Float64Array(BOX * this.nodeCount);
    this.refit(x);
  }

  private nodeCount: number;

  private build(from: number, to: number, centres: Float64Array, isInCluster: boolean): void {
    const { order } = this;
    const node = this.nodeCount++;
    this.from[node] = from;
    this.to[node] = to;
    const isCluster = !isInCluster && to - from <= CLUSTER_FACES;
    if (isCluster) this.clusterAt[node] = this.clusterRoot.push(node) - 1;
    if (to - from > LEAF_FACES) {
      const axis = widestAxis(order, from, to, centres);
      order.subarray(from, to).sort((i, j) => centres[3 * i + axis] - centres[3 * j + axis] || i - j);
      const middle = (from + to) >> 1;
      this.build(from, middle, centres, isInCluster || isCluster);
      this.second[node] = this.nodeCount;
      this.build(middle, to, centres, isInCluster || isCluster);
    }
    if (isCluster) this.clusterEnd.push(this.nodeCount);
  }

  /** The vertices of all clusters. */
  private listPoints(): Uint32Array {
    const points = new Uint32Array(this.leafCorners.length);
    let count = 0;
    for (const root of this.clusterRoot) {
      const own = this.leafCorners.slice(3 * this.from[root], 3 * this.to[root]).sort();
      for (let i = 0; i < own.length; i++) if (i === 0 || own[i] !== own[i - 1]) points[count++] = own[i];
      this.pointStart.push(count);
    }
    return points.slice(0, count);
  }

  /** Fits the boxes to other positions. */
  refit(x: Float64Array): void {
    this.x = x;
    this.refits++;
    const { clusterRoot, clusterEnd, pointStart, points } = this;
    for (let i = clusterRoot.length - 1; i >= 0; i--) {
      this.fitAround(clusterRoot[i], points, pointStart[i], pointStart[i + 1]);
      // The nodes between two clusters are above the second of them, and their children come later.
      const end = i > 0 ? clusterEnd[i - 1] : 0;
      for (let node = clusterRoot[i] - 1; node >= end; node--) this.fitChildren(node);
    }
  }

  /** Fits the boxes within a cluster, unless that was done for these positions. */
  private fitCluster(cluster: number): void {
    if (this.fittedAt[cluster] === this.refits) return;
    this.fittedAt[cluster] = this.refits;
    const root = this.clusterRoot[cluster];
    for (let node = this.clusterEnd[cluster] - 1; node > root; node--)
      if (this.second[node] !== 0) this.fitChildren(node);
      else this.fitAround(node, this.leafCorners, 3 * this.from[node], 3 * this.to[node]);
  }

  private fitChildren(node: number): void {
    const { boxes } = this;
    const box = BOX * node;
    const left = BOX * (node + 1);
    const right = BOX * this.second[node];
    for (let k = 0; k < 3; k++) {
      boxes[box + k] = boxes[left + k] < boxes[right + k] ? boxes[left + k] : boxes[right + k];
      boxes[box + 3 + k] = boxes[left + 3 + k] > boxes[right + 3 + k] ? boxes[left + 3 + k] : boxes[right + 3 + k];
    }
  }

  /** Fits the box of a node to some points. */
  private fitAround(node: number, points: Uint32Array, from: number, to: number): void {
    const { boxes, x } = this;
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    for (let i = from; i < to; i++) {
      const v = points[i];
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
   * `most`; else `most`. The search ends as soon as a triangle is nearer than `enough`.
   */
  distanceSquared(
    px: number,
    py: number,
    pz: number,
    most: number,
    enough: number,
    isAsked: ((triangle: number) => boolean) | null,
  ): number {
    const { second, clusterAt, from, to, order, leafCorners, stack, gaps, x } = this;
    this.nearest = -1;
    let best = most;
    stack[0] = 0;
    gaps[0] = this.gapSquared(0, px, py, pz);
    let size = 1;
    while (size > 0) {
      const node = stack[--size];
      if (gaps[size] >= best) continue;
      if (clusterAt[node] >= 0) this.fitCluster(clusterAt[node]);
      const other = second[node];
      if (other !== 0) {
        const near = this.gapSquared(node + 1, px, py, pz);
        const far = this.gapSquared(other, px, py, pz);
        const isOrdered = near <= far;
        stack[size] = isOrdered ? other : node + 1;
        gaps[size++] = isOrdered ? far : near;
        stack[size] = isOrdered ? node + 1 : other;
        gaps[size++] = isOrdered ? near : far;
        continue;
      }
      for (let i = from[node]; i < to[node]; i++) {
        if (isAsked !== null && !isAsked(order[i])) continue;
        const c = 3 * i;
        const d = pointTriangleSquared(px, py, pz, x, leafCorners[c], leafCorners[c + 1], leafCorners[c + 2]);
        if (d >= best) continue;
        best = d;
        this.nearest = order[i];
        if (d < enough) return d;
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
   * Calls `visit` for every triangle whose box the segment between the points at the offsets p and
   * q may meet, until it returns false. Boxes are widened, so that rounding loses none.
   */
  alongSegment(p: number, q: number, visit: (triangle: number) => boolean): void {
    const { second, clusterAt, from, to, order, stack, segment, x } = this;
    for (let k = 0; k < 3; k++) {
      segment[k] = x[p + k];
      segment[3 + k] = 1 / (x[q + k] - x[p + k]);
    }
    stack[0] = 0;
    let size = 1;
    while (size > 0) {
      const node = stack[--size];
      if (!this.meetsSegment(node)) continue;
      if (clusterAt[node] >= 0) this.fitCluster(clusterAt[node]);
      if (second[node] !== 0) {
        stack[size++] = node + 1;
        stack[size++] = second[node];
        continue;
      }
      for (let i = from[node]; i < to[node]; i++) if (!visit(order[i])) return;
    }
  }

  /** Whether a point is in the box around all triangles. */
  boxContains(px: number, py: number, pz: number): boolean {
    return this.gapSquared(0, px, py, pz) === 0;
  }

  /** The sum of the extents of the box around all triangles. */
  get extent(): number {
    const { boxes } = this;
    return boxes[3] - boxes[0] + boxes[4] - boxes[1] + boxes[5] - boxes[2];
  }

  private gapSquared(node: number, px: number, py: number, pz: number): number {
    const { boxes } = this;
    const b = BOX * node;
    let dx = 0;
    let dy = 0;
    let dz = 0;
    if (px < boxes[b]) dx = boxes[b] - px;
    else if (px > boxes[b + 3]) dx = px - boxes[b + 3];
    if (py < boxes[b + 1]) dy = boxes[b + 1] - py;
    else if (py > boxes[b + 4]) dy = py - boxes[b + 4];
    if (pz < boxes[b + 2]) dz = boxes[b + 2] - pz;
    else if (pz > boxes[b + 5]) dz = pz - boxes[b + 5];
    return dx * dx + dy * dy + dz * dz;
  }

  /** Whether the segment may meet the box of a node: each pair of slabs allows a range of it. */
  private meetsSegment(node: number): boolean {
    const { boxes, segment } = this;
    let first = -SLACK;
    let last = 1 + SLACK;
    for (let k = 0; k < 3; k++) {
      const enter = (boxes[BOX * node + k] - segment[k]) * segment[3 + k];
      const leave = (boxes[BOX * node + 3 + k] - segment[k]) * segment[3 + k];
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
