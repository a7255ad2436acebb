// Projects the contours of patches and builds the trees over their edges [ICCD §IV-C].
// src/papers/iccd/contour.ts says what they prove and bounds their rounding. A vector holds X and Y
// at one end of the step.
import { Lane } from '../../../core/kernels/lanes';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { ContourEdges } from './contour-edges';
import { ContourTree } from './contour-tree';

/** Bytes of a projected vertex: X and Y at t = 0, then at t = 1. */
const POINT_BYTES: usize = 32;
/** Bytes of a box: least and greatest X and Y at t = 0, then at t = 1. */
const BOX_BYTES: usize = 64;

class Contours {
  /** Writes the box of the edge from the projected vertex at a to the one at b. */
  @inline static fitEdge(a: usize, b: usize, to: usize): void {
    const a0 = v128.load(a);
    const a1 = v128.load(a, 16);
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    v128.store(to, f64x2.pmin(a0, b0));
    v128.store(to, f64x2.pmax(a0, b0), 16);
    v128.store(to, f64x2.pmin(a1, b1), 32);
    v128.store(to, f64x2.pmax(a1, b1), 48);
  }

  /**
   * The directions in which an edge advances by more than the margin at both ends of the step: a
   * bit for each of X, Y, −X, −Y, X + Y, X − Y and the opposites of the last two. `beyond` and
   * `below` are the margin and its negative.
   */
  @inline static advanceBits(at: usize, beyond: v128, below: v128): u8 {
    const d0 = f64x2.sub(v128.load(at, 32), v128.load(at));
    const d1 = f64x2.sub(v128.load(at, 48), v128.load(at, 16));
    const e0 = Contours.diagonals(d0);
    const e1 = Contours.diagonals(d1);
    const forward = i64x2.bitmask(v128.and(f64x2.gt(d0, beyond), f64x2.gt(d1, beyond)));
    const backward = i64x2.bitmask(v128.and(f64x2.lt(d0, below), f64x2.lt(d1, below)));
    const up = i64x2.bitmask(v128.and(f64x2.gt(e0, beyond), f64x2.gt(e1, beyond)));
    const down = i64x2.bitmask(v128.and(f64x2.lt(e0, below), f64x2.lt(e1, below)));
    return <u8>(forward | (backward << 2) | (up << 4) | (down << 6));
  }

  /**
   * Whether two boxes are apart along X or Y, in the same order at both ends of the step. `margin`
   * in both lanes.
   */
  @inline static boxesApart(a: usize, b: usize, margin: v128): bool {
    const after = v128.and(
      f64x2.gt(f64x2.sub(v128.load(b), v128.load(a, 16)), margin),
      f64x2.gt(f64x2.sub(v128.load(b, 32), v128.load(a, 48)), margin),
    );
    const before = v128.and(
      f64x2.gt(f64x2.sub(v128.load(a), v128.load(b, 16)), margin),
      f64x2.gt(f64x2.sub(v128.load(a, 32), v128.load(b, 48)), margin),
    );
    return v128.any_true(v128.or(after, before));
  }

  /** Whether it is proven that two edges do not meet, except in a common vertex. */
  @inline static edgesApart(contour: ContourTree, i: u32, j: u32): bool {
    const afterI = load<u32>(contour.next + ((<usize>i) << 2));
    const afterJ = load<u32>(contour.next + ((<usize>j) << 2));
    // Loops have at least three edges, so two edges share at most one vertex.
    if (afterI == j) return ContourEdges.meetOnlyAt(contour, i, j, afterJ);
    if (afterJ == i) return ContourEdges.meetOnlyAt(contour, j, i, afterI);
    return ContourEdges.areApart(contour, i, afterI, j, afterJ);
  }

  /** X + Y and X − Y of a vector (X, Y). */
  @inline static diagonals(d: v128): v128 {
    const swapped = Lane.swap(d);
    return v128.shuffle<f64>(f64x2.add(d, swapped), f64x2.sub(d, swapped), 0, 2);
  }
}

/** Writes X = p·x and Y = q·x of `count` vertices; `frame` holds p and q. */
export function projectContour(context: MeshContext, vertices: usize, count: i32, frame: usize, to: usize): void {
  const points = context.points;
  const px = v128.load64_splat(frame);
  const py = v128.load64_splat(frame, 8);
  const pz = v128.load64_splat(frame, 16);
  const qx = v128.load64_splat(frame, 24);
  const qy = v128.load64_splat(frame, 32);
  const qz = v128.load64_splat(frame, 40);
  for (let i = 0; i < count; i++, vertices += 4, to += POINT_BYTES) {
    const at = points + <usize>load<u32>(vertices) * 48;
    const x = v128.load(at);
    const y = v128.load(at, 16);
    const z = v128.load(at, 32);
    const along = Lane.dot(px, x, py, y, pz, z);
    const across = Lane.dot(qx, x, qy, y, qz, z);
    v128.store(to, v128.shuffle<f64>(along, across, 0, 2));
    v128.store(to, v128.shuffle<f64>(along, across, 1, 3), 16);
  }
}

/** Writes the boxes of the edges of one loop, and the directions in which they advance. */
export function fitContourLoop(points: usize, count: i32, margin: f64, boxes: usize, advances: usize): void {
  const beyond = f64x2.splat(margin);
  const below = f64x2.splat(-margin);
  const last = points + <usize>(count - 1) * POINT_BYTES;
  for (let at = points; at < last; at += POINT_BYTES, boxes += BOX_BYTES, advances++) {
    Contours.fitEdge(at, at + POINT_BYTES, boxes);
    store<u8>(advances, Contours.advanceBits(at, beyond, below));
  }
  // The last edge returns to the first vertex. It has no direction, so that no chain continues from
  // it.
  Contours.fitEdge(last, points, boxes);
  store<u8>(advances, 0);
}

/** Fills in the tree above `count` edges, whose boxes and directions start at node `width`. */
export function uniteContour(width: i32, count: i32, boxes: usize, advances: usize): void {
  const infinity = f64x2.splat(f64.POSITIVE_INFINITY);
  // A leaf without an edge has an empty box, apart from everything, and all directions, so that it
  // does not restrict its neighbours.
  for (let i = width + count; i < 2 * width; i++) {
    const to = boxes + <usize>i * BOX_BYTES;
    v128.store(to, infinity);
    v128.store(to, f64x2.neg(infinity), 16);
    v128.store(to, infinity, 32);
    v128.store(to, f64x2.neg(infinity), 48);
    store<u8>(advances + i, 255);
  }
  for (let i = width - 1; i > 0; i--) {
    const a = boxes + <usize>i * (2 * BOX_BYTES);
    const to = boxes + <usize>i * BOX_BYTES;
    v128.store(to, f64x2.pmin(v128.load(a), v128.load(a, 64)));
    v128.store(to, f64x2.pmax(v128.load(a, 16), v128.load(a, 80)), 16);
    v128.store(to, f64x2.pmin(v128.load(a, 32), v128.load(a, 96)), 32);
    v128.store(to, f64x2.pmax(v128.load(a, 48), v128.load(a, 112)), 48);
    const children = advances + 2 * i;
    store<u8>(advances + i, load<u8>(children) & load<u8>(children, 1));
  }
}

/**
 * Whether it is proven that no two edges of the contour meet, except neighbours in their common
 * vertex. Boxes that are apart along one axis, in the same order at both ends of the step, stay
 * apart in between. Boxes at both ends, unlike swept ones, do not grow with common motion. A chain
 * of edges that all advance in one direction at both ends advances in that direction throughout, so
 * it does not meet itself.
 */
export function isSimpleContour(contour: ContourTree): bool {
  const width = contour.width;
  const boxes = contour.boxes;
  const margin = f64x2.splat(contour.margin);
  let top = contour.stack;
  let isSimple: bool = true;
  store<u32>(top, 1);
  store<u32>(top, 1, 4);
  top += 8;
  while (top > contour.stack && isSimple) {
    top -= 8;
    const a = load<u32>(top);
    const b = load<u32>(top, 4);
    contour.pairCount++;
    if (b - a < 2 && (load<u8>(contour.advances + a) & load<u8>(contour.advances + b)) != 0) continue;
    if (a != b && Contours.boxesApart(boxes + <usize>a * BOX_BYTES, boxes + <usize>b * BOX_BYTES, margin)) continue;
    if (a >= width) {
      if (a != b) isSimple = Contours.edgesApart(contour, a - width, b - width);
      continue;
    }
    for (let k: u32 = 0; k < 4; k++) {
      // Pairs have a ≤ b. Within one node, the pair (second child, first child) would repeat
      // (first, second).
      if (a == b && k == 2) continue;
      store<u32>(top, 2 * a + (k >> 1));
      store<u32>(top, 2 * b + (k & 1), 4);
      top += 8;
    }
  }
  return isSimple;
}

/** Links the vertices of a loop, [first, end), in the column `next`. */
export function linkContourLoop(contour: ContourTree, first: u32, end: u32): void {
  for (let i = first; i < end; i++) store<u32>(contour.next + ((<usize>i) << 2), i + 1 < end ? i + 1 : first);
}
