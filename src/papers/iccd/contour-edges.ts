// Are two edges of a projected contour apart, or two neighbours apart but for the vertex between them, throughout the step
// [ICCD §IV-C]? A direction w, fixed in the plane, that separates the end points at both ends of an interval separates them
// in between, because w·x(t) is linear in t. Where none of the candidates does, the interval is halved.
//
// Departs from the paper: it solves four quadratics per pair of edges (vertex against edge). They vanish identically on
// straight borders and at shared vertices, where their roots say nothing, and each root needs an error bound. Separating
// directions need neither: every comparison carries the same margin, and a failure to prove is an answer on the safe side.

/** Halvings of the step; beyond, edges count as meeting. */
const DEEPEST = 4;

/** X and Y of every vertex of the contour at t = 0, then at t = 1. */
export type Projected = Float64Array;

/** The four end points of two edges, X and Y, at the beginning of the interval, then at its end. */
const ends = new Float64Array(16);
const direction = new Float64Array(2);

/** Edges a → b and c → d without a common vertex. */
export function areApart(points: Projected, a: number, b: number, c: number, d: number, margin: number): boolean {
  return areApartWithin(points, a, b, c, d, margin, 0, 1, DEEPEST);
}

function areApartWithin(
  points: Projected,
  a: number,
  b: number,
  c: number,
  d: number,
  margin: number,
  from: number,
  to: number,
  depth: number,
): boolean {
  placeAt(points, a, from, to, 0);
  placeAt(points, b, from, to, 2);
  placeAt(points, c, from, to, 4);
  placeAt(points, d, from, to, 6);
  if (someDirectionSeparates(margin)) return true;
  if (depth === 0) return false;
  const middle = (from + to) / 2;
  return (
    areApartWithin(points, a, b, c, d, margin, from, middle, depth - 1) &&
    areApartWithin(points, a, b, c, d, margin, middle, to, depth - 1)
  );
}

/** Times are multiples of 2^−DEEPEST, hence exact. */
function placeAt(points: Projected, vertex: number, from: number, to: number, slot: number): void {
  for (let k = 0; k < 2; k++) {
    const x = points[4 * vertex + k];
    const step = points[4 * vertex + 2 + k] - x;
    ends[slot + k] = x + from * step;
    ends[slot + 8 + k] = x + to * step;
  }
}

/** Axes and diagonals, then what the pair suggests in the middle of the interval: across each edge, from edge to edge. */
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

const mean = (slot: number): number => (ends[slot] + ends[slot + 8]) / 2;

/** Whether w, brought to components of at most 1, keeps both edges apart by more than the margin, the same way round at both ends. */
function separates(wx: number, wy: number, margin: number): boolean {
  const size = Math.max(Math.abs(wx), Math.abs(wy));
  const x = wx / size;
  const y = wy / size;
  // A zero direction makes NaN, which proves nothing.
  const gap = gapAlong(x, y, 0);
  if (gap > margin) return gapAlong(x, y, 8) > margin;
  return gapAlong(-x, -y, 0) > margin && gapAlong(-x, -y, 8) > margin;
}

/** How far the second edge lies beyond the first. */
function gapAlong(x: number, y: number, at: number): number {
  const a = x * ends[at] + y * ends[at + 1];
  const b = x * ends[at + 2] + y * ends[at + 3];
  const c = x * ends[at + 4] + y * ends[at + 5];
  const d = x * ends[at + 6] + y * ends[at + 7];
  return (c < d ? c : d) - (a > b ? a : b);
}

/**
 * Edges a → w and w → b: do they meet in w alone? A direction along which a lies above w and b below, at both ends of an interval,
 * puts the two edges on different sides of w in between. Straight borders are no special case, folded ones fail.
 */
export function meetOnlyAt(points: Projected, a: number, w: number, b: number, margin: number): boolean {
  return meetOnlyWithin(points, a, w, b, margin, 0, 1, DEEPEST);
}

function meetOnlyWithin(
  points: Projected,
  a: number,
  w: number,
  b: number,
  margin: number,
  from: number,
  to: number,
  depth: number,
): boolean {
  placeAt(points, a, from, to, 0);
  placeAt(points, w, from, to, 2);
  placeAt(points, b, from, to, 4);
  if (parts(margin)) return true;
  if (depth === 0) return false;
  const middle = (from + to) / 2;
  return (
    meetOnlyWithin(points, a, w, b, margin, from, middle, depth - 1) &&
    meetOnlyWithin(points, a, w, b, margin, middle, to, depth - 1)
  );
}

/** The direction halves the angle between a − w and w − b, in the middle of the interval. */
function parts(margin: number): boolean {
  const ax = mean(0) - mean(2);
  const ay = mean(1) - mean(3);
  const bx = mean(4) - mean(2);
  const by = mean(5) - mean(3);
  const a = Math.sqrt(ax * ax + ay * ay);
  const b = Math.sqrt(bx * bx + by * by);
  direction[0] = (ax / a - bx / b) / 2;
  direction[1] = (ay / a - by / b) / 2;
  return above(0, margin) && above(8, margin);
}

function above(at: number, margin: number): boolean {
  const x = direction[0];
  const y = direction[1];
  const a = x * (ends[at] - ends[at + 2]) + y * (ends[at + 1] - ends[at + 3]);
  const b = x * (ends[at + 2] - ends[at + 4]) + y * (ends[at + 3] - ends[at + 5]);
  return a > margin && b > margin;
}
