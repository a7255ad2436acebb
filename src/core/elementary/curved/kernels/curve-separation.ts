// Contact within a minimum separation η for paths of degree 2 or 3: a march over time as in
// ../../kernels/separation.ts, with directions that stay or turn linearly over an interval. Safe
// direction: a time is reported if the distance there is at most REACHED_FACTOR·η, or if rounding
// leaves no proof.
import { TINY, U, ULP } from '../../../kernels/lanes';
import { NO, YES } from '../../kernels/isolate';
import { PairScratch } from '../../kernels/pair-scratch';
import { MAX_INTERVALS, REACHED_FACTOR, Separation, SMALLEST_SEPARATION } from '../../kernels/separation';
import { CurvePolynomial } from './curve-polynomial';
import { COORDINATE, CORNER, CurveRoom, CurveScratch } from './curve-scratch';
import { CurvedPolygon } from './curved-polygon';

/** Marches over time with the polygon in the scratch, which is normalized. */
export class CurveSeparation {
  /** Control value i of the corner at x, along a direction. */
  @inline static along(x: usize, i: i32, dx: f64, dy: f64, dz: f64): f64 {
    const y = CurvePolynomial.at(x + COORDINATE, i);
    return dx * CurvePolynomial.at(x, i) + dy * y + dz * CurvePolynomial.at(x + 2 * COORDINATE, i);
  }

  /**
   * True if the corners of the restricted polygon keep more than `needed` along the direction
   * (ax, ay, az), or along one that goes linearly from that to the present one: d(t) · x_j(t) is a
   * polynomial of degree d + 1 whose Bernstein coefficients exceed it.
   */
  static keeps(curves: CurveScratch, scratch: PairScratch, ax: f64, ay: f64, az: f64, needed: f64): bool {
    const degree = curves.degree;
    const polygon = CurveRoom.restricted(curves);
    let stays = true;
    let turns = true;
    for (let j: usize = 0; j < <usize>curves.corners && (stays || turns); j++) {
      const x = polygon + j * CORNER;
      let before: f64 = 0;
      for (let i = 0; i <= degree + 1; i++) {
        const first = i <= degree ? CurveSeparation.along(x, i, ax, ay, az) : 0;
        const sum = <f64>(degree + 1 - i) * first + <f64>i * before;
        if (i <= degree) {
          stays = stays && first > needed;
          before = CurveSeparation.along(x, i, scratch.dx, scratch.dy, scratch.dz);
        }
        turns = turns && sum / <f64>(degree + 1) > needed;
      }
    }
    return stays || turns;
  }

  /** Chooses the direction at time t. */
  static look(curves: CurveScratch, scratch: PairScratch, t: f64): void {
    CurvedPolygon.freeze(curves, scratch, t);
    Separation.chooseDirection(scratch, 0);
  }

  /** NO if the features stay apart; else YES, with the time in `freeUntil`. */
  static run(curves: CurveScratch, scratch: PairScratch, separation: f64): i32 {
    const reach = curves.reachX + curves.reachY + curves.reachZ;
    const largest = max(max(curves.reachX, curves.reachY), curves.reachZ);
    const clearance = max(separation, SMALLEST_SEPARATION * largest);
    // The restricted corners take at most 10 roundings, the dot products and their means six more.
    const needed = clearance * (1 + 16 * U) + 32 * U * reach + TINY;
    let t: f64 = 0;
    let interval: f64 = 1;
    CurveSeparation.look(curves, scratch, 0);
    for (let i = 0; i < MAX_INTERVALS && interval > ULP * t; i++) {
      if (min(scratch.distance, scratch.gap) <= REACHED_FACTOR * clearance) break;
      const ax = scratch.dx;
      const ay = scratch.dy;
      const az = scratch.dz;
      const distance = scratch.distance;
      const gap = scratch.gap;
      const target = min(t + interval, 1);
      CurveSeparation.look(curves, scratch, target);
      for (let axis: usize = 0; axis < 3; axis++) CurvedPolygon.restrict(curves, axis, t, target);
      if (CurveSeparation.keeps(curves, scratch, ax, ay, az, needed)) {
        if (target == 1) return NO;
        t = target;
        interval *= 2;
      } else {
        scratch.dx = ax;
        scratch.dy = ay;
        scratch.dz = az;
        scratch.distance = distance;
        scratch.gap = gap;
        interval *= 0.5;
      }
    }
    curves.freeUntil = t;
    return YES;
  }
}
