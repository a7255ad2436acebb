// Directed motion bounds, lemma 1 and lemma 2 [C²A §IV]: how fast the gap between two volumes
// (lemma 1) or two triangles (lemma 2) can close along a direction n fixed in the world.
//
// A point at r from the frame's origin moves along n with v·n + (ω × r)·n = v·n + r·(n × ω). n × ω
// is square to ω, so only the part r⊥ of r across the axis of rotation counts, and turning does not
// change its length. Hence the bound v·n + ‖ω × n‖ · reach, for any angle, where the reach is the
// largest ‖r⊥‖ of the body's points: radius + max ‖c⊥‖ over the corners c of the generator of a
// swept sphere volume, max ‖c⊥‖ over the corners of a triangle.
// Departs from the paper: v·n keeps its sign, and for two bodies it is the difference of both; the
// paper takes its magnitude.
import { C2aContext } from './c2a-context';
import { RelativeMotion } from './relative-motion';
import { SweptVolume } from './swept-volume';

/** Covers the rounding of a reach, some twenty operations with positive sums. */
const ROUND_UP: f64 = 1.000000000000007;
/** Covers the rounding of a step; that of its sum with a time is in the margin of gaps. */
const ROUND_DOWN: f64 = 0.999999999999;

/** Lemma 1 and lemma 2. The rounding of both bounds is less than `speedMargin`. */
export class MotionBounds {
  /** Lemma 1 [C²A §IV]: bound of the speed at which the gap of two volumes along n closes. */
  @inline static lemma1(context: C2aContext, a: SweptVolume, b: SweptVolume, nx: f64, ny: f64, nz: f64): f64 {
    const motion = context.motion;
    const query = context.query;
    const reachA = MotionBounds.cachedReach(a, query, motion.axisAX, motion.axisAY, motion.axisAZ);
    const reachB = MotionBounds.cachedReach(b, query, motion.axisBX, motion.axisBY, motion.axisBZ);
    return MotionBounds.closingSpeed(motion, nx, ny, nz, reachA, reachB);
  }

  /** Lemma 2 [C²A §IV]: bound of the speed at which the gap of two triangles along n closes. */
  @inline static lemma2(context: C2aContext, a: usize, b: usize, nx: f64, ny: f64, nz: f64): f64 {
    const motion = context.motion;
    const reachA = MotionBounds.reachOfTriangle(a, motion.axisAX, motion.axisAY, motion.axisAZ);
    const reachB = MotionBounds.reachOfTriangle(b, motion.axisBX, motion.axisBY, motion.axisBZ);
    return MotionBounds.closingSpeed(motion, nx, ny, nz, reachA, reachB);
  }

  /** The bound for both bodies; n points from a to b. Negative where the gap surely opens. */
  @inline static closingSpeed(motion: RelativeMotion, nx: f64, ny: f64, nz: f64, reachA: f64, reachB: f64): f64 {
    let speed = nx * motion.vx + ny * motion.vy + nz * motion.vz;
    if (motion.turnsA) speed += sqrt(MotionBounds.crossSq(nx, ny, nz, motion.ax, motion.ay, motion.az)) * reachA;
    if (motion.turnsB) speed += sqrt(MotionBounds.crossSq(nx, ny, nz, motion.bx, motion.by, motion.bz)) * reachB;
    return speed;
  }

  /** ‖k × r‖². */
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
    return (volume.radius + sqrt(most)) * ROUND_UP;
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
    return sqrt(most) * ROUND_UP;
  }

  /** Time for which a gap surely stays open that closes at most this fast. */
  @inline static safeStep(context: C2aContext, gap: f64, closingSpeed: f64): f64 {
    const fastest = closingSpeed + context.speedMargin;
    return fastest > 0 ? (gap / fastest) * ROUND_DOWN : Infinity;
  }
}

/** Lemma 1 with its rounding, for two volumes and a unit vector of b's frame from a to b. */
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

/** Lemma 2 with its rounding, for two triangles of nine doubles and a unit vector as above. */
export function closingSpeedOfTriangles(context: C2aContext, a: usize, b: usize, x: f64, y: f64, z: f64): f64 {
  return MotionBounds.lemma2(context, a, b, x, y, z) + context.speedMargin;
}
