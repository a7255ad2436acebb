// Distance and closest points of two faces [Mezger §6.1]. Triangles are computed directly. Larger
// polygons are computed by GJK if its answer has a certificate, else as the least distance between
// triangles of their fans.
import { type ClosestPoints, closestPoints } from '../../core/elementary/closest-points.ts';
import { triangleDistance } from '../../core/elementary/distance-triangles.ts';
import { trianglesWithin } from '../../core/elementary/within.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { writeTriangle } from './fan.ts';
import { gjkDistance } from './gjk-distance.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** The result record: created once, overwritten by every call. */
export interface PolygonPoints {
  /** 0 if and only if the faces share a point. */
  distance: number;
  /** Unit vector from g to f; at distance 0 a normal of the faces. */
  readonly normal: Float64Array;
  /** Weights of the corners of f, in [0, 1]; they add up to 1 within rounding. */
  readonly weightsA: Float64Array;
  /** Weights of the corners of g. */
  readonly weightsB: Float64Array;
  /** Weights of f, then those of g: the column that `weightsA` and `weightsB` are views of. */
  readonly weights: Float64Array;
}

/** A result record for faces of this mesh. */
export function polygonPoints({ mostCorners }: PolygonMesh): PolygonPoints {
  const weights = new Float64Array(2 * mostCorners);
  const weightsA = weights.subarray(0, mostCorners);
  const weightsB = weights.subarray(mostCorners);
  return { distance: Infinity, normal: new Float64Array(3), weightsA, weightsB, weights };
}

/** Scratch: two triangles. */
const q = new Float64Array(18);
const points: ClosestPoints = closestPoints();

/**
 * Up to this many pairs of triangles, such as those of a quad and a triangle, the fans take less
 * time than GJK.
 */
const FEW_TRIANGLE_PAIRS = 2;

/**
 * Fills in and returns the distance of two faces. Its error is at most 1.2e-13 of the greater of
 * the distance and the extent of both faces.
 */
export function polygonDistance(mesh: PolygonMesh, x: Positions, f: number, g: number, out: PolygonPoints): number {
  const { start } = mesh;
  const trianglePairs = (start[f + 1] - start[f] - 2) * (start[g + 1] - start[g] - 2);
  if (trianglePairs > FEW_TRIANGLE_PAIRS && gjkDistance(mesh, x, f, g, out)) return out.distance;
  return fanDistance(mesh, x, f, g, out);
}

/** The same by fans alone: within 2^-46, and 0 if and only if the faces meet. */
export function fanDistance(mesh: PolygonMesh, x: Positions, f: number, g: number, out: PolygonPoints): number {
  const { start } = mesh;
  out.distance = Infinity;
  for (let i = start[f] + 2; i < start[f + 1]; i++) {
    loadTriangle(mesh, x, start[f], i, 0);
    for (let j = start[g] + 2; j < start[g + 1]; j++) {
      loadTriangle(mesh, x, start[g], j, 9);
      if (triangleDistance(q, 0, points) >= out.distance) continue;
      out.distance = points.distance;
      out.normal.set(points.normal);
      writeTriangle(out.weightsA, points.weights, 0, i - start[f]);
      writeTriangle(out.weightsB, points.weights, 3, j - start[g]);
    }
  }
  return out.distance;
}

/**
 * Doubt about a distance: at least twice its error, as a fraction of the greater of itself and the
 * extent.
 */
const DISTANCE_DOUBT = 2 ** -40;

/** Whether two faces are at most d apart, decided exactly. Fills in the distance in both cases. */
export function polygonsClose(
  mesh: PolygonMesh,
  x: Positions,
  f: number,
  g: number,
  d: number,
  out: PolygonPoints,
): boolean {
  const distance = polygonDistance(mesh, x, f, g, out);
  const doubt = DISTANCE_DOUBT * (distance + extentOf(mesh, x, f, g));
  return Math.abs(distance - d) > doubt ? distance < d : polygonsWithin(mesh, x, f, g, d);
}

/**
 * A measure of the extent of two faces: between one and four times the longest side of the box
 * around them.
 */
export function extentOf(mesh: PolygonMesh, x: Positions, f: number, g: number): number {
  const origin = 3 * mesh.corners[mesh.start[f]];
  return 2 * Math.max(reach(mesh, x, f, origin), reach(mesh, x, g, origin));
}

/** Largest coordinate of a face relative to an origin. */
function reach({ corners, start }: PolygonMesh, x: Positions, f: number, origin: number): number {
  let most = 0;
  for (let i = start[f]; i < start[f + 1]; i++) {
    for (let k = 0; k < 3; k++) {
      const offset = Math.abs(x[3 * corners[i] + k] - x[origin + k]);
      if (offset > most) most = offset;
    }
  }
  return most;
}

/** Whether two faces are at most d apart, decided exactly by all pairs of triangles. */
export function polygonsWithin(mesh: PolygonMesh, x: Positions, f: number, g: number, d: number): boolean {
  const { start } = mesh;
  for (let i = start[f] + 2; i < start[f + 1]; i++) {
    loadTriangle(mesh, x, start[f], i, 0);
    for (let j = start[g] + 2; j < start[g + 1]; j++) {
      loadTriangle(mesh, x, start[g], j, 9);
      if (trianglesWithin(q, 0, d)) return true;
    }
  }
  return false;
}

/** Copies the triangle of a fan that ends at corner `last` to q[to…]. */
function loadTriangle(mesh: PolygonMesh, x: Positions, first: number, last: number, to: number): void {
  const { corners } = mesh;
  const a = 3 * corners[first];
  const b = 3 * corners[last - 1];
  const c = 3 * corners[last];
  for (let k = 0; k < 3; k++) {
    q[to + k] = x[a + k];
    q[to + 3 + k] = x[b + k];
    q[to + 6 + k] = x[c + k];
  }
}
