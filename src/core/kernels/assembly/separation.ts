// Contact within a minimum separation η: the first time at which the features come within η of each other.
// A march over time that proves each stretch to be farther than η apart. Its directions turn with the features, so that
// features that hover close together while they rotate take few stretches.
// Conservative: a time is reported when the distance there is at most WITHIN·η, or when rounding leaves no proof.
import { Advance } from './advance';
import { Closest, distance, dx, dy, dz } from './closest';
import { Isolate, NO, YES } from './isolate';
import { Lane, TINY, U } from './lanes';
import { corners, Polygon, reachX, reachY, reachZ } from './polygon';
import { Turning } from './turning';

/** Distances up to this multiple of η count as reached; 1.001 is promised. */
const WITHIN: f64 = 1.0008;
/** A smaller separation, as a part of the reach, cannot be told from none: it is raised to this. */
const SMALLEST: f64 = 1e-10;
/** Stretches before giving up with the time proven so far: a hover very close to η, all along a path with much turning. */
const STRETCHES: i32 = 1 << 17;

/** The separation along the direction last aimed at. */
let aimed: f64 = 0;

export class Separation {
  /** The least d · x over the corners at time t for the present direction. */
  static gap(t: f64): f64 {
    const weights = Lane.pair(1 - t, t);
    let least: f64 = Infinity;
    for (let j = 0; j < corners; j++) {
      const x = Polygon.cornerAt(j, 0, weights);
      const y = Polygon.cornerAt(j, 16, weights);
      const z = Polygon.cornerAt(j, 32, weights);
      least = min(least, dx * x + dy * y + dz * z);
    }
    return least;
  }

  /** Across the side that starts at corner j, or its line: next to a corner the side may be square to the direction. */
  static aimAcrossSide(j: i32, t: f64): void {
    const weights = Lane.pair(1 - t, t);
    const k = j + 1 == corners ? 0 : j + 1;
    const ax = Polygon.cornerAt(j, 0, weights);
    const ay = Polygon.cornerAt(j, 16, weights);
    const az = Polygon.cornerAt(j, 32, weights);
    const sx = Polygon.cornerAt(k, 0, weights) - ax;
    const sy = Polygon.cornerAt(k, 16, weights) - ay;
    const sz = Polygon.cornerAt(k, 32, weights) - az;
    const length = sx * sx + sy * sy + sz * sz;
    const part = length > 0 ? Closest.clamp(-(ax * sx + ay * sy + az * sz) / length) : 0;
    Closest.aimAcross(ax + part * sx, ay + part * sy, az + part * sz, sx, sy, sz);
  }

  /** The direction at time t. Where it does not separate by nearly the distance (needles), the best of all features is taken. */
  static aim(t: f64): void {
    Closest.at(t);
    aimed = Separation.gap(t);
    if (aimed > 0.9999 * distance) return;
    let best = aimed;
    let bx = dx;
    let by = dy;
    let bz = dz;
    for (let j = -1; j < corners; j++) {
      if (j < 0) Closest.aimAlongNormal();
      else Separation.aimAcrossSide(j, t);
      const gap = Separation.gap(t);
      if (gap > best) {
        best = gap;
        bx = dx;
        by = dy;
        bz = dz;
      }
    }
    aimed = best;
    Closest.aim(bx, by, bz);
  }

  /**
   * True if the corners keep more than `clearance` on [t0, t1] along the direction that goes linearly from (ax, ay, az) to
   * the present one: d(t) · x_j(t) is a quadratic, its Bernstein coefficients exceed the clearance, and |d(t)| ≤ 1 + 8 u.
   */
  static keeps(t0: f64, t1: f64, ax: f64, ay: f64, az: f64, clearance: f64): bool {
    const error = 16 * U * (reachX + reachY + reachZ) + TINY;
    const needed = clearance * (1 + 16 * U) + error;
    const first = Lane.pair(1 - t0, t0);
    const last = Lane.pair(1 - t1, t1);
    for (let j = 0; j < corners; j++) {
      const x = Polygon.cornerAt(j, 0, first);
      const y = Polygon.cornerAt(j, 16, first);
      const z = Polygon.cornerAt(j, 32, first);
      const X = Polygon.cornerAt(j, 0, last);
      const Y = Polygon.cornerAt(j, 16, last);
      const Z = Polygon.cornerAt(j, 32, last);
      if (!(ax * x + ay * y + az * z > needed)) return false;
      if (!(dx * X + dy * Y + dz * Z > needed)) return false;
      if (!(0.5 * (ax * X + ay * Y + az * Z + (dx * x + dy * y + dz * z)) > needed)) return false;
    }
    return true;
  }

  /** For the loaded polygon: NO, or YES with the time in `free`. */
  static run(separation: f64): i32 {
    const clearance = max(separation, SMALLEST * max(max(reachX, reachY), reachZ));
    let t: f64 = 0;
    let stretch: f64 = 1;
    Turning.measure();
    Separation.aim(0);
    for (let i = 0; i < STRETCHES; i++) {
      if (min(distance, aimed) <= WITHIN * clearance) break;
      const straight = Advance.until(t, clearance);
      if (straight == 2) return NO;
      if (!(straight > t)) break;
      const ax = dx;
      const ay = dy;
      const az = dz;
      let next = straight;
      while (straight - t < 0.125 * stretch) {
        const target = min(t + stretch, 1);
        Separation.aim(target);
        if (Separation.keeps(t, target, ax, ay, az, clearance) || Turning.keeps(t, target, clearance)) {
          if (target == 1) return NO;
          next = target;
          break;
        }
        stretch *= 0.5;
      }
      if (next == straight) {
        Separation.aim(straight);
        stretch = max(stretch, straight - t);
      }
      t = next;
      stretch *= 2;
    }
    Isolate.setFree(t);
    return YES;
  }
}
