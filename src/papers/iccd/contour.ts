// The continuous contour test [ICCD §IV-C]: does the boundary of a patch, projected along d = p × q to X = p·x, Y = q·x,
// stay a set of disjoint simple closed curves throughout the step, one of them around all others?
//
// Then, together with the certificate of `cones.ts`, no two features of the patch that share no vertex ever touch. At any t
// the projection φ maps every face with positive area. For y off the curves the preimages of y, each counted with its local
// degree, at least 1, number the sum of the curves' winding numbers around y; with one counter-clockwise simple curve and
// only clockwise ones besides this is at most 1. Were y on a curve and φ(a) = φ(b) = y for a ≠ b, not both on the boundary:
// around the one inside, φ covers a neighbourhood of y, and faces at the other cover part of it once more, in points off the
// curves: a contradiction. Both on the boundary: the curves are simple and disjoint. So φ is injective on the closed patch,
// and what projects to different points does not touch. A simple curve never has zero area, so t = 0 decides its sense.
//
// Departs from the paper, which asks for no self-intersection of the projected contour only: (a) its k-DOPs of swept edges in
// space prove nothing about projections, boxes here are in the plane; (b) loops must be nested one within all, patches oriented and
// without bow-ties, otherwise sheets branch or fold unseen; (c) see `contour-edges.ts`. Reuse of projections along other axes
// ("fewer projections") and of intersections ("fewer intersections") holds for equal axes only and is left out.
//
// Rounding, with u = 2^−53, in a unit, a power of two, in which the largest coordinate L of the step is near 1, and |p|, |q| ≤ 1.01: X is
// off by at most 3u·|p|₁L < 2^−50 L =: η and |X| < 1.8 L. A point inside the step adds three roundings of at most 3.6 L, in all less
// than η + 2^−49 L < 2^−48 L. A dot product with components of at most 1 is off by twice that and 2^−50 L, a difference of
// two by less than 2^−45 L: so `MARGIN`. Underflow is off by 2^−70 at most and vanishes in it.
import type { Step } from './cones.ts';
import { areApart, meetOnlyAt } from './contour-edges.ts';
import type { Patches } from './patches.ts';

/** Times L: what a computed difference must exceed to be certain; twice the bound. */
const MARGIN = 2 ** -44;

export class ContourTest {
  /** Pairs of tree nodes looked at since the beginning, for tests and benches. */
  pairCount = 0;
  private readonly patches: Patches;
  /** Four numbers per vertex of the contour, loop by loop. */
  private readonly points: Float64Array;
  /** The vertex after each, in its loop; vertex i begins edge i. */
  private readonly next: Uint32Array;
  /**
   * A binary tree over the sequence of edges, root 1, children of i are 2i and 2i + 1, edges from `width`. Eight numbers a node: least X and
   * Y, largest X and Y at t = 0, then at t = 1.
   */
  private readonly boxes: Float64Array;
  /** In which of eight directions every edge of the node advances at both ends of the step; 0 for one that spans two loops. */
  private readonly advances: Uint8Array;
  private readonly stack: Uint32Array;
  private width = 1;

  constructor(patches: Patches) {
    const { loopStart, loopVertexStart, nodeCount } = patches;
    let longest = 1;
    for (let i = 0; i < nodeCount; i++) {
      const length = loopVertexStart[loopStart[i + 1]] - loopVertexStart[loopStart[i]];
      if (length > longest) longest = length;
    }
    const levels = Math.ceil(Math.log2(longest)) + 1;
    this.patches = patches;
    this.points = new Float64Array(4 * longest);
    this.next = new Uint32Array(longest);
    this.boxes = new Float64Array(8 * 2 ** levels);
    this.advances = new Uint8Array(2 ** levels);
    // A pair is replaced by at most four of the next level, so three wait on each level.
    this.stack = new Uint32Array(2 * (3 * levels + 4));
  }

  /** `frame` holds p and q. False where the proof fails. */
  holds(node: number, step: Step, frame: Float64Array): boolean {
    const { loopStart } = this.patches;
    const loops = loopStart[node + 1] - loopStart[node];
    if (loops === 0) return false;
    const count = this.project(node, step, frame);
    const largest = step.largest * step.unit;
    const margin = MARGIN * largest;
    this.fit(count, margin);
    // A single simple loop runs counter-clockwise by itself: its area is the sum of the faces'.
    return this.isSimple(margin) && (loops === 1 || this.isOneAroundOthers(node, largest));
  }

  private project(node: number, { x0, x1, unit }: Step, frame: Float64Array): number {
    const { points, next, patches } = this;
    const { loopStart, loopVertexStart, loopVertices } = patches;
    const px = unit * frame[0];
    const py = unit * frame[1];
    const pz = unit * frame[2];
    const qx = unit * frame[3];
    const qy = unit * frame[4];
    const qz = unit * frame[5];
    const begin = loopVertexStart[loopStart[node]];
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const first = loopVertexStart[loop];
      const end = loopVertexStart[loop + 1];
      for (let i = first; i < end; i++) {
        const v = 3 * loopVertices[i];
        const at = 4 * (i - begin);
        points[at] = px * x0[v] + py * x0[v + 1] + pz * x0[v + 2];
        points[at + 1] = qx * x0[v] + qy * x0[v + 1] + qz * x0[v + 2];
        points[at + 2] = px * x1[v] + py * x1[v + 1] + pz * x1[v + 2];
        points[at + 3] = qx * x1[v] + qy * x1[v + 1] + qz * x1[v + 2];
        next[i - begin] = i + 1 - begin;
      }
      next[end - 1 - begin] = first - begin;
    }
    return loopVertexStart[loopStart[node + 1]] - begin;
  }

  private fit(count: number, margin: number): void {
    const { boxes, advances } = this;
    let width = 1;
    while (width < count) width *= 2;
    this.width = width;
    for (let i = 0; i < count; i++) this.fitEdge(i, width + i, margin);
    for (let i = width + count; i < 2 * width; i++) {
      // No edge: apart from everything, and no hindrance to its neighbours.
      for (let k = 0; k < 8; k++) boxes[8 * i + k] = k & 2 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      advances[i] = 255;
    }
    for (let i = width - 1; i > 0; i--) {
      uniteBoxes(boxes, 16 * i, 16 * i + 8, 8 * i);
      advances[i] = advances[2 * i] & advances[2 * i + 1];
    }
  }

  private fitEdge(i: number, at: number, margin: number): void {
    const { points, next, boxes, advances } = this;
    const a = 4 * i;
    const b = 4 * next[i];
    setBox(boxes, 8 * at, points[a], points[a + 1], points[b], points[b + 1]);
    setBox(boxes, 8 * at + 4, points[a + 2], points[a + 3], points[b + 2], points[b + 3]);
    // The last edge of a loop returns to its beginning: no chain goes on from there.
    if (next[i] !== i + 1) {
      advances[at] = 0;
      return;
    }
    const x0 = points[b] - points[a];
    const y0 = points[b + 1] - points[a + 1];
    const x1 = points[b + 2] - points[a + 2];
    const y1 = points[b + 3] - points[a + 3];
    advances[at] =
      senses(x0, x1, margin) |
      (senses(y0, y1, margin) << 2) |
      (senses(x0 + y0, x1 + y1, margin) << 4) |
      (senses(x0 - y0, x1 - y1, margin) << 6);
  }

  /**
   * No two edges of the contour meet but neighbours in their common vertex. Boxes apart along one axis, the same way round at both
   * ends of the step, are apart throughout, and common motion costs nothing. A chain of edges that all advance in one direction,
   * at both ends and hence throughout, does not meet itself.
   */
  private isSimple(margin: number): boolean {
    const { boxes, advances, stack, width } = this;
    let top = 0;
    stack[top++] = 1;
    stack[top++] = 1;
    while (top > 0) {
      const b = stack[--top];
      const a = stack[--top];
      this.pairCount++;
      if (b - a < 2 && (advances[a] & advances[b]) !== 0) continue;
      if (a !== b && boxesApart(boxes, 8 * a, 8 * b, margin)) continue;
      if (a >= width) {
        if (a !== b && !this.edgesApart(a - width, b - width, margin)) return false;
        continue;
      }
      for (let k = 0; k < 4; k++) {
        // a ≤ b; within one node the pair (second, first) repeats (first, second).
        if (a === b && k === 2) continue;
        stack[top++] = 2 * a + (k >> 1);
        stack[top++] = 2 * b + (k & 1);
      }
    }
    return true;
  }

  private edgesApart(i: number, j: number, margin: number): boolean {
    const { points, next } = this;
    // Loops have at least three edges, so two share at most one vertex.
    if (next[i] === j) return meetOnlyAt(points, i, j, next[j], margin);
    if (next[j] === i) return meetOnlyAt(points, j, i, next[i], margin);
    return areApart(points, i, next[i], j, next[j], margin);
  }

  /**
   * Whether one loop certainly runs counter-clockwise and all others clockwise. Twice the area, from differences to the first vertex
   * of size at most R < 4L: each is off by 2η + uR, a cross product by less than 8ηR + 16uR², their sum by n·2uR² each more; with
   * η = 2^−50 L in all less than n (16 + n) 2^−50 L R.
   */
  private isOneAroundOthers(node: number, largest: number): boolean {
    const { loopStart, loopVertexStart } = this.patches;
    const begin = loopVertexStart[loopStart[node]];
    let outer = 0;
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const sense = this.senseOf(loopVertexStart[loop] - begin, loopVertexStart[loop + 1] - begin, largest);
      if (sense === 0) return false;
      if (sense > 0) outer++;
    }
    return outer === 1;
  }

  private senseOf(first: number, end: number, largest: number): number {
    const { points } = this;
    const ox = points[4 * first];
    const oy = points[4 * first + 1];
    let area = 0;
    let reach = 0;
    let x = 0;
    let y = 0;
    for (let i = first + 1; i < end; i++) {
      const nextX = points[4 * i] - ox;
      const nextY = points[4 * i + 1] - oy;
      area += x * nextY - nextX * y;
      reach = Math.max(reach, Math.abs(nextX), Math.abs(nextY));
      x = nextX;
      y = nextY;
    }
    const count = end - first;
    const bound = count * (16 + count) * 2 ** -49 * largest * reach;
    // The second comparison is against underflow.
    if (!(Math.abs(area) > bound && Math.abs(area) > 1e-290)) return 0;
    return area > 0 ? 1 : -1;
  }
}

/** 1 if both exceed the margin, 2 if both fall below its negative, else 0. */
function senses(at0: number, at1: number, margin: number): number {
  return (at0 > margin && at1 > margin ? 1 : 0) | (at0 < -margin && at1 < -margin ? 2 : 0);
}

function setBox(boxes: Float64Array, at: number, ax: number, ay: number, bx: number, by: number): void {
  boxes[at] = ax < bx ? ax : bx;
  boxes[at + 1] = ay < by ? ay : by;
  boxes[at + 2] = ax < bx ? bx : ax;
  boxes[at + 3] = ay < by ? by : ay;
}

/** Not a loop over minima and maxima by parity: this is half of the contour test's time. */
function uniteBoxes(boxes: Float64Array, a: number, b: number, out: number): void {
  boxes[out] = boxes[a] < boxes[b] ? boxes[a] : boxes[b];
  boxes[out + 1] = boxes[a + 1] < boxes[b + 1] ? boxes[a + 1] : boxes[b + 1];
  boxes[out + 2] = boxes[a + 2] > boxes[b + 2] ? boxes[a + 2] : boxes[b + 2];
  boxes[out + 3] = boxes[a + 3] > boxes[b + 3] ? boxes[a + 3] : boxes[b + 3];
  boxes[out + 4] = boxes[a + 4] < boxes[b + 4] ? boxes[a + 4] : boxes[b + 4];
  boxes[out + 5] = boxes[a + 5] < boxes[b + 5] ? boxes[a + 5] : boxes[b + 5];
  boxes[out + 6] = boxes[a + 6] > boxes[b + 6] ? boxes[a + 6] : boxes[b + 6];
  boxes[out + 7] = boxes[a + 7] > boxes[b + 7] ? boxes[a + 7] : boxes[b + 7];
}

function boxesApart(boxes: Float64Array, a: number, b: number, margin: number): boolean {
  for (let k = 0; k < 2; k++) {
    if (boxes[b + k] - boxes[a + k + 2] > margin && boxes[b + k + 4] - boxes[a + k + 6] > margin) return true;
    if (boxes[a + k] - boxes[b + k + 2] > margin && boxes[a + k + 4] - boxes[b + k + 6] > margin) return true;
  }
  return false;
}
