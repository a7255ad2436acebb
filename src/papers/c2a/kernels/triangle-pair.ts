// Two triangles at one time, the leaves of the search: their distance, and for how long they
// provably stay apart by lemma 2 [C²A §IV].
import { NearestTriangles } from '../../../core/elementary/kernels/nearest-triangles';
import { C2aContext } from './c2a-context';
import { MotionBounds } from './motion-bounds';

/** Bytes of a triangle. */
const TRIANGLE_BYTES: usize = 72;

/** Distance and safe step of the triangles at places i of a and j of b. */
export class TrianglePair {
  /** Their distance. */
  static distance(context: C2aContext, i: i32, j: i32): f64 {
    TrianglePair.place(context, context.trianglesA + TRIANGLE_BYTES * <usize>i);
    return NearestTriangles.distance(context.nearest, context.placed, context.trianglesB + TRIANGLE_BYTES * <usize>j);
  }

  /** Moves a triangle of a into b's frame. */
  @inline static place(context: C2aContext, a: usize): void {
    const motion = context.motion;
    const placed = context.placed;
    for (let k: usize = 0; k < TRIANGLE_BYTES; k += 24) {
      const x = load<f64>(a + k);
      const y = load<f64>(a + k, 8);
      const z = load<f64>(a + k, 16);
      store<f64>(placed + k, motion.r00 * x + motion.r01 * y + motion.r02 * z + motion.tx);
      store<f64>(placed + k, motion.r10 * x + motion.r11 * y + motion.r12 * z + motion.ty, 8);
      store<f64>(placed + k, motion.r20 * x + motion.r21 * y + motion.r22 * z + motion.tz, 16);
    }
  }

  /**
   * The safe step of the pair whose distance was computed last: the larger of two sound bounds. One
   * is lemma 2 along the nearest points. The other uses the largest speed in any direction, and is
   * better if the points are too close to have a good direction. The step is 0 for a distance
   * within rounding.
   */
  static safeStep(context: C2aContext, i: i32, j: i32, distance: f64): f64 {
    const margin = context.margin;
    if (!(distance > margin)) return 0;
    const any = MotionBounds.safeStep(context, distance - margin, context.maxSpeed);
    const a = context.trianglesA + TRIANGLE_BYTES * <usize>i;
    const b = context.trianglesB + TRIANGLE_BYTES * <usize>j;
    const nearest = context.nearest;
    const x = (nearest.bx - nearest.ax) / distance;
    const y = (nearest.by - nearest.ay) / distance;
    const z = (nearest.bz - nearest.az) / distance;
    const gap = TrianglePair.least(b, x, y, z) + TrianglePair.least(context.placed, -x, -y, -z) - margin;
    if (!(gap > 0)) return any;
    const directed = MotionBounds.safeStep(context, gap, MotionBounds.lemma2(context, a, b, x, y, z));
    return directed > any ? directed : any;
  }

  /** The least height of three corners along a direction. */
  @inline static least(corners: usize, x: f64, y: f64, z: f64): f64 {
    let least: f64 = Infinity;
    for (let k: usize = 0; k < TRIANGLE_BYTES; k += 24) {
      const height = x * load<f64>(corners + k) + y * load<f64>(corners + k, 8) + z * load<f64>(corners + k, 16);
      if (height < least) least = height;
    }
    return least;
  }
}
