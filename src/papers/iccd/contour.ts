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
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { areApart, meetOnlyAt, type Projected } from './contour-edges.ts';
import type { Patches } from './patches.ts';

/** Times L: what a computed difference must exceed to be certain; twice the bound. */
const MARGIN = 2 ** -44;

export class ContourTest {
  /** Pairs of tree nodes looked at since the beginning, for tests and benches. */
  pairCount = 0;
  private readonly motion: VertexMotion;
  private patches: Patches;
  /** Of all loops. */
  private readonly vertices: Block;
  private readonly frame: Block;
  /** Four numbers per vertex of the contour, loop by loop: X and Y at t = 0, then at t = 1. */
  private readonly projected: Block;
  /**
   * A binary tree over the sequence of edges, root 1, children of i are 2i and 2i + 1, edges from `width`. Eight numbers a node: least X and
   * Y, largest X and Y at t = 0, then at t = 1.
   */
  private readonly boxes: Block;
  /** In which of eight directions every edge of the node advances at both ends of the step; 0 for one that spans two loops. */
  private readonly advances: Block;
  /** The vertex after each, in its loop; vertex i begins edge i. */
  private next: Uint32Array = new Uint32Array(0);
  private stack: Uint32Array = new Uint32Array(0);
  private width = 1;

  constructor(motion: VertexMotion, patches: Patches, loopVertices: Uint32Array) {
    const { memory } = motion;
    this.motion = motion;
    this.patches = patches;
    this.vertices = new Block(memory);
    this.frame = new Block(memory, 48);
    this.projected = new Block(memory);
    this.boxes = new Block(memory);
    this.advances = new Block(memory);
    this.renew(patches, loopVertices);
  }

  /** For other patches of the mesh, in the same memory. */
  renew(patches: Patches, loopVertices: Uint32Array): void {
    const { loopStart, loopVertexStart, nodeCount } = patches;
    let longest = 1;
    for (let i = 0; i < nodeCount; i++) {
      const length = loopVertexStart[loopStart[i + 1]] - loopVertexStart[loopStart[i]];
      if (length > longest) longest = length;
    }
    const levels = Math.ceil(Math.log2(longest)) + 1;
    this.patches = patches;
    this.vertices.put(loopVertices);
    this.projected.reserve(32 * longest);
    this.boxes.reserve(64 * 2 ** levels);
    this.advances.reserve(2 ** levels);
    this.next = new Uint32Array(longest);
    // A pair is replaced by at most four of the next level, so three wait on each level.
    this.stack = new Uint32Array(2 * (3 * levels + 4));
  }

  /**
   * Whether it is proven for a node, in the step that the motion is set to. `frame` holds p and q; `unit` is a power of two that brings
   * the largest coordinate near 1. The cones have seen to it that the vertices of the node exist and are finite.
   */
  holds(node: number, unit: number, frame: Float64Array): boolean {
    const { loopStart } = this.patches;
    const loops = loopStart[node + 1] - loopStart[node];
    if (loops === 0) return false;
    const largest = this.motion.largest * unit;
    const margin = MARGIN * largest;
    const count = this.project(node, unit, frame);
    this.fit(node, count, margin);
    // A single simple loop runs counter-clockwise by itself: its area is the sum of the faces'.
    return this.isSimple(count, margin) && (loops === 1 || this.isOneAroundOthers(node, count, largest));
  }

  private project(node: number, unit: number, frame: Float64Array): number {
    const { patches, motion, vertices, projected } = this;
    const { memory } = motion;
    const begin = patches.loopVertexStart[patches.loopStart[node]];
    const count = patches.loopVertexStart[patches.loopStart[node + 1]] - begin;
    const scaled = memory.f64(this.frame.pointer, 6);
    for (let k = 0; k < 6; k++) scaled[k] = unit * frame[k];
    const first = vertices.pointer + 4 * begin;
    memory.kernels.projectContour(motion.context.address, first, count, this.frame.pointer, projected.pointer);
    return count;
  }

  private fit(node: number, count: number, margin: number): void {
    const { next, motion, projected, boxes, advances } = this;
    const { loopStart, loopVertexStart } = this.patches;
    const { kernels } = motion.memory;
    let width = 1;
    while (width < count) width *= 2;
    this.width = width;
    const begin = loopVertexStart[loopStart[node]];
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const first = loopVertexStart[loop] - begin;
      const end = loopVertexStart[loop + 1] - begin;
      const at = width + first;
      kernels.fitContourLoop(
        projected.pointer + 32 * first,
        end - first,
        margin,
        boxes.pointer + 64 * at,
        advances.pointer + at,
      );
      for (let i = first; i < end; i++) next[i] = i + 1;
      next[end - 1] = first;
    }
    kernels.uniteContour(width, count, boxes.pointer, advances.pointer);
  }

  /**
   * No two edges of the contour meet but neighbours in their common vertex. Boxes apart along one axis, the same way round at both
   * ends of the step, are apart throughout, and common motion costs nothing. A chain of edges that all advance in one direction,
   * at both ends and hence throughout, does not meet itself.
   */
  private isSimple(count: number, margin: number): boolean {
    const { stack, width } = this;
    const { memory } = this.motion;
    const points = memory.f64(this.projected.pointer, 4 * count);
    const boxes = memory.f64(this.boxes.pointer, 16 * width);
    const advances = memory.u8(this.advances.pointer, 2 * width);
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
        if (a !== b && !this.edgesApart(points, a - width, b - width, margin)) return false;
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

  private edgesApart(points: Projected, i: number, j: number, margin: number): boolean {
    const { next } = this;
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
  private isOneAroundOthers(node: number, count: number, largest: number): boolean {
    const { loopStart, loopVertexStart } = this.patches;
    const points = this.motion.memory.f64(this.projected.pointer, 4 * count);
    const begin = loopVertexStart[loopStart[node]];
    let outer = 0;
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const sense = senseOf(points, loopVertexStart[loop] - begin, loopVertexStart[loop + 1] - begin, largest);
      if (sense === 0) return false;
      if (sense > 0) outer++;
    }
    return outer === 1;
  }
}

/** 1 counter-clockwise, −1 clockwise, 0 uncertain. */
function senseOf(points: Projected, first: number, end: number, largest: number): number {
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

function boxesApart(boxes: Float64Array, a: number, b: number, margin: number): boolean {
  for (let k = 0; k < 2; k++) {
    if (boxes[b + k] - boxes[a + k + 2] > margin && boxes[b + k + 4] - boxes[a + k + 6] > margin) return true;
    if (boxes[a + k] - boxes[b + k + 2] > margin && boxes[a + k + 4] - boxes[b + k + 6] > margin) return true;
  }
  return false;
}
