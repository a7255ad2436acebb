// Input and working memory for building one hierarchy of swept sphere volumes (swept-build.ts,
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

  /** Working memory: frame and bounds of the node that is being fitted. */
  boxes: BoxScratch;
  /** Coordinates of the corners of its triangles along the axes, three doubles each. */
  corners: usize;
  /** End of the corners. */
  end: usize;
  /** Longest axis, as byte offset of a corner's coordinate. */
  long: usize;
  /** Second axis by length, as byte offset. */
  wide: usize;
  /** Shortest axis, as byte offset. */
  thin: usize;
  /** Middle of the bounds along the longest axis. */
  middleLong: f64;
  /** Middle of the bounds along the second axis. */
  middleWide: f64;
  /** Middle of the bounds along the shortest axis. */
  middleThin: f64;
  /** Kind of the best generator so far. */
  kind: i32;
  /** Its centre along the longest axis. */
  centreLong: f64;
  /** Its centre along the second axis. Along the shortest axis the centre is the middle. */
  centreWide: f64;
  /** Its half length along the longest axis. */
  half0: f64;
  /** Its half length along the second axis. */
  half1: f64;
  /** Surface of its volume. */
  surface: f64;
}
