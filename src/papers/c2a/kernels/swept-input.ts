// Input and working memory of building one hierarchy of swept sphere volumes (swept-build.ts,
// swept-fit.ts). Nothing in it outlives the build.
import { BoxScratch } from '../../../core/boxes/kernels/box-scratch';

/** The caller sets the fields of the first group. */
@unmanaged
export class SweptInput {
  /** Triangles of nine doubles. */
  triangles: usize;
  /** Room for one id per triangle: which triangle each leaf holds. */
  order: usize;
  /** Room for 2·count − 1 volumes. */
  volumes: usize;
  /** As many bytes as `sweptScratchBytes` says, aligned to 16. */
  scratch: usize;
  /** Number of triangles, one or more. */
  count: i32;
  /** A power of two that brings lengths to about 1. */
  scale: f64;
  /** Distance of the farthest corner from the frame's origin. */
  extent: f64;

  // Working memory. Frame and bounds of the node in the making, and its corners along the axes.
  boxes: BoxScratch;
  corners: usize;
  /** End of the corners. */
  end: usize;
  /** The longest, the second and the shortest axis, as byte offsets of a corner's coordinate. */
  long: usize;
  wide: usize;
  thin: usize;
  /** Middles of the bounds along these axes. */
  middleLong: f64;
  middleWide: f64;
  middleThin: f64;
  /**
   * The best generator so far: kind, centre along the axes, half lengths, surface of its volume.
   */
  kind: i32;
  centreLong: f64;
  centreWide: f64;
  centreThin: f64;
  half0: f64;
  half1: f64;
  surface: f64;
}
