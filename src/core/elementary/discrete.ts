// Entry points of the elementary tests at one instant. They throw if a coordinate is not finite;
// the functions behind them do not check again.
import { checkFinite } from './check-finite.ts';
import type { ClosestPoints } from './closest-points.ts';
import * as distance from './distance.ts';
import * as triangles from './distance-triangles.ts';
import * as meet from './triangles-meet.ts';

/**
 * Do two triangles share a point? Exact; touching, coplanar and degenerate triangles are included.
 * 18 doubles at q[offset…]: a0, a1, a2, b0, b1, b2.
 *
 * `shared` (1 or 2): the first corners of both triangles are the same vertices of a mesh. The
 * question is then whether they share a point beyond the common vertex or edge, that is, whether
 * they fold flat onto each other or pass through each other.
 */
export function trianglesMeet(q: Float64Array, offset = 0, shared: 0 | 1 | 2 = 0): boolean {
  checkFinite(q, offset, 18, 6);
  return meet.trianglesMeet(q, offset, shared);
}

/**
 * Distance of a vertex and a face, 12 doubles at q[offset…]: v, f0, f1, f2. Writes it, closest
 * points, normal and weights to `out`.
 */
export function vfDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  checkFinite(q, offset, 12, 4);
  return distance.vfDistance(q, offset, out);
}

/**
 * Distance of two edges, 12 doubles at q[offset…]: a0, a1, b0, b1. Writes it, closest points,
 * normal and weights to `out`.
 */
export function eeDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  checkFinite(q, offset, 12, 4);
  return distance.eeDistance(q, offset, out);
}

/**
 * Distance of two triangles, 18 doubles as for `trianglesMeet`. Writes it, closest points, normal
 * and weights to `out`.
 */
export function triangleDistance(q: Float64Array, offset: number, out: ClosestPoints): number {
  checkFinite(q, offset, 18, 6);
  return triangles.triangleDistance(q, offset, out);
}
