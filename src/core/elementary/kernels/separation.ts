// Contact within a minimum separation η: the first time at which the features come within η of each
// other. A march over time proves, one interval after the other, that they are farther than η
// apart. Its directions turn with the features, so that features that hover close together while
// they rotate take few intervals. Safe direction: a time is reported if the distance there is at
// most REACHED_FACTOR·η, or if rounding leaves no proof.
import { HIT } from '../../contacts/kernels/hit';
import { Lane, TINY, U } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';
import { Advance } from './advance';
import { Closest } from './closest';
import { NO, YES } from './isolate';
import { PairScratch } from './pair-scratch';
import { Polygon } from './polygon';
import { Turning } from './turning';

/** Distances up to this multiple of η count as reached. 1.001 is promised to callers. */
export const REACHED_FACTOR: f64 = 1.0008;
/**
 * A smaller separation, as a share of the reach, is raised to this: rounding leaves no proof below
 * it.
 */
export const SMALLEST_SEPARATION: f64 = 1e-10;
/**
 * Intervals after which the march reports the time proven so far. Only features that hover very
 * close to η along a path with much turning need that many.
 */
export const MAX_INTERVALS: i32 = 1 << 17;

/** Marches over time with the polygon in the scratch. */
export class Separation {
  /**
   * Writes the pairs of one kind that come within the clearance to `scratch.hits`, with the time.
   * No pair is left open.
   */
  static batch(
    context: MeshContext,
    scratch: PairScratch,
    pairs: usize,
    count: i32,
    clearance: f64,
    edges: bool,
  ): void {
    const hits = scratch.hits;
    let hit = hits;
    for (let i = 0; i < count; i++, pairs += 8) {
      Polygon.load(context, scratch, pairs, edges);
      if (Separation.run(scratch, clearance * Polygon.normalize(scratch)) == YES) {
        store<u64>(hit, load<u64>(pairs));
        store<f64>(hit, scratch.freeUntil, 8);
        hit += HIT;
      }
    }
    scratch.hitCount = <i32>((hit - hits) / HIT);
    scratch.openCount = 0;
  }

  /** The least d · x over the corners at time t for the present direction. */
  static gap(scratch: PairScratch, t: f64): f64 {
    const dx = scratch.dx;
    const dy = scratch.dy;
    const dz = scratch.dz;
    const corners = scratch.corners;
    const weights = Lane.pair(1 - t, t);
    let least: f64 = Infinity;
    for (let j = 0; j < corners; j++) {
      const x = Polygon.cornerAt(scratch, j, 0, weights);
      const y = Polygon.cornerAt(scratch, j, 16, weights);
      const z = Polygon.cornerAt(scratch, j, 32, weights);
      least = min(least, dx * x + dy * y + dz * z);
    }
    return least;
  }

  /**
   * Sets the direction towards the line of the side that starts at corner j, orthogonal to the
   * side. The line is taken even if the nearest point of the side is an end, because next to a
   * corner the side may be orthogonal to the best direction.
   */
  static setDirectionAcrossSide(scratch: PairScratch, j: i32, t: f64): void {
    const weights = Lane.pair(1 - t, t);
    const k = j + 1 == scratch.corners ? 0 : j + 1;
    const ax = Polygon.cornerAt(scratch, j, 0, weights);
    const ay = Polygon.cornerAt(scratch, j, 16, weights);
    const az = Polygon.cornerAt(scratch, j, 32, weights);
    const sx = Polygon.cornerAt(scratch, k, 0, weights) - ax;
    const sy = Polygon.cornerAt(scratch, k, 16, weights) - ay;
    const sz = Polygon.cornerAt(scratch, k, 32, weights) - az;
    const length = sx * sx + sy * sy + sz * sz;
    const part = length > 0 ? Closest.clamp(-(ax * sx + ay * sy + az * sz) / length) : 0;
    scratch.sx = sx;
    scratch.sy = sy;
    scratch.sz = sz;
    Closest.setDirectionAcross(scratch, ax + part * sx, ay + part * sy, az + part * sz);
  }

  /**
   * Sets the direction at time t. If it does not separate by nearly the distance (needles), the
   * best direction of all features is taken.
   */
  static chooseDirection(scratch: PairScratch, t: f64): void {
    Closest.at(scratch, t);
    scratch.gap = Separation.gap(scratch, t);
    if (scratch.gap > 0.9999 * scratch.distance) return;
    let best = scratch.gap;
    let bx = scratch.dx;
    let by = scratch.dy;
    let bz = scratch.dz;
    for (let j = -1; j < scratch.corners; j++) {
      if (j < 0) Closest.setDirectionAlongNormal(scratch);
      else Separation.setDirectionAcrossSide(scratch, j, t);
      const gap = Separation.gap(scratch, t);
      if (gap > best) {
        best = gap;
        bx = scratch.dx;
        by = scratch.dy;
        bz = scratch.dz;
      }
    }
    scratch.gap = best;
    Closest.setDirection(scratch, bx, by, bz);
  }

  /**
   * True if the corners keep more than `clearance` on [t0, t1] along the direction that goes
   * linearly from (ax, ay, az) to the present one. Proof: d(t) · x_j(t) is a quadratic whose
   * Bernstein coefficients exceed the clearance, and |d(t)| ≤ 1 + 8 u.
   */
  @inline static keeps(scratch: PairScratch, t0: f64, t1: f64, ax: f64, ay: f64, az: f64, clearance: f64): bool {
    const dx = scratch.dx;
    const dy = scratch.dy;
    const dz = scratch.dz;
    const corners = scratch.corners;
    const error = 16 * U * (scratch.reachX + scratch.reachY + scratch.reachZ) + TINY;
    const needed = clearance * (1 + 16 * U) + error;
    const first = Lane.pair(1 - t0, t0);
    const last = Lane.pair(1 - t1, t1);
    for (let j = 0; j < corners; j++) {
      const x = Polygon.cornerAt(scratch, j, 0, first);
      const y = Polygon.cornerAt(scratch, j, 16, first);
      const z = Polygon.cornerAt(scratch, j, 32, first);
      const X = Polygon.cornerAt(scratch, j, 0, last);
      const Y = Polygon.cornerAt(scratch, j, 16, last);
      const Z = Polygon.cornerAt(scratch, j, 32, last);
      if (!(ax * x + ay * y + az * z > needed)) return false;
      if (!(dx * X + dy * Y + dz * Z > needed)) return false;
      if (!(0.5 * (ax * X + ay * Y + az * Z + (dx * x + dy * y + dz * z)) > needed)) return false;
    }
    return true;
  }

  /** NO if the features stay apart; else YES, with the time in `freeUntil`. */
  static run(scratch: PairScratch, separation: f64): i32 {
    const largest = max(max(scratch.reachX, scratch.reachY), scratch.reachZ);
    const clearance = max(separation, SMALLEST_SEPARATION * largest);
    let t: f64 = 0;
    let interval: f64 = 1;
    Turning.measure(scratch);
    Separation.chooseDirection(scratch, 0);
    for (let i = 0; i < MAX_INTERVALS; i++) {
      if (min(scratch.distance, scratch.gap) <= REACHED_FACTOR * clearance) break;
      const straight = Advance.until(scratch, t, clearance);
      if (straight == 2) return NO;
      if (!(straight > t)) break;
      const ax = scratch.dx;
      const ay = scratch.dy;
      const az = scratch.dz;
      let next = straight;
      while (straight - t < 0.125 * interval) {
        const target = min(t + interval, 1);
        Separation.chooseDirection(scratch, target);
        if (
          Separation.keeps(scratch, t, target, ax, ay, az, clearance) ||
          Turning.keeps(scratch, t, target, clearance)
        ) {
          if (target == 1) return NO;
          next = target;
          break;
        }
        interval *= 0.5;
      }
      if (next == straight) {
        Separation.chooseDirection(scratch, straight);
        interval = max(interval, straight - t);
      }
      t = next;
      interval *= 2;
    }
    scratch.freeUntil = t;
    return YES;
  }
}
