// Compares the distance of a vertex and a face, or of two edges, with a bound, exactly on integers.
// Signs tell whether the nearest points are inside both features or on the border of one. The
// square of their distance is a fraction whose denominator is a square of lengths, so the
// comparison needs no division.
import { toIntegers } from './integers.ts';

/** A vector of integers. */
type IntegerVector = readonly [bigint, bigint, bigint];

const doubles = new Float64Array(13);
/** The four corners of the query, as integers times a common power of two. */
let corners: IntegerVector[] = [];
/** The square of the bound, in the same unit. */
let boundSq = 0n;

/** Is a vertex at most `distance` from a face? 12 doubles at q[offset…]: v, f0, f1, f2. */
export function vertexIsWithin(q: ArrayLike<number>, offset: number, distance: number): boolean {
  load(q, offset, distance);
  const [v, a, b, c] = corners;
  const normal = cross(minus(b, a), minus(c, a));
  const area = dot(normal, normal);
  if (area > 0n && isLeft(normal, v, a, b) && isLeft(normal, v, b, c) && isLeft(normal, v, c, a)) {
    const height = dot(normal, minus(v, a));
    return height * height <= boundSq * area;
  }
  return nearSegment(v, a, b) || nearSegment(v, b, c) || nearSegment(v, c, a);
}

/** Are two edges at most `distance` apart? 12 doubles at q[offset…]: a0, a1, b0, b1. */
export function edgesAreWithin(q: ArrayLike<number>, offset: number, distance: number): boolean {
  load(q, offset, distance);
  const [a, b, c, d] = corners;
  const e = minus(b, a);
  const g = minus(d, c);
  const r = minus(c, a);
  const normal = cross(e, g);
  const area = dot(normal, normal);
  // The lines are nearest at a + s/area · e and c + t/area · g.
  const s = dot(cross(r, g), normal);
  const t = dot(cross(r, e), normal);
  if (area > 0n && s >= 0n && s <= area && t >= 0n && t <= area) {
    const height = dot(normal, r);
    return height * height <= boundSq * area;
  }
  return nearSegment(a, c, d) || nearSegment(b, c, d) || nearSegment(c, a, b) || nearSegment(d, a, b);
}

function load(q: ArrayLike<number>, offset: number, distance: number): void {
  for (let i = 0; i < 12; i++) doubles[i] = q[offset + i];
  doubles[12] = distance;
  const integers = toIntegers(doubles, 0, 13);
  corners = [0, 3, 6, 9].map((i) => [integers[i], integers[i + 1], integers[i + 2]]);
  boundSq = integers[12] * integers[12];
}

/**
 * Whether the projection of p to the face's plane is on the inner side of the edge ab, or on its
 * line.
 */
function isLeft(normal: IntegerVector, p: IntegerVector, a: IntegerVector, b: IntegerVector): boolean {
  return dot(cross(minus(b, a), minus(p, a)), normal) >= 0n;
}

/** Is p within the bound of segment ab? */
function nearSegment(p: IntegerVector, a: IntegerVector, b: IntegerVector): boolean {
  const e = minus(b, a);
  const r = minus(p, a);
  const along = dot(r, e);
  if (along <= 0n) return dot(r, r) <= boundSq;
  const length = dot(e, e);
  if (along >= length) {
    const end = minus(p, b);
    return dot(end, end) <= boundSq;
  }
  return dot(r, r) * length - along * along <= boundSq * length;
}

function minus(a: IntegerVector, b: IntegerVector): IntegerVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: IntegerVector, b: IntegerVector): IntegerVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: IntegerVector, b: IntegerVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
