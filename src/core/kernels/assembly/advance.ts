// Directional advancement: along a fixed direction every corner moves linearly, so all of them stay on the positive side up
// to a time that division gives. Conservative advancement without a bound on speed or a tolerance.
import { Closest, dx, dy, dz } from './closest';
import { Isolate, NO, free as proven, UNDECIDED } from './isolate';
import { Lane, TINY, U } from './lanes';
import { corners, Polygon, reachX, reachY, reachZ } from './polygon';

/** Directions tried before a pair is left to the exact stage. */
const STEPS: i32 = 24;

export class Advance {
  /**
   * The time up to which every corner keeps more than `clearance` along the present direction from t on: 2 if to the end,
   * −1 if it is not so at t. |rounding of d · x| ≤ 4 u Σ|d_k| reach_k; the quotient of two lower bounds errs by 4 u.
   */
  static until(t: f64, clearance: f64): f64 {
    const error = 8 * U * (abs(dx) * reachX + abs(dy) * reachY + abs(dz) * reachZ) + TINY;
    const less = f64x2.splat(clearance * (1 + 16 * U) + error);
    const vx = f64x2.splat(dx);
    const vy = f64x2.splat(dy);
    const vz = f64x2.splat(dz);
    let end: f64 = 2;
    let start: f64 = -1;
    for (let j = 0; j < corners; j++) {
      const ahead = Lane.dot(vx, Polygon.corner(j, 0), vy, Polygon.corner(j, 16), vz, Polygon.corner(j, 32));
      const left = f64x2.sub(ahead, less);
      const l0 = Lane.first(left);
      const l1 = Lane.second(left);
      if (l0 > 0 && l1 > 0) continue;
      if (!(l0 > 0) && !(l1 > 0)) return -1;
      const crossing = l0 / (l0 - l1);
      if (l0 > 0) end = min(end, crossing * (1 - 8 * U));
      else start = max(start, crossing * (1 + 8 * U));
    }
    return start < t && end > t ? end : -1;
  }

  /** From a proven time on: NO if contact is ruled out to the end, otherwise UNDECIDED with `proven` moved on. */
  static run(): i32 {
    for (let i = 0; i < STEPS; i++) {
      const t = proven;
      Closest.at(t);
      const end = Advance.until(t, 0);
      if (end == 2) return NO;
      if (!(end > t)) break;
      Isolate.setFree(end);
      if (end - t < 1e-13 * end) break;
    }
    return UNDECIDED;
  }
}
