// Do a segment (or a point) and a triangle (or a segment) share a point at one instant? Exact and
// closed: touching counts, a zero-area triangle is a segment or a point, a zero-length segment is a
// point. Arguments are offsets of xyz in one array. Four coplanar points are tested in a projection
// along an axis in which three of them are not collinear. That projection is one to one on their
// plane, so it does not change any answer.
import { orient2dSign, orient3dSign } from './orientation.ts';

/** Does point p lie in triangle abc? */
export function pointMeetsTriangle(q: Float64Array, p: number, a: number, b: number, c: number): boolean {
  for (let k = 0; k < 3; k++) {
    const x = q[p + k];
    if (x < q[a + k] && x < q[b + k] && x < q[c + k]) return false;
    if (x > q[a + k] && x > q[b + k] && x > q[c + k]) return false;
  }
  if (isSamePoint(q, p, a) || isSamePoint(q, p, b) || isSamePoint(q, p, c)) return true;
  if (orient3dSign(q, a, b, c, p) !== 0) return false;
  const axis = projectionAxis(q, a, b, c);
  // A degenerate triangle: a point of the box around it is in the triangle if and only if it is on
  // the triangle's line.
  if (axis < 0) return isCollinear(q, p, a, b) && isCollinear(q, p, b, c) && isCollinear(q, p, c, a);
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const side = orient2dSign(q, a, b, p, u, v);
  const next = orient2dSign(q, b, c, p, u, v);
  if (side * next < 0) return false;
  const last = orient2dSign(q, c, a, p, u, v);
  return side * last >= 0 && next * last >= 0;
}

/** Does point p lie on segment ab? */
export function pointMeetsSegment(q: Float64Array, p: number, a: number, b: number): boolean {
  return boxesMeet(q, p, p, a, b) && isCollinear(q, p, a, b);
}

/** Do segments ab and cd share a point? */
export function segmentsMeet(q: Float64Array, a: number, b: number, c: number, d: number): boolean {
  if (!boxesMeet(q, a, b, c, d)) return false;
  // Doubled faces meet in equal points, and then no determinant is needed.
  if (isSamePoint(q, a, c) || isSamePoint(q, a, d) || isSamePoint(q, b, c) || isSamePoint(q, b, d)) return true;
  if (orient3dSign(q, a, b, c, d) !== 0) return false;
  for (let u = 0; u < 3; u++) {
    const v = (u + 1) % 3;
    const abc = orient2dSign(q, a, b, c, u, v);
    const abd = orient2dSign(q, a, b, d, u, v);
    if (abc * abd > 0) return false;
    const cda = orient2dSign(q, c, d, a, u, v);
    const cdb = orient2dSign(q, c, d, b, u, v);
    if (cda * cdb > 0) return false;
    if (abc !== 0 || abd !== 0 || cda !== 0 || cdb !== 0) return true;
  }
  // All four points are on one line, or at one point: the segments overlap, as their boxes do.
  return true;
}

/** Do segment st and triangle abc share a point? */
export function segmentMeetsTriangle(q: Float64Array, s: number, t: number, a: number, b: number, c: number): boolean {
  const above = orient3dSign(q, a, b, c, s);
  const below = orient3dSign(q, a, b, c, t);
  if (above * below > 0) return false;
  if (above === 0 && below === 0) return flatSegmentMeetsTriangle(q, s, t, a, b, c);
  // The line st crosses the plane in one point, which is in the segment. Its orientation against
  // the three edges tells whether the point is in the triangle.
  const side = orient3dSign(q, s, t, a, b);
  const next = orient3dSign(q, s, t, b, c);
  if (side * next < 0) return false;
  const last = orient3dSign(q, s, t, c, a);
  return side * last >= 0 && next * last >= 0;
}

/**
 * The same for a segment in the triangle's plane, or for a degenerate triangle. In the plane, a
 * segment that meets the triangle starts inside or meets an edge. A degenerate triangle is the
 * union of its edges.
 */
function flatSegmentMeetsTriangle(q: Float64Array, s: number, t: number, a: number, b: number, c: number): boolean {
  return (
    segmentsMeet(q, s, t, a, b) ||
    segmentsMeet(q, s, t, b, c) ||
    segmentsMeet(q, s, t, c, a) ||
    pointMeetsTriangle(q, s, a, b, c)
  );
}

/**
 * An axis along which triangle abc projects to a triangle of positive area; −1 if there is none.
 */
export function projectionAxis(q: Float64Array, a: number, b: number, c: number): number {
  for (let axis = 2; axis >= 0; axis--) {
    if (orient2dSign(q, a, b, c, (axis + 1) % 3, (axis + 2) % 3) !== 0) return axis;
  }
  return -1;
}

function isCollinear(q: Float64Array, a: number, b: number, c: number): boolean {
  return projectionAxis(q, a, b, c) < 0;
}

function isSamePoint(q: Float64Array, a: number, b: number): boolean {
  return q[a] === q[b] && q[a + 1] === q[b + 1] && q[a + 2] === q[b + 2];
}

/** Do the boxes around ab and cd share a point? */
function boxesMeet(q: Float64Array, a: number, b: number, c: number, d: number): boolean {
  for (let k = 0; k < 3; k++) {
    const ak = q[a + k];
    const bk = q[b + k];
    const ck = q[c + k];
    const dk = q[d + k];
    if (ak < ck && ak < dk && bk < ck && bk < dk) return false;
    if (ak > ck && ak > dk && bk > ck && bk > dk) return false;
  }
  return true;
}
