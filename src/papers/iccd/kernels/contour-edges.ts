// Decides whether two edges of a projected contour stay apart throughout the step, or two
// neighbours apart except for the vertex between them [ICCD §IV-C]. If a fixed direction w in the
// plane separates the end points at both ends of an interval, it separates them in between, because
// w·x(t) is linear in t. If no candidate direction does, the interval is halved.
// Safe direction: a failure to prove counts as meeting, which makes the patch not quiet.
//
// Departs from the paper: it solves four quadratics per pair of edges (vertex against edge). These
// vanish identically on straight borders and at shared vertices, where their roots say nothing, and
// each root needs an error bound. Separating directions have neither problem, and every comparison
// uses the same margin.
import { ContourTree } from './contour-tree';

/**
 * How often the step is halved. If there is no proof for an interval of length 2^−MAX_HALVINGS, the
 * edges count as meeting.
 */
const MAX_HALVINGS: i32 = 4;
/** Bytes of a projected vertex: X and Y at t = 0, then at t = 1. */
const POINT_BYTES: usize = 32;
/** Offset in `ends` from a point at the start of the interval to the same at its end. */
const TO_END: usize = 64;

export class ContourEdges {
  /** Whether edges a → b and c → d, which have no common vertex, provably stay apart. */
  static areApart(contour: ContourTree, a: u32, b: u32, c: u32, d: u32): bool {
    contour.a = a;
    contour.b = b;
    contour.c = c;
    contour.d = d;
    return ContourEdges.areApartIn(contour, 0, 1, MAX_HALVINGS);
  }

  /**
   * Whether edges a → w and w → b provably meet in w alone. If a lies above w and b below w along a
   * direction, at both ends of an interval, the two edges are on different sides of w in between.
   * Straight borders need no special case. Folded ones fail.
   */
  static meetOnlyAt(contour: ContourTree, a: u32, w: u32, b: u32): bool {
    contour.a = a;
    contour.b = w;
    contour.c = b;
    contour.d = b;
    return ContourEdges.meetOnlyIn(contour, 0, 1, MAX_HALVINGS);
  }

  /** The same for an interval: proven for the whole of it, or for both of its halves. */
  static areApartIn(contour: ContourTree, from: f64, to: f64, depth: i32): bool {
    ContourEdges.placeAll(contour, from, to);
    if (ContourEdges.someDirectionSeparates(contour.ends, contour.margin)) return true;
    if (depth == 0) return false;
    const middle = (from + to) / 2;
    if (!ContourEdges.areApartIn(contour, from, middle, depth - 1)) return false;
    return ContourEdges.areApartIn(contour, middle, to, depth - 1);
  }

  /** The same for an interval: proven for the whole of it, or for both of its halves. */
  static meetOnlyIn(contour: ContourTree, from: f64, to: f64, depth: i32): bool {
    ContourEdges.placeAll(contour, from, to);
    if (ContourEdges.bisectorSeparates(contour.ends, contour.margin)) return true;
    if (depth == 0) return false;
    const middle = (from + to) / 2;
    if (!ContourEdges.meetOnlyIn(contour, from, middle, depth - 1)) return false;
    return ContourEdges.meetOnlyIn(contour, middle, to, depth - 1);
  }

  /**
   * Writes the four vertices at both ends of an interval to `ends`. Times are multiples of
   * 2^−MAX_HALVINGS, hence exact.
   */
  static placeAll(contour: ContourTree, from: f64, to: f64): void {
    const points = contour.projected;
    const ends = contour.ends;
    const early = f64x2.splat(from);
    const late = f64x2.splat(to);
    ContourEdges.place(points + <usize>contour.a * POINT_BYTES, early, late, ends);
    ContourEdges.place(points + <usize>contour.b * POINT_BYTES, early, late, ends + 16);
    ContourEdges.place(points + <usize>contour.c * POINT_BYTES, early, late, ends + 32);
    ContourEdges.place(points + <usize>contour.d * POINT_BYTES, early, late, ends + 48);
  }

  /** Writes one vertex at both ends of an interval. */
  @inline static place(point: usize, from: v128, to: v128, ends: usize): void {
    const x = v128.load(point);
    const step = f64x2.sub(v128.load(point, 16), x);
    v128.store(ends, f64x2.add(x, f64x2.mul(from, step)));
    v128.store(ends, f64x2.add(x, f64x2.mul(to, step)), TO_END);
  }

  /**
   * Tries axes and diagonals, then directions of the pair in the middle of the interval: across
   * each edge, and from one edge to the other.
   */
  static someDirectionSeparates(ends: usize, margin: f64): bool {
    if (ContourEdges.separates(ends, 1, 0, margin) || ContourEdges.separates(ends, 0, 1, margin)) return true;
    if (ContourEdges.separates(ends, 1, 1, margin) || ContourEdges.separates(ends, 1, -1, margin)) return true;
    const ax = ContourEdges.mean(ends);
    const ay = ContourEdges.mean(ends + 8);
    const bx = ContourEdges.mean(ends + 16);
    const by = ContourEdges.mean(ends + 24);
    if (ContourEdges.separates(ends, -(by - ay), bx - ax, margin)) return true;
    const cx = ContourEdges.mean(ends + 32);
    const cy = ContourEdges.mean(ends + 40);
    const dx = ContourEdges.mean(ends + 48);
    const dy = ContourEdges.mean(ends + 56);
    if (ContourEdges.separates(ends, -(dy - cy), dx - cx, margin)) return true;
    return ContourEdges.separates(ends, cx + dx - ax - bx, cy + dy - ay - by, margin);
  }

  /** A coordinate in the middle of the interval. */
  @inline static mean(at: usize): f64 {
    return (load<f64>(at) + load<f64>(at, TO_END)) / 2;
  }

  /**
   * Whether w, scaled to components of at most 1, separates the edges by more than the margin, in
   * the same order at both ends of the interval.
   */
  static separates(ends: usize, wx: f64, wy: f64, margin: f64): bool {
    const size = Math.max(Math.abs(wx), Math.abs(wy));
    const x = wx / size;
    const y = wy / size;
    // A zero direction gives NaN, which fails every comparison.
    if (ContourEdges.gapAlong(ends, x, y) > margin) return ContourEdges.gapAlong(ends + TO_END, x, y) > margin;
    if (!(ContourEdges.gapAlong(ends, -x, -y) > margin)) return false;
    return ContourEdges.gapAlong(ends + TO_END, -x, -y) > margin;
  }

  /** How far the second edge lies beyond the first along (x, y), at one end of the interval. */
  @inline static gapAlong(ends: usize, x: f64, y: f64): f64 {
    const a = x * load<f64>(ends) + y * load<f64>(ends, 8);
    const b = x * load<f64>(ends, 16) + y * load<f64>(ends, 24);
    const c = x * load<f64>(ends, 32) + y * load<f64>(ends, 40);
    const d = x * load<f64>(ends, 48) + y * load<f64>(ends, 56);
    return (c < d ? c : d) - (a > b ? a : b);
  }

  /** Tries the bisector of the angle between a − w and w − b, in the middle of the interval. */
  static bisectorSeparates(ends: usize, margin: f64): bool {
    const wx = ContourEdges.mean(ends + 16);
    const wy = ContourEdges.mean(ends + 24);
    const ax = ContourEdges.mean(ends) - wx;
    const ay = ContourEdges.mean(ends + 8) - wy;
    const bx = ContourEdges.mean(ends + 32) - wx;
    const by = ContourEdges.mean(ends + 40) - wy;
    const a = Math.sqrt(ax * ax + ay * ay);
    const b = Math.sqrt(bx * bx + by * by);
    const x = (ax / a - bx / b) / 2;
    const y = (ay / a - by / b) / 2;
    return ContourEdges.descends(ends, x, y, margin) && ContourEdges.descends(ends + TO_END, x, y, margin);
  }

  /**
   * Whether a lies above w, and w above b, by more than the margin along (x, y), at one end of the
   * interval.
   */
  @inline static descends(ends: usize, x: f64, y: f64, margin: f64): bool {
    const wx = load<f64>(ends, 16);
    const wy = load<f64>(ends, 24);
    const a = x * (load<f64>(ends) - wx) + y * (load<f64>(ends, 8) - wy);
    const b = x * (wx - load<f64>(ends, 32)) + y * (wy - load<f64>(ends, 40));
    return a > margin && b > margin;
  }
}

/** `ContourEdges.areApart` for tests. */
export function contourEdgesApart(contour: ContourTree, a: u32, b: u32, c: u32, d: u32): bool {
  return ContourEdges.areApart(contour, a, b, c, d);
}

/** `ContourEdges.meetOnlyAt` for tests. */
export function contourEdgesMeetOnlyAt(contour: ContourTree, a: u32, w: u32, b: u32): bool {
  return ContourEdges.meetOnlyAt(contour, a, w, b);
}
