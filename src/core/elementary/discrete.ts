// Entry points of the tests at one instant. They refuse coordinates that are not finite; what lies
// behind them trusts that.
import { checkFinite } from './check-finite.ts';
import type { ClosestPoints } from './closest-points.ts';
import * as distance from './distance.ts';
import * as triangles from './distance-triangles.ts';
import * as meet from './triangles-meet.ts';

/**
 * Do two triangles share a point? Exact; touching, coplanar and degenerate ones included. 18
 * doubles at q[offset…]: a0, a1, a2, b0, b1, b2. Of faces whose first `shared` corners are the same
 * vertices of a mesh (1 or 2), a point beyond these is asked for: they meet if they fold flat onto
 * each other or pass through each other.
 */
export function trianglesMeet(q: Float64Array, offset = 0, shared: 0 | 1 | 2 = 0): boolean {
  checkFinite(q, offset, 18, 6);
  return meet.trianglesMeet(q, offset, shared);
}

/**
 * Distance of a vertex and a face, 12 doubles v, f0, f1, f2; closest points, normal and weights
 * into `out`.
 */
export function vfDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  checkFinite(q, offset, 12, 4);
  return distance.vfDistance(q, offset, out);
}

/**
 * Distance of two edges, 12 doubles a0, a1, b0, b1; closest points, normal and weights into `out`.
 */
export function eeDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  checkFinite(q, offset, 12, 4);
  return distance.eeDistance(q, offset, out);
}

/**
 * Distance of two triangles, 18 doubles as for `trianglesMeet`; closest points, normal and weights
 * into `out`.
 */
export function triangleDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  checkFinite(q, offset, 18, 6);
  return triangles.triangleDistance(q, offset, out);
}
