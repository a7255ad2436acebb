// Decides exactly whether two features are at most a distance apart at one instant: by their
// distance in doubles if its error cannot change the answer, else on integers.
import { type ClosestPoints, closestPoints } from './closest-points.ts';
import { eeDistance, vfDistance } from './distance.ts';
import { triangleDistance } from './distance-triangles.ts';
import { edgesAreWithin, vertexIsWithin } from './exact/within-integers.ts';

const scratch = closestPoints();
/**
 * Twice the error bound of a computed distance, as a share of the greater of the distance and the
 * extent (distance.ts). Comparisons closer than that are decided on integers.
 */
const DISTANCE_MARGIN = 2 ** -45;

/**
 * Are a vertex and a face at most `distance` apart? 12 doubles at q[offset…]: v, f0, f1, f2. `out`
 * gets the closest points, whatever the answer.
 */
export function vfWithin(q: Float64Array, offset: number, distance: number, out: ClosestPoints = scratch): boolean {
  const apart = vfDistance(q, offset, out);
  return isClear(q, offset, 12, apart, distance) ? apart < distance : vertexIsWithin(q, offset, distance);
}

/** The same for two edges, 12 doubles at q[offset…]: a0, a1, b0, b1. */
export function eeWithin(q: Float64Array, offset: number, distance: number, out: ClosestPoints = scratch): boolean {
  const apart = eeDistance(q, offset, out);
  return isClear(q, offset, 12, apart, distance) ? apart < distance : edgesAreWithin(q, offset, distance);
}

/** The same for two triangles, 18 doubles at q[offset…]: a0, a1, a2, b0, b1, b2. */
export function trianglesWithin(
  q: Float64Array,
  offset: number,
  distance: number,
  out: ClosestPoints = scratch,
): boolean {
  const apart = triangleDistance(q, offset, out);
  if (isClear(q, offset, 18, apart, distance)) return apart < distance;
  return apart === 0 || featuresWithin(q, offset, distance);
}

/** Whether the error of a computed distance leaves no doubt about the comparison. */
function isClear(q: Float64Array, offset: number, count: number, apart: number, distance: number): boolean {
  let extent = 0;
  for (let i = 3; i < count; i++) extent = Math.max(extent, Math.abs(q[offset + i] - q[offset + (i % 3)]));
  // The greatest difference of coordinates from the first corner is at least a fourth of the
  // extent.
  return Math.abs(apart - distance) > DISTANCE_MARGIN * Math.max(apart, 4 * extent);
}

const features = new Float64Array(12);

/**
 * Triangles that do not meet are nearest at a vertex and a face, or at two edges: is one of these
 * pairs within the distance?
 */
function featuresWithin(q: Float64Array, offset: number, distance: number): boolean {
  for (let i = 0; i < 3; i++) {
    gather(q, offset, [i, 3, 4, 5]);
    if (vfWithin(features, 0, distance)) return true;
    gather(q, offset, [3 + i, 0, 1, 2]);
    if (vfWithin(features, 0, distance)) return true;
    for (let j = 0; j < 3; j++) {
      gather(q, offset, [i, (i + 1) % 3, 3 + j, 3 + ((j + 1) % 3)]);
      if (eeWithin(features, 0, distance)) return true;
    }
  }
  return false;
}

/** Copies four corners of a pair of triangles to `features`. */
function gather(q: Float64Array, offset: number, corners: readonly number[]): void {
  for (let i = 0; i < 12; i++) features[i] = q[offset + 3 * corners[Math.floor(i / 3)] + (i % 3)];
}
