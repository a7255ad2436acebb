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

/**
 * How often the step is halved. If there is no proof for an interval of length 2^−MAX_HALVINGS, the
 * edges count as meeting.
 */
const MAX_HALVINGS = 4;

/** Four numbers per vertex of the contour: X and Y at t = 0, then at t = 1. */
export type Projected = Float64Array;

/**
 * Scratch: X and Y of up to four end points at the start of the interval, then (from 8 on) at its
 * end.
 */
const ends = new Float64Array(16);

/**
 * Whether edges a → b and c → d, which have no common vertex, provably stay apart. `margin` covers
 * rounding (contour.ts).
 */
export function areApart(points: Projected, a: number, b: number, c: number, d: number, margin: number): boolean {
  return isProven(someDirectionSeparates, points, [a, b, c, d], margin, 0, 1, MAX_HALVINGS);
}

/**
 * Whether edges a → w and w → b provably meet in w alone. If a lies above w and b below w along a
 * direction, at both ends of an interval, the two edges are on different sides of w in between.
 * Straight borders need no special case. Folded ones fail.
 */
export function meetOnlyAt(points: Projected, a: number, w: number, b: number, margin: number): boolean {
  return isProven(bisectorSeparates, points, [a, w, b], margin, 0, 1, MAX_HALVINGS);
}

/**
 * Whether a test, which reads `ends`, succeeds for the whole interval [from, to], or for both of
 * its halves.
 */
function isProven(
  test: (margin: number) => boolean,
  points: Projected,
  vertices: readonly number[],
  margin: number,
  from: number,
  to: number,
  depth: number,
): boolean {
  for (let i = 0; i < vertices.length; i++) placeAt(points, vertices[i], from, to, 2 * i);
  if (test(margin)) return true;
  if (depth === 0) return false;
  const middle = (from + to) / 2;
  return (
    isProven(test, points, vertices, margin, from, middle, depth - 1) &&
    isProven(test, points, vertices, margin, middle, to, depth - 1)
  );
}

/**
 * Writes a vertex at both ends of an interval to `ends`. Times are multiples of 2^−MAX_HALVINGS,
 * hence exact.
 */
function placeAt(points: Projected, vertex: number, from: number, to: number, slot: number): void {
  for (let k = 0; k < 2; k++) {
    const x = points[4 * vertex + k];
    const step = points[4 * vertex + 2 + k] - x;
    ends[slot + k] = x + from * step;
    ends[slot + 8 + k] = x + to * step;
  }
}

/**
 * Tries axes and diagonals, then directions of the pair in the middle of the interval: across each
 * edge, and from one edge to the other.
 */
function someDirectionSeparates(margin: number): boolean {
  if (separates(1, 0, margin) || separates(0, 1, margin)) return true;
  if (separates(1, 1, margin) || separates(1, -1, margin)) return true;
  const abx = mean(2) - mean(0);
  const aby = mean(3) - mean(1);
  if (separates(-aby, abx, margin)) return true;
  const cdx = mean(6) - mean(4);
  const cdy = mean(7) - mean(5);
  if (separates(-cdy, cdx, margin)) return true;
  return separates(mean(4) + mean(6) - mean(0) - mean(2), mean(5) + mean(7) - mean(1) - mean(3), margin);
}

/** A coordinate in the middle of the interval. */
const mean = (slot: number): number => (ends[slot] + ends[slot + 8]) / 2;

/**
 * Whether w, scaled to components of at most 1, separates the edges by more than the margin, in the
 * same order at both ends of the interval.
 */
function separates(wx: number, wy: number, margin: number): boolean {
  const size = Math.max(Math.abs(wx), Math.abs(wy));
  const x = wx / size;
  const y = wy / size;
  // A zero direction gives NaN, which fails every comparison.
  const gap = gapAlong(x, y, 0);
  if (gap > margin) return gapAlong(x, y, 8) > margin;
  return gapAlong(-x, -y, 0) > margin && gapAlong(-x, -y, 8) > margin;
}

/** How far the second edge lies beyond the first along (x, y), at one end of the interval. */
function gapAlong(x: number, y: number, at: number): number {
  const a = x * ends[at] + y * ends[at + 1];
  const b = x * ends[at + 2] + y * ends[at + 3];
  const c = x * ends[at + 4] + y * ends[at + 5];
  const d = x * ends[at + 6] + y * ends[at + 7];
  return (c < d ? c : d) - (a > b ? a : b);
}

/** Tries the bisector of the angle between a − w and w − b, in the middle of the interval. */
function bisectorSeparates(margin: number): boolean {
  const ax = mean(0) - mean(2);
  const ay = mean(1) - mean(3);
  const bx = mean(4) - mean(2);
  const by = mean(5) - mean(3);
  const a = Math.sqrt(ax * ax + ay * ay);
  const b = Math.sqrt(bx * bx + by * by);
  const x = (ax / a - bx / b) / 2;
  const y = (ay / a - by / b) / 2;
  return descends(x, y, 0, margin) && descends(x, y, 8, margin);
}

/**
 * Whether a lies above w, and w above b, by more than the margin along (x, y), at one end of the
 * interval.
 */
function descends(x: number, y: number, at: number, margin: number): boolean {
  const a = x * (ends[at] - ends[at + 2]) + y * (ends[at + 1] - ends[at + 3]);
  const b = x * (ends[at + 2] - ends[at + 4]) + y * (ends[at + 3] - ends[at + 5]);
  return a > margin && b > margin;
}
