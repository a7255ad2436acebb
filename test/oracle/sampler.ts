// A plain floating-point judge: advances by distance over the largest closing speed, with the
// textbook closest points [Ericson, Real-Time Collision Detection §5.1]. It shares no formula with
// the oracle and would show a gross error in it. Right only for queries that either touch or stay
// clearly apart: random ones almost surely, small integers always. Where the features degenerate,
// the inner point found is meaningless, but no closer than the closest; the sides decide.
import type { Kind } from './hit.ts';

type Point = readonly number[];

const minus = (a: Point, b: Point): Point => a.map((x, k) => x - b[k]);
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a: Point, k: number, b: Point): Point => a.map((x, i) => x + k * b[i]);
const clamp = (x: number): number => Math.min(1, Math.max(0, x));

/** First time at which the features come within `near`, or Infinity. */
export function advance(kind: Kind, q: ArrayLike<number>, near: number): number {
  // Both features move at most this fast, so they close in at most twice as fast.
  const speeds = [0, 1, 2, 3].map((i) => Math.hypot(...[0, 1, 2].map((k) => q[12 + 3 * i + k] - q[3 * i + k])));
  const closing = 2 * Math.max(...speeds);
  for (let t = 0; t <= 1; ) {
    const gap = distanceAt(kind, q, t);
    if (gap <= near) return t;
    t += gap / closing;
  }
  return Number.POSITIVE_INFINITY;
}

export function distanceAt(kind: Kind, q: ArrayLike<number>, t: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => [0, 1, 2].map((k) => (1 - t) * q[3 * i + k] + t * q[12 + 3 * i + k]));
  return kind === 'vf' ? vertexFace(a, b, c, d) : edgeEdge(a, b, c, d);
}

function vertexFace(v: Point, f0: Point, f1: Point, f2: Point): number {
  const [e, g, r] = [minus(f1, f0), minus(f2, f0), minus(v, f0)];
  const [ee, eg, gg, er, gr] = [dot(e, e), dot(e, g), dot(g, g), dot(e, r), dot(g, r)];
  const denominator = ee * gg - eg * eg;
  const [x, y] = [(gg * er - eg * gr) / denominator, (ee * gr - eg * er) / denominator];
  const inner =
    x >= 0 && y >= 0 && x + y <= 1 ? Math.hypot(...along(along(r, -x, e), -y, g)) : Number.POSITIVE_INFINITY;
  return Math.min(inner, vertexEdge(v, f0, f1), vertexEdge(v, f1, f2), vertexEdge(v, f2, f0));
}

function vertexEdge(v: Point, a: Point, b: Point): number {
  const [e, r] = [minus(b, a), minus(v, a)];
  // 0/0 for an edge that is a point.
  return Math.hypot(...along(r, -clamp(dot(e, r) / dot(e, e) || 0), e));
}

function edgeEdge(a0: Point, a1: Point, b0: Point, b1: Point): number {
  const [a, b, r] = [minus(a1, a0), minus(b1, b0), minus(b0, a0)];
  const [aa, ab, bb, ar, br] = [dot(a, a), dot(a, b), dot(b, b), dot(a, r), dot(b, r)];
  const denominator = aa * bb - ab * ab;
  const [s, u] = [(bb * ar - ab * br) / denominator, (ab * ar - aa * br) / denominator];
  const inner =
    s >= 0 && s <= 1 && u >= 0 && u <= 1 ? Math.hypot(...along(along(r, u, b), -s, a)) : Number.POSITIVE_INFINITY;
  return Math.min(
    inner,
    vertexEdge(a0, b0, b1),
    vertexEdge(a1, b0, b1),
    vertexEdge(b0, a0, a1),
    vertexEdge(b1, a0, a1),
  );
}
