// Directed motion bounds [C²A §IV]: how fast the gap between two volumes or two triangles can close
// along a direction n that is fixed in the world. All vectors are written in the coordinates of b's
// frame at the present time. c⊥ is the part of c perpendicular to ω.
//   Lemma 1, swept sphere volumes: v·n + ‖ω × n‖ · (radius + max ‖c⊥‖), c: corners of the generator
//   Lemma 2, triangles: v·n + ‖ω × n‖ · max ‖c⊥‖, c: corners of the triangle
// Proof: a point at r from the frame's origin moves along n with v·n + (ω × r)·n = v·n + r·(n × ω).
// n × ω is perpendicular to ω, so only r⊥ counts, and turning does not change its length: the bound
// holds for any angle of rotation. The code calls the largest ‖r⊥‖ the reach.
// Departs from the paper: v is the difference of both velocities, and unless an option says
// otherwise v·n keeps its sign; the paper takes its magnitude.
import { C2aContext } from './c2a-context';
import { SweptVolume } from './swept-volume';

/** Factor that covers the rounding of a reach, some twenty operations with positive sums. */
const REACH_ROUND_UP: f64 = 1.000000000000007;
/**
 * Factor that covers the rounding of the length of a step. The rounding of the time at its end is
 * covered by `margin`, by which gaps are lowered.
 */
const STEP_ROUND_DOWN: f64 = 0.999999999999;

/** Lemma 1 and lemma 2. The rounding of both bounds is less than `speedMargin`. */
export class MotionBounds {
  /** Lemma 1 [C²A §IV]: upper bound of the speed at which the gap of two volumes along n closes. */
  @inline static lemma1(context: C2aContext, a: SweptVolume, b: SweptVolume, nx: f64, ny: f64, nz: f64): f64 {
    const motion = context.motion;
    const query = context.query;
    const reachA = MotionBounds.cachedReach(a, query, motion.axisAX, motion.axisAY, motion.axisAZ);
    const reachB = MotionBounds.cachedReach(b, query, motion.axisBX, motion.axisBY, motion.axisBZ);
    return MotionBounds.closingSpeed(context, nx, ny, nz, reachA, reachB);
  }

  /**
   * Lemma 2 [C²A §IV]: upper bound of the speed at which the gap of two triangles along n closes.
   */
  @inline static lemma2(context: C2aContext, a: usize, b: usize, nx: f64, ny: f64, nz: f64): f64 {
    const motion = context.motion;
    const reachA = MotionBounds.reachOfTriangle(a, motion.axisAX, motion.axisAY, motion.axisAZ);
    const reachB = MotionBounds.reachOfTriangle(b, motion.axisBX, motion.axisBY, motion.axisBZ);
    return MotionBounds.closingSpeed(context, nx, ny, nz, reachA, reachB);
  }

  /** The bound for both bodies; n points from a to b. Negative if the gap provably opens. */
  @inline static closingSpeed(context: C2aContext, nx: f64, ny: f64, nz: f64, reachA: f64, reachB: f64): f64 {
    const motion = context.motion;
    let speed = nx * motion.vx + ny * motion.vy + nz * motion.vz;
    if (!context.signedSpeed) speed = abs(speed);
    if (motion.turnsA) speed += sqrt(MotionBounds.crossSq(nx, ny, nz, motion.ax, motion.ay, motion.az)) * reachA;
    if (motion.turnsB) speed += sqrt(MotionBounds.crossSq(nx, ny, nz, motion.bx, motion.by, motion.bz)) * reachB;
    return speed;
  }

  /** ‖k × r‖² for r = (x, y, z). */
  @inline static crossSq(x: f64, y: f64, z: f64, kx: f64, ky: f64, kz: f64): f64 {
    const px = ky * z - kz * y;
    const py = kz * x - kx * z;
    const pz = kx * y - ky * x;
    return px * px + py * py + pz * pz;
  }

  /**
   * The reach of a volume in lemma 1, radius + max ‖c⊥‖; k is the unit axis in the body's frame.
   */
  static reachOfVolume(volume: SweptVolume, kx: f64, ky: f64, kz: f64): f64 {
    const h0 = volume.half0;
    const h1 = volume.half1;
    let most = MotionBounds.cornerSq(volume, h0, h1, kx, ky, kz);
    if (volume.kind > 0) {
      const one = MotionBounds.cornerSq(volume, -h0, h1, kx, ky, kz);
      if (one > most) most = one;
    }
    if (volume.kind > 1) {
      const two = MotionBounds.cornerSq(volume, h0, -h1, kx, ky, kz);
      if (two > most) most = two;
      const three = MotionBounds.cornerSq(volume, -h0, -h1, kx, ky, kz);
      if (three > most) most = three;
    }
    return (volume.radius + sqrt(most)) * REACH_ROUND_UP;
  }

  /** ‖c⊥‖² of the corner c + s·u0 + t·u1 of a generator. */
  @inline static cornerSq(volume: SweptVolume, s: f64, t: f64, kx: f64, ky: f64, kz: f64): f64 {
    return MotionBounds.crossSq(
      volume.centreX + s * volume.axis0X + t * volume.axis1X,
      volume.centreY + s * volume.axis0Y + t * volume.axis1Y,
      volume.centreZ + s * volume.axis0Z + t * volume.axis1Z,
      kx,
      ky,
      kz,
    );
  }

  /** The reach of a volume, computed once per query. */
  @inline static cachedReach(volume: SweptVolume, query: i32, kx: f64, ky: f64, kz: f64): f64 {
    if (volume.query == query) return volume.reach;
    const reach = MotionBounds.reachOfVolume(volume, kx, ky, kz);
    volume.reach = reach;
    volume.query = query;
    return reach;
  }

  /** The reach of a triangle in lemma 2: max ‖c⊥‖ over its three corners. */
  static reachOfTriangle(corners: usize, kx: f64, ky: f64, kz: f64): f64 {
    let most: f64 = 0;
    for (let i: usize = 0; i < 72; i += 24) {
      const x = load<f64>(corners + i);
      const y = load<f64>(corners + i, 8);
      const z = load<f64>(corners + i, 16);
      const square = MotionBounds.crossSq(x, y, z, kx, ky, kz);
      if (square > most) most = square;
    }
    return sqrt(most) * REACH_ROUND_UP;
  }

  /**
   * Δt of equation 2 [C²A §III-A]: the time for which a gap provably stays open that closes at most
   * this fast.
   */
  @inline static safeStep(context: C2aContext, gap: f64, closingSpeed: f64): f64 {
    const fastest = closingSpeed + context.speedMargin;
    return fastest > 0 ? (gap / fastest) * STEP_ROUND_DOWN : Infinity;
  }
}

/** Lemma 1 with its rounding added, for two volumes and a unit vector of b's frame from a to b. */
export function closingSpeedOfVolumes(
  context: C2aContext,
  a: SweptVolume,
  b: SweptVolume,
  x: f64,
  y: f64,
  z: f64,
): f64 {
  return MotionBounds.lemma1(context, a, b, x, y, z) + context.speedMargin;
}

/**
 * Lemma 2 with its rounding added, for two triangles of nine doubles and a unit vector as above.
 */
export function closingSpeedOfTriangles(context: C2aContext, a: usize, b: usize, x: f64, y: f64, z: f64): f64 {
  return MotionBounds.lemma2(context, a, b, x, y, z) + context.speedMargin;
}
