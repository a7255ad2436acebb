// The continuous contour test [ICCD §IV-C]. It decides whether the boundary of a patch, projected
// along d = p × q to X = p·x, Y = q·x, stays a set of disjoint simple closed curves throughout the
// step, one of which encloses all others. `QuietPatches` runs it on patches that have passed the
// cone test.
// Safe direction: a contour for which the proof fails makes its patch not quiet. That costs tests,
// never a contact.
//
// Why both tests together prove that two features of the patch that share no vertex never touch: at
// any t the certificate of `cones.ts` makes the projection φ map every face with positive area.
// Take a point y off the curves. Its preimages, each counted with its local degree (at least 1),
// number the sum of the winding numbers of the curves around y. One curve is simple and
// counter-clockwise, all others are simple and clockwise, so the sum is at most 1. Now take a point
// y on a curve, and suppose φ(a) = φ(b) = y for a ≠ b. If one of them is inside the patch, φ covers
// a neighbourhood of y around it, and the faces at the other point cover a part of that
// neighbourhood once more, also in points off the curves: a contradiction. If both are on the
// boundary, they contradict that the curves are simple and disjoint. So φ is injective on the
// closed patch, and points with different projections do not touch. A simple curve never has zero
// area, so its orientation at t = 0 holds for the whole step.
//
// Departs from the paper: it only requires that the projected contour does not intersect itself,
// and it culls with k-DOPs.
// - The paper's k-DOPs of swept edges in space prove nothing about projections. The boxes here are
//   in the plane of projection.
// - One loop must enclose all others, and patches must be oriented and without bow-ties. Otherwise
//   sheets could branch or fold without crossing the contour.
// - `contour-edges.ts` replaces the quadratics of the planar (E,E) test.
// - The paper reuses projections ("fewer projections") and intersections ("fewer intersections")
//   between nodes. Both are valid for equal axes only and are left out.
//
// Rounding: u = 2^−53. Lengths are in a unit, a power of two, in which the largest coordinate L of
// the step is near 1. |p| and |q| are at most 1.01. X is off by at most 3u·|p|₁L < 2^−50 L =: η,
// and |X| < 1.8 L. A point inside the step adds three roundings of at most 3.6 L, in all less than
// η + 2^−49 L < 2^−48 L. A dot product with components of at most 1 is off by twice that and 2^−50
// L, a difference of two such products by less than 2^−45 L. `RELATIVE_MARGIN` is twice that.
// Underflow adds at most 2^−70, which the margin absorbs.
import { Block } from '../../core/memory/block.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { areApart, meetOnlyAt, type Projected } from './contour-edges.ts';
import type { Patches } from './patches.ts';

/**
 * A computed difference is certain if it exceeds this multiple of L: twice the rounding bound
 * above.
 */
const RELATIVE_MARGIN = 2 ** -44;

/** The contour test for the patches of one mesh. */
export class ContourTest {
  /**
   * Pairs of nodes of edge trees that were tested since the construction; for tests and benches.
   */
  pairCount = 0;
  private readonly motion: VertexMotion;
  private patches: Patches;
  /** Vertex ids of all loops. */
  private readonly vertices: Block;
  /** p and q of the current test, six numbers, scaled by the unit. */
  private readonly frame: Block;
  /** Four numbers per vertex of the contour, loop by loop: X and Y at t = 0, then at t = 1. */
  private readonly projected: Block;
  /**
   * Boxes of a binary tree over the sequence of edges. Node 1 is the root, the children of node i
   * are 2i and 2i + 1, and the leaves, one per edge, start at `width`. Eight numbers per node:
   * least X and Y, greatest X and Y at t = 0, then the same at t = 1.
   */
  private readonly boxes: Block;
  /**
   * One byte per node: a bit for each of eight directions in which all its edges advance, at both
   * ends of the step. 0 for a node that spans two loops.
   */
  private readonly advances: Block;
  /** The next vertex of the same loop. Edge i leads from vertex i to vertex next[i]. */
  private next: Uint32Array = new Uint32Array(0);
  /** Pairs of nodes that are still to be tested. */
  private stack: Uint32Array = new Uint32Array(0);
  /** Number of leaves of the edge tree: a power of two, at least the number of edges. */
  private width = 1;

  constructor(motion: VertexMotion, patches: Patches) {
    const { memory } = motion;
    this.motion = motion;
    this.patches = patches;
    this.vertices = new Block(memory);
    this.frame = new Block(memory, 48);
    this.projected = new Block(memory);
    this.boxes = new Block(memory);
    this.advances = new Block(memory);
    this.renew(patches);
  }

  /** Takes other patches of the same mesh and reuses the memory. */
  renew(patches: Patches): void {
    const { loopStart, loopVertexStart, loopVertices, nodeCount } = patches;
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
    // A pair is replaced by at most four pairs of the next level, so at most three wait on each
    // level.
    this.stack = new Uint32Array(2 * (3 * levels + 4));
  }

  /**
   * Whether the contour of a node is proven simple and nested in the current step of the motion.
   * `frame` holds p and q. `unit` is a power of two that scales the largest coordinate to about 1.
   * The cone test must have accepted the node: it guarantees that its vertices exist and are
   * finite.
   */
  holds(node: number, unit: number, frame: Float64Array): boolean {
    const { loopStart } = this.patches;
    const loops = loopStart[node + 1] - loopStart[node];
    if (loops === 0) return false;
    const largest = this.motion.largest * unit;
    const margin = RELATIVE_MARGIN * largest;
    const count = this.project(node, unit, frame);
    this.fitBoxes(node, count, margin);
    // A single simple loop is always counter-clockwise: its area is the sum of the areas of the
    // projected faces.
    return this.isSimple(count, margin) && (loops === 1 || this.isOneAroundOthers(node, count, largest));
  }

  /** Projects the contour of a node; returns its number of vertices. */
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

  /** Builds the tree over the edges of a projected contour. */
  private fitBoxes(node: number, count: number, margin: number): void {
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
   * Whether it is proven that no two edges of the contour meet, except neighbours in their common
   * vertex. Boxes that are apart along one axis, in the same order at both ends of the step, stay
   * apart in between. Boxes at both ends, unlike swept ones, do not grow with common motion. A
   * chain of edges that all advance in one direction at both ends advances in that direction
   * throughout, so it does not meet itself.
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
        // Pairs have a ≤ b. Within one node, the pair (second child, first child) would repeat
        // (first, second).
        if (a === b && k === 2) continue;
        stack[top++] = 2 * a + (k >> 1);
        stack[top++] = 2 * b + (k & 1);
      }
    }
    return true;
  }

  /** Whether it is proven that two edges do not meet, except in a common vertex. */
  private edgesApart(points: Projected, i: number, j: number, margin: number): boolean {
    const { next } = this;
    // Loops have at least three edges, so two edges share at most one vertex.
    if (next[i] === j) return meetOnlyAt(points, i, j, next[j], margin);
    if (next[j] === i) return meetOnlyAt(points, j, i, next[i], margin);
    return areApart(points, i, next[i], j, next[j], margin);
  }

  /**
   * Whether one loop is certainly counter-clockwise and all others are certainly clockwise. The
   * sign is that of twice the area, summed over n vertices from differences to the first vertex,
   * which are at most R < 4L. Each difference is off by 2η + uR and a cross product by less than
   * 8ηR + 16uR². Summing adds n·2uR² per term. With η = 2^−50 L the total is less than n (16 + n)
   * 2^−50 L R; `orientationOf` takes twice that.
   */
  private isOneAroundOthers(node: number, count: number, largest: number): boolean {
    const { loopStart, loopVertexStart } = this.patches;
    const points = this.motion.memory.f64(this.projected.pointer, 4 * count);
    const begin = loopVertexStart[loopStart[node]];
    let outer = 0;
    for (let loop = loopStart[node]; loop < loopStart[node + 1]; loop++) {
      const orientation = orientationOf(
        points,
        loopVertexStart[loop] - begin,
        loopVertexStart[loop + 1] - begin,
        largest,
      );
      if (orientation === 0) return false;
      if (orientation > 0) outer++;
    }
    return outer === 1;
  }
}

/**
 * Orientation at t = 0 of the loop of points [first, end): 1 counter-clockwise, −1 clockwise, 0
 * uncertain.
 */
function orientationOf(points: Projected, first: number, end: number, largest: number): number {
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
  // The second comparison excludes areas that underflow may have changed.
  if (!(Math.abs(area) > bound && Math.abs(area) > 1e-290)) return 0;
  return area > 0 ? 1 : -1;
}

/**
 * Whether the boxes at offsets a and b are apart along X or Y, in the same order at both ends of
 * the step.
 */
function boxesApart(boxes: Float64Array, a: number, b: number, margin: number): boolean {
  for (let k = 0; k < 2; k++) {
    if (boxes[b + k] - boxes[a + k + 2] > margin && boxes[b + k + 4] - boxes[a + k + 6] > margin) return true;
    if (boxes[a + k] - boxes[b + k + 2] > margin && boxes[a + k + 4] - boxes[b + k + 6] > margin) return true;
  }
  return false;
}
