// Do two triangles share a point, their corners being integers of any length? This is the case
// analysis of `trianglesMeet`, which reads its signs from doubles. The two are separate because
// code that sees both doubles and BigInts is slow for the doubles.
import { signOf } from './polynomial.ts';

/** A point with integer coordinates. */
export type Point = readonly [bigint, bigint, bigint];
/** Three corners. */
export type Triangle = readonly [Point, Point, Point];

const AXES = [0, 1, 2] as const;
type Axis = (typeof AXES)[number];

/**
 * Do two triangles share a point? Closed sets: touching and coplanar pairs count, degenerate
 * triangles are their segment or point.
 */
export function integerTrianglesMeet(a: Triangle, b: Triangle): boolean {
  if (!boxesMeet(a, b)) return false;
  const aSides = sidesOf(b, a);
  if (strictlyOneSided(aSides)) return false;
  const bSides = sidesOf(a, b);
  if (strictlyOneSided(bSides)) return false;
  if (allZero(aSides) || allZero(bSides)) return flatMeet(a, b);
  return crossingsOverlap(a, aSides, b, bSides);
}

function strictlyOneSided(sides: readonly number[]): boolean {
  return sides[0] * sides[1] > 0 && sides[0] * sides[2] > 0;
}

function allZero(sides: readonly number[]): boolean {
  return sides[0] === 0 && sides[1] === 0 && sides[2] === 0;
}

/**
 * The test of Guigue and Devillers: `triangles-meet.ts` explains apices and the order of ends on
 * the line common to both planes.
 */
function crossingsOverlap(a: Triangle, aSides: readonly number[], b: Triangle, bSides: readonly number[]): boolean {
  const i = apexOf(aSides);
  const j = apexOf(bSides);
  const s = aSides[i] || -aSides[(i + 1) % 3];
  const t = bSides[j] || -bSides[(j + 1) % 3];
  const aNext = a[(i + (s < 0 ? 2 : 1)) % 3];
  const aLast = a[(i + (s < 0 ? 1 : 2)) % 3];
  const bNext = b[(j + (t < 0 ? 2 : 1)) % 3];
  const bLast = b[(j + (t < 0 ? 1 : 2)) % 3];
  return orient3d(a[i], aNext, b[j], bNext) * s * t <= 0 && orient3d(a[i], aLast, b[j], bLast) * s * t >= 0;
}

/**
 * The corner that is alone on its side of the other plane. A corner in the plane counts as being on
 * the side where the others are not.
 */
function apexOf(sides: readonly number[]): number {
  if (sides[1] * sides[2] > 0) return 0;
  if (sides[0] * sides[2] > 0) return 1;
  if (sides[0] * sides[1] > 0) return 2;
  return sides.findIndex((side) => side !== 0);
}

/** For coplanar triangles, or if one is degenerate and so the union of its edges. */
function flatMeet(a: Triangle, b: Triangle): boolean {
  const axis = projectionAxis(a);
  if (axis === undefined) return someEdgeMeets(a, b);
  if (projectionAxis(b) === undefined) return someEdgeMeets(b, a);
  return !someEdgeSeparates(a, b, axis) && !someEdgeSeparates(b, a, axis);
}

/** An axis along which the triangle projects to a positive area, if there is one. */
function projectionAxis([a, b, c]: Triangle): Axis | undefined {
  return AXES.find((axis) => orient2d(a, b, c, axis) !== 0);
}

/**
 * Is b strictly outside some edge of a? Disjoint triangles of positive area in one plane have such
 * an edge, in a or in b.
 */
function someEdgeSeparates(a: Triangle, b: Triangle, axis: Axis): boolean {
  const turn = orient2d(a[0], a[1], a[2], axis);
  return AXES.some((i) => b.every((p) => orient2d(a[i], a[(i + 1) % 3], p, axis) * turn < 0));
}

function someEdgeMeets(a: Triangle, b: Triangle): boolean {
  return AXES.some((i) => segmentMeetsTriangle(a[i], a[(i + 1) % 3], b));
}

function segmentMeetsTriangle(s: Point, t: Point, triangle: Triangle): boolean {
  const [a, b, c] = triangle;
  const [above, below] = sidesOf(triangle, [s, t]);
  if (above * below > 0) return false;
  if (above !== 0 || below !== 0) return !changes(orient3d(s, t, a, b), orient3d(s, t, b, c), orient3d(s, t, c, a));
  // The segment is in the triangle's plane, or the triangle is degenerate and so the union of its
  // edges.
  return segmentsMeet(s, t, a, b) || segmentsMeet(s, t, b, c) || segmentsMeet(s, t, c, a) || pointMeets(s, triangle);
}

function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  if (!boxesMeet([a, b], [c, d]) || orient3d(a, b, c, d) !== 0) return false;
  for (const axis of AXES) {
    const abc = orient2d(a, b, c, axis);
    const abd = orient2d(a, b, d, axis);
    const cda = orient2d(c, d, a, axis);
    const cdb = orient2d(c, d, b, axis);
    if (abc * abd > 0 || cda * cdb > 0) return false;
    if (abc !== 0 || abd !== 0 || cda !== 0 || cdb !== 0) return true;
  }
  // All four points are on one line: the segments overlap, as their boxes do.
  return true;
}

/**
 * Is a point of the triangle's plane in the triangle? False for a degenerate triangle, whose edges
 * the caller has tested.
 */
function pointMeets(p: Point, triangle: Triangle): boolean {
  const axis = projectionAxis(triangle);
  const [a, b, c] = triangle;
  return axis !== undefined && !changes(orient2d(a, b, p, axis), orient2d(b, c, p, axis), orient2d(c, a, p, axis));
}

/** Do the three signs include both 1 and −1? */
function changes(first: number, next: number, last: number): boolean {
  return first * next < 0 || next * last < 0 || last * first < 0;
}

function boxesMeet(a: readonly Point[], b: readonly Point[]): boolean {
  return AXES.every((k) => !allBelow(a, b, k) && !allBelow(b, a, k));
}

function allBelow(a: readonly Point[], b: readonly Point[], k: Axis): boolean {
  return a.every((p) => b.every((r) => p[k] < r[k]));
}

/** `orient3d` of the triangle and each of the points; the normal is computed once. */
function sidesOf([a, b, c]: Triangle, points: readonly Point[]): number[] {
  const ex = b[0] - a[0];
  const ey = b[1] - a[1];
  const ez = b[2] - a[2];
  const fx = c[0] - a[0];
  const fy = c[1] - a[1];
  const fz = c[2] - a[2];
  const nx = ez * fy - ey * fz;
  const ny = ex * fz - ez * fx;
  const nz = ey * fx - ex * fy;
  return points.map((p) => signOf(nx * (p[0] - a[0]) + ny * (p[1] - a[1]) + nz * (p[2] - a[2])));
}

/** Sign of det(a − d, b − d, c − d). */
function orient3d(a: Point, b: Point, c: Point, d: Point): number {
  return sidesOf([a, b, c], [d])[0];
}

/** Sign of (a − c) × (b − c) seen along the axis. */
function orient2d(a: Point, b: Point, c: Point, axis: Axis): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return signOf((a[u] - c[u]) * (b[v] - c[v]) - (a[v] - c[v]) * (b[u] - c[u]));
}
