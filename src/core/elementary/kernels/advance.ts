// Directional advancement: along a fixed direction every corner moves linearly, so one division per
// corner gives the time up to which it stays on the positive side. It is conservative advancement
// that needs no bound on speed and no tolerance. Safe direction: lower bounds are divided, and
// quotients are moved to the safe side, so the time is never late.
import { Lane, TINY, U } from '../../kernels/lanes';
import { Closest } from './closest';
import { NO, UNDECIDED } from './isolate';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';

/** Directions that are tried before a pair is left to the exact stage. */
const MAX_STEPS: i32 = 24;

/** Advances the time until which the polygon of the scratch is proven free of the origin. */
export class Advance {
  /**
   * The time up to which every corner stays farther than `clearance` along the present direction,
   * from t on: 2 if to the end of the step, −1 if some corner is not that far at t. |rounding of d
   * · x| ≤ 4 u Σ|d_k| reach_k; the quotient of two lower bounds errs by 4 u. Twice as much is
   * allowed for.
   */
  static until(scratch: PairScratch, t: f64, clearance: f64): f64 {
    const dx = scratch.dx;
    const dy = scratch.dy;
    const dz = scratch.dz;
    const corners = scratch.corners;
    const error = 8 * U * (abs(dx) * scratch.reachX + abs(dy) * scratch.reachY + abs(dz) * scratch.reachZ) + TINY;
    const less = f64x2.splat(clearance * (1 + 16 * U) + error);
    const vx = f64x2.splat(dx);
    const vy = f64x2.splat(dy);
    const vz = f64x2.splat(dz);
    let end: f64 = 2;
    let start: f64 = -1;
    for (let j = 0; j < corners; j++) {
      const x = Polygon.corner(scratch, j, 0);
      const y = Polygon.corner(scratch, j, 16);
      const z = Polygon.corner(scratch, j, 32);
      const ahead = Lane.dot(vx, x, vy, y, vz, z);
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

  /**
   * NO if contact is ruled out from `freeUntil` to the end, otherwise UNDECIDED with `freeUntil`
   * moved on.
   */
  static run(scratch: PairScratch): i32 {
    for (let i = 0; i < MAX_STEPS; i++) {
      const t = scratch.freeUntil;
      Closest.at(scratch, t);
      const end = Advance.until(scratch, t, 0);
      if (end == 2) return NO;
      if (!(end > t)) break;
      scratch.freeUntil = end;
      if (end - t < 1e-13 * end) break;
    }
    return UNDECIDED;
  }
}
