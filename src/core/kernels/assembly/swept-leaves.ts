// Two triangles at one time: their distance, and for how long they surely stay apart [C²A §IV, lemma 2].
import { MotionBounds } from './motion-bounds';
import { ax, ay, az, bx, by, bz, NearestTriangles } from './nearest-triangles';
import { kax, kay, kaz, kbx, kby, kbz, r00, r01, r02, r10, r11, r12, r20, r21, r22, tx, ty, tz } from './swept-frame';
import { margin, placed, speed, trianglesA, trianglesB } from './swept-query';

let a: usize = 0;
let b: usize = 0;
let distance: f64 = 0;

export class SweptLeaves {
  /** The distance of the triangles at places i and j. */
  static measure(i: i32, j: i32): f64 {
    a = trianglesA + 72 * <usize>i;
    b = trianglesB + 72 * <usize>j;
    SweptLeaves.place();
    distance = NearestTriangles.distance(placed, b);
    return distance;
  }

  /** Moves the triangle of a into b's frame. */
  @inline static place(): void {
    for (let k: usize = 0; k < 72; k += 24) {
      const x = load<f64>(a + k);
      const y = load<f64>(a + k, 8);
      const z = load<f64>(a + k, 16);
      store<f64>(placed + k, r00 * x + r01 * y + r02 * z + tx);
      store<f64>(placed + k, r10 * x + r11 * y + r12 * z + ty, 8);
      store<f64>(placed + k, r20 * x + r21 * y + r22 * z + tz, 16);
    }
  }

  /**
   * Of the pair measured last: along the nearest points, or by the speed in any direction where these are too close to tell a good one. A
   * distance that may be all rounding has no step.
   */
  static step(): f64 {
    if (!(distance > margin)) return 0;
    const any = MotionBounds.stepOver(distance - margin, speed);
    const x = (bx - ax) / distance;
    const y = (by - ay) / distance;
    const z = (bz - az) / distance;
    const gap = SweptLeaves.least(b, x, y, z) + SweptLeaves.least(placed, -x, -y, -z) - margin;
    if (!(gap > 0)) return any;
    const reachA = MotionBounds.ofTriangle(a, kax, kay, kaz);
    const reachB = MotionBounds.ofTriangle(b, kbx, kby, kbz);
    const directed = MotionBounds.stepOver(gap, MotionBounds.closing(x, y, z, reachA, reachB));
    return directed > any ? directed : any;
  }

  /** The least height of three corners along a direction. */
  @inline static least(corners: usize, x: f64, y: f64, z: f64): f64 {
    let least: f64 = Infinity;
    for (let k: usize = 0; k < 72; k += 24) {
      const height = x * load<f64>(corners + k) + y * load<f64>(corners + k, 8) + z * load<f64>(corners + k, 16);
      if (height < least) least = height;
    }
    return least;
  }
}
