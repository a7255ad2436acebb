// Do two triangles share a point at one instant? Exact and closed: coplanar and touching pairs
// count, degenerate faces are their point sets. For faces that share a vertex or an edge of the
// mesh, only a common point beyond it counts, so they meet only if they fold flat or pass through
// each other. Signs are those of `orient3dSign`. The test of the general case follows Guigue and
// Devillers, "Fast and robust triangle–triangle overlap test using orientation predicates" (2003).
import { orient2dSign, orient3dSign, planeSides } from './orientation.ts';
import {
  pointMeetsSegment,
  pointMeetsTriangle,
  projectionAxis,
  segmentMeetsTriangle,
} from './segment-meets-triangle.ts';

/**
 * 18 doubles at q[offset…]: corners a0, a1, a2, b0, b1, b2. The first `shared` corners of both (0,
 * 1 or 2) are the same vertices of the mesh; the question is then whether the triangles share a
 * point beyond the vertex or the edge that these span.
 */
export function trianglesMeet(q: Float64Array, offset = 0, shared = 0): boolean {
  if (shared === 0) return meet(q, offset, offset + 9);
  if (shared === 1) return meetBeyondVertex(q, offset, offset + 9);
  return meetBeyondEdge(q, offset, offset + 9);
}

/**
 * Whether the triangles go properly through each other: their interiors share a point, and their
 * planes differ. The arguments are those of `trianglesMeet`. Triangles that share an edge never do.
 */
export function trianglesCross(q: Float64Array, offset = 0, shared = 0): boolean {
  const [a, b] = [offset, offset + 9];
  if (shared > 1) return false;
  planeSides(q, b, a, shared, aSides);
  planeSides(q, a, b, shared, bSides);
  if (shared === 1) {
    // Of both triangles, the other two corners must be on different sides of the other's plane.
    // Then a ray from the common corner lies within each triangle and in both planes. If it is the
    // same ray, it leaves one of the triangles through the edge opposite the common corner.
    if (aSides[1] * aSides[2] >= 0 || bSides[1] * bSides[2] >= 0) return false;
    return endsWithin(q, a, b) || endsWithin(q, b, a);
  }
  if (!isOnBothSides(aSides) || !isOnBothSides(bSides)) return false;
  return comparedCrossings(q, a, b, apexOf(aSides), apexOf(bSides)) > 0;
}

function isOnBothSides(sides: Int8Array): boolean {
  return sides.includes(1) && sides.includes(-1);
}

/** Side of b's plane on which each corner of a lies: −1, 0 or 1. */
const aSides = new Int8Array(3);
/** Side of a's plane on which each corner of b lies. */
const bSides = new Int8Array(3);

function meet(q: Float64Array, a: number, b: number): boolean {
  planeSides(q, b, a, 0, aSides);
  if (aSides[0] * aSides[1] > 0 && aSides[0] * aSides[2] > 0) return false;
  if (aSides[0] === 0 && aSides[1] === 0 && aSides[2] === 0) return flatMeet(q, a, b);
  planeSides(q, a, b, 0, bSides);
  if (bSides[0] * bSides[1] > 0 && bSides[0] * bSides[2] > 0) return false;
  if (bSides[0] === 0 && bSides[1] === 0 && bSides[2] === 0) return flatMeet(q, a, b);
  return comparedCrossings(q, a, b, apexOf(aSides), apexOf(bSides)) >= 0;
}

/**
 * The number of the corner whose two edges cross the other plane, each in one point: the corner
 * that is alone on its side. A corner in the plane counts as being on the side where the others are
 * not.
 */
function apexOf(sides: Int8Array): number {
  if (sides[1] * sides[2] > 0) return 0;
  if (sides[0] * sides[2] > 0) return 1;
  if (sides[0] * sides[1] > 0) return 2;
  return sides[0] !== 0 ? 0 : sides[1] !== 0 ? 1 : 2;
}

/**
 * Both triangles cross the line in which their planes meet, each in an interval between the two
 * edges at its apex (corner i of a, j of b). Two orientations compare the ends of the intervals:
 * first the greater end of a with the lesser end of b, then the reverse. If a triangle has the
 * opposite winding, or its apex is on the other side, its ends are exchanged. Returns −1 if the
 * intervals are disjoint, 0 if they share one end, 1 if they overlap.
 */
function comparedCrossings(q: Float64Array, a: number, b: number, i: number, j: number): number {
  const aApex = a + 3 * i;
  const aNext = a + 3 * ((i + 1) % 3);
  const aLast = a + 3 * ((i + 2) % 3);
  const bApex = b + 3 * j;
  const bNext = b + 3 * ((j + 1) % 3);
  const bLast = b + 3 * ((j + 2) % 3);
  const s = aSides[i] || -aSides[(i + 1) % 3];
  const t = bSides[j] || -bSides[(j + 1) % 3];
  const first = orient3dSign(q, aApex, s < 0 ? aLast : aNext, bApex, t < 0 ? bLast : bNext);
  if (first * s * t > 0) return -1;
  const second = orient3dSign(q, aApex, s < 0 ? aNext : aLast, bApex, t < 0 ? bNext : bLast);
  if (second * s * t < 0) return -1;
  return first === 0 || second === 0 ? 0 : 1;
}

/** For coplanar triangles, or if one is degenerate and so the union of its edges. */
function flatMeet(q: Float64Array, a: number, b: number): boolean {
  const axis = projectionAxis(q, a, a + 3, a + 6);
  if (axis < 0) return someEdgeMeets(q, a, b);
  if (projectionAxis(q, b, b + 3, b + 6) < 0) return someEdgeMeets(q, b, a);
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return !someEdgeSeparates(q, a, b, u, v) && !someEdgeSeparates(q, b, a, u, v);
}

function someEdgeMeets(q: Float64Array, a: number, b: number): boolean {
  return (
    segmentMeetsTriangle(q, a, a + 3, b, b + 3, b + 6) ||
    segmentMeetsTriangle(q, a + 3, a + 6, b, b + 3, b + 6) ||
    segmentMeetsTriangle(q, a + 6, a, b, b + 3, b + 6)
  );
}

/**
 * Is b strictly outside some edge of a? Disjoint triangles of positive area in one plane have such
 * an edge, in a or in b.
 */
function someEdgeSeparates(q: Float64Array, a: number, b: number, u: number, v: number): boolean {
  const turn = orient2dSign(q, a, a + 3, a + 6, u, v);
  for (let i = 0; i < 3; i++) {
    const from = a + 3 * i;
    const to = a + 3 * ((i + 1) % 3);
    if (
      orient2dSign(q, from, to, b, u, v) * turn < 0 &&
      orient2dSign(q, from, to, b + 3, u, v) * turn < 0 &&
      orient2dSign(q, from, to, b + 6, u, v) * turn < 0
    ) {
      return true;
    }
  }
  return false;
}

/**
 * Let p be the common vertex. If a point z ≠ p is common, so is the segment from p to z, and its
 * extension until that leaves one of the triangles. A triangle with an area is left through the
 * edge opposite p, a degenerate one at a corner other than p.
 */
function meetBeyondVertex(q: Float64Array, a: number, b: number): boolean {
  // If the edge of a triangle opposite p is strictly on one side of the other plane, the triangle
  // touches that plane in p alone.
  planeSides(q, b, a, 1, aSides);
  if (aSides[1] * aSides[2] > 0) return false;
  planeSides(q, a, b, 1, bSides);
  if (bSides[1] * bSides[2] > 0) return false;
  return endsWithin(q, a, b) || endsWithin(q, b, a);
}

/**
 * Is there a point of b on the edge of a opposite its first corner? If a is degenerate: is a corner
 * of a other than the first, and not equal to it, in b?
 */
function endsWithin(q: Float64Array, a: number, b: number): boolean {
  if (projectionAxis(q, a, a + 3, a + 6) >= 0) return segmentMeetsTriangle(q, a + 3, a + 6, b, b + 3, b + 6);
  return (
    (!pointsEqual(q, a, a + 3) && pointMeetsTriangle(q, a + 3, b, b + 3, b + 6)) ||
    (!pointsEqual(q, a, a + 6) && pointMeetsTriangle(q, a + 6, b, b + 3, b + 6))
  );
}

function pointsEqual(q: Float64Array, a: number, b: number): boolean {
  return q[a] === q[b] && q[a + 1] === q[b + 1] && q[a + 2] === q[b + 2];
}

/**
 * The first two corners are common. Two triangles with an area fold flat onto each other if they
 * lie in one plane, on the same side of the edge. A triangle with an area meets the edge's line in
 * the edge alone, so it has nothing beyond the edge in common with a degenerate one. Two degenerate
 * triangles share a point beyond the edge if the third corner of one, the nearer, is beyond the
 * edge and in the other triangle.
 */
function meetBeyondEdge(q: Float64Array, a: number, b: number): boolean {
  if (orient3dSign(q, a, a + 3, a + 6, b + 6) !== 0) return false;
  const axis = projectionAxis(q, a, a + 3, a + 6);
  if (axis >= 0) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    return orient2dSign(q, a, a + 3, a + 6, u, v) * orient2dSign(q, b, b + 3, b + 6, u, v) > 0;
  }
  return reachesBeyondEdge(q, a, b) || reachesBeyondEdge(q, b, a);
}

/** For degenerate triangles: is the third corner of a off the common edge and in b? */
function reachesBeyondEdge(q: Float64Array, a: number, b: number): boolean {
  return !pointMeetsSegment(q, a + 6, a, a + 3) && pointMeetsTriangle(q, a + 6, b, b + 3, b + 6);
}
