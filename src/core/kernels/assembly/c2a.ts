// What JavaScript calls of C²A. Volumes and triangles are pointers; the layout of a query stands in swept-query.ts, that of a volume in
// swept-volumes.ts.
import { Advancement } from './advancement';
import { MotionBounds } from './motion-bounds';
import { SWEPT_SCRATCH, SweptBuild } from './swept-build';
import { gap, nx, ny, nz, SweptDistance, upper } from './swept-distance';
import { kax, kay, kaz, kbx, kby, kbz } from './swept-frame';
import { margin, SweptQuery, speedMargin } from './swept-query';

/** First byte that no kernel uses: callers allocate from here. */
export const heapBase: usize = __heap_base;

/** Bytes of scratch that building takes a triangle. */
export function c2aScratch(): usize {
  return SWEPT_SCRATCH;
}
/** The height of the hierarchy. `extent`: the distance of the farthest corner from the origin. */
export function c2aBuild(
  triangles: usize,
  count: i32,
  scale: f64,
  extent: f64,
  order: usize,
  volumes: usize,
  scratch: usize,
): i32 {
  return SweptBuild.run(triangles, count, scale, extent, order, volumes, scratch);
}
export function c2aBegin(query: usize): void {
  SweptQuery.begin(query);
}
/** Writes into the query. `rest` of the motion is left; without control w and the threshold do nothing. */
export function c2aIterate(t: f64, rest: f64, control: bool, w: f64, threshold: f64, near: f64): void {
  Advancement.iterate(t, rest, control, w, threshold, near);
}
export function c2aCountWithin(t: f64, near: f64): i32 {
  return Advancement.countWithin(t, near);
}
export function c2aSetTime(t: f64): void {
  SweptQuery.setTime(t);
}
/** The gap less its margin, the direction from a to b, and the distance of the points found less the radii: five doubles. */
export function c2aGap(a: usize, b: usize, out: usize): void {
  SweptDistance.between(a, b, -Infinity, margin);
  store<f64>(out, gap);
  store<f64>(out, nx, 8);
  store<f64>(out, ny, 16);
  store<f64>(out, nz, 24);
  store<f64>(out, upper, 32);
}
export function c2aVolumeReach(volume: usize, ofB: bool): f64 {
  return ofB ? MotionBounds.ofVolume(volume, kbx, kby, kbz) : MotionBounds.ofVolume(volume, kax, kay, kaz);
}
export function c2aTriangleReach(corners: usize, ofB: bool): f64 {
  return ofB ? MotionBounds.ofTriangle(corners, kbx, kby, kbz) : MotionBounds.ofTriangle(corners, kax, kay, kaz);
}
/** How fast a gap along a direction of b's frame, from a to b, closes at most. */
export function c2aClosing(x: f64, y: f64, z: f64, reachA: f64, reachB: f64): f64 {
  return MotionBounds.closing(x, y, z, reachA, reachB) + speedMargin;
}
