// Lower bounds of the time for which a gap between two boxes of moving bodies stays open.
// box-gaps.ts measures the gaps; docs/numerics.md treats the rounding.
//
// Along a direction n fixed in the world, a point of a that moves as p' = v + ω × r has
//   p''·n = (n × ω)·(ω × r) ≤ |n × ω||ω × r|,
// and |ω × r| never changes. So for a box with centre velocity u, half diagonal r and o = ω × (its
// centre), a gap g stays open for δ while
//   g + s·δ − K·δ²/2 > 0,   s = n·u − |n × ω|·r,   K = |n × ω|·(|o| + |ω|·r),
// the parts of both bodies added. That is so for δ < 2g / (√(s² + 2Kg) − s). Any n is sound. For
// the spheres around the boxes r drops out, because turning does not move them.
import { LaneMath } from './lane-math';
import {
  ANGULAR_SPEED_A,
  ANGULAR_SPEED_B,
  CROSS_ACCELERATION,
  EXTRA_ACCELERATION,
  EXTRA_SPEED,
  INVERSE_SPEED_A,
  INVERSE_SPEED_B,
  OMEGA_A,
  OMEGA_B,
  SPEED_ERROR,
  TURNING_A,
  TURNING_B,
  TURNS_B,
  VELOCITY,
} from './relative-pose';
import { FLOATS, GAPS, RigidContext } from './rigid-context';

// Of the present boxes, one per lane, as offsets in the context.
/** Half diagonal of the box of a. */
const RADIUS_A: usize = GAPS + 2 * 16;
/** Half diagonal of the box of b; 0 if b does not turn relative to the directions. */
const TURNING_RADIUS_B: usize = GAPS + 3 * 16;
/** Velocity of the centre of a's box relative to that of b's. */
const VELOCITY_X: usize = GAPS + 4 * 16;
const VELOCITY_Y: usize = GAPS + 5 * 16;
const VELOCITY_Z: usize = GAPS + 6 * 16;
/** |o| + |ω|·r of a, a speed: times |n × ω| it bounds an acceleration. */
const TURNING_SPEED_A: usize = GAPS + 7 * 16;
/** The same of b. */
const TURNING_SPEED_B: usize = GAPS + 8 * 16;
/** (|o| + |ω|·r) / |ω| of a, a length: times |n × ω| it bounds a speed at any time. */
const AXIS_DISTANCE_A: usize = GAPS + 9 * 16;
/** The same of b. */
const AXIS_DISTANCE_B: usize = GAPS + 10 * 16;
/**
 * Rounding error of |n × ω| of a, an upper bound: axes of boxes are orthonormal but for rounding.
 */
const SKEW_A: usize = GAPS + 11 * 16;
/** The same of b. */
const SKEW_B: usize = GAPS + 12 * 16;
/** Bound on the acceleration of the spheres' centres relative to each other. */
const SPHERE_ACCELERATION: usize = GAPS + 13 * 16;

/** Lower bounds of the time until a gap closes. */
export class GapTimes {
  /**
   * Square of the component of a pose vector along the axis (x, y, z); `w` is the index of the
   * vector among the scalars. In an orthonormal frame the squares along two axes add up to |n × w|²
   * for the third axis n.
   */
  @inline static squared<X extends number>(pose: usize, w: usize, x: v128, y: v128, z: v128): v128 {
    const at = pose + w * sizeof<X>();
    const wx = v128.load_splat<X>(at);
    const wy = v128.load_splat<X>(at, sizeof<X>());
    const part = LaneMath.dot<X>(x, y, z, wx, wy, v128.load_splat<X>(at, 2 * sizeof<X>()));
    return v128.mul<X>(part, part);
  }

  /** Factor that covers the rounding of √ and s in either precision. */
  @inline static roundUp<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>1.000002 : <X>1.00000000000001);
  }

  /**
   * Sine of the angle by which axes of a box may miss being perpendicular: they are stored in
   * floats and rotated in X.
   */
  @inline static skew<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>3.814697265625e-6 : <X>4.76837158203125e-7);
  }

  /** Replaces smaller divisors, so that 0 is never divided by 0. */
  @inline static tiny<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>1e-30 : <X>1e-200);
  }

  /**
   * Lower bound of the time until a gap closes. It opens with speed s at first, its opening speed
   * falls by at most K per unit of time (`twiceK` is 2·K), and it never closes faster than
   * `maxSpeed`.
   */
  @inline static timeUntilClosed<X extends number>(wide: v128, s: v128, twiceK: v128, maxSpeed: v128): v128 {
    const g = v128.pmax<X>(v128.splat<X>(<X>0), wide);
    const root = v128.sqrt<X>(v128.add<X>(v128.mul<X>(s, s), v128.mul<X>(twiceK, g)));
    // Both rates are rounded up.
    const rate = v128.mul<X>(v128.sub<X>(v128.mul<X>(root, GapTimes.roundUp<X>()), s), v128.splat<X>(<X>0.5));
    const least = v128.pmax<X>(v128.pmin<X>(rate, v128.mul<X>(maxSpeed, GapTimes.roundUp<X>())), GapTimes.tiny<X>());
    return v128.div<X>(g, least);
  }

  /**
   * Safe duration of a gap of width `wide` along the face normal n. `q`: signed distance of the
   * centres along n; `squareA`, `squareB`: |n × ω|² of both bodies; `turning`: whether b turns.
   */
  @inline static safeDuration<X extends number>(
    context: RigidContext,
    nx: v128,
    ny: v128,
    nz: v128,
    q: v128,
    wide: v128,
    squareA: v128,
    squareB: v128,
    turning: bool,
  ): v128 {
    const at = changetype<usize>(context);
    const pose = sizeof<X>() == 8 ? at : at + FLOATS;
    const ux = v128.load(at, VELOCITY_X);
    const uy = v128.load(at, VELOCITY_Y);
    const uz = v128.load(at, VELOCITY_Z);
    const vx = v128.load_splat<X>(pose, VELOCITY * sizeof<X>());
    const vy = v128.load_splat<X>(pose, (VELOCITY + 1) * sizeof<X>());
    const vz = v128.load_splat<X>(pose, (VELOCITY + 2) * sizeof<X>());
    const speedError = v128.load_splat<X>(pose, SPEED_ERROR * sizeof<X>());
    const side = v128.and(q, v128.splat<X>(<X>-0.0));
    const nu = v128.xor(LaneMath.dot<X>(nx, ny, nz, ux, uy, uz), side);
    const nv = v128.xor(LaneMath.dot<X>(nx, ny, nz, vx, vy, vz), side);
    const extraK = v128.load_splat<X>(pose, EXTRA_ACCELERATION * sizeof<X>());
    const extraSpeed = v128.load_splat<X>(pose, EXTRA_SPEED * sizeof<X>());
    const crossA = v128.add<X>(v128.sqrt<X>(squareA), v128.load(at, SKEW_A));
    let lost = v128.add<X>(v128.mul<X>(crossA, v128.load(at, RADIUS_A)), speedError);
    let k = v128.add<X>(v128.mul<X>(crossA, v128.load(at, TURNING_SPEED_A)), extraK);
    let most = v128.add<X>(v128.mul<X>(crossA, v128.load(at, AXIS_DISTANCE_A)), extraSpeed);
    if (turning) {
      const crossB = v128.add<X>(v128.sqrt<X>(squareB), v128.load(at, SKEW_B));
      lost = v128.add<X>(lost, v128.mul<X>(crossB, v128.load(at, TURNING_RADIUS_B)));
      k = v128.add<X>(k, v128.mul<X>(crossB, v128.load(at, TURNING_SPEED_B)));
      most = v128.add<X>(most, v128.mul<X>(crossB, v128.load(at, AXIS_DISTANCE_B)));
    }
    const twiceK = v128.mul<X>(v128.add<X>(k, k), GapTimes.roundUp<X>());
    const maxSpeed = v128.add<X>(v128.sub<X>(most, nv), speedError);
    return GapTimes.timeUntilClosed<X>(wide, v128.sub<X>(nu, lost), twiceK, maxSpeed);
  }

  /**
   * Writes the velocities and bounds that all directions share, of boxes with half diagonals ra and
   * rb. (x, y, z) leads from the centre of body a to that of its box, (bx, by, bz) the same for b.
   */
  @inline static setMotion<X extends number>(
    context: RigidContext,
    ra: v128,
    rb: v128,
    x: v128,
    y: v128,
    z: v128,
    bx: v128,
    by: v128,
    bz: v128,
    turning: bool,
  ): void {
    const at = changetype<usize>(context);
    const pose = sizeof<X>() == 8 ? at : at + FLOATS;
    v128.store(at, ra, RADIUS_A);
    let wx = v128.load_splat<X>(pose, OMEGA_A * sizeof<X>());
    let wy = v128.load_splat<X>(pose, (OMEGA_A + 1) * sizeof<X>());
    let wz = v128.load_splat<X>(pose, (OMEGA_A + 2) * sizeof<X>());
    let ox = v128.add<X>(v128.load_splat<X>(pose, TURNING_A * sizeof<X>()), LaneMath.cross<X>(wy, wz, z, y));
    let oy = v128.add<X>(v128.load_splat<X>(pose, (TURNING_A + 1) * sizeof<X>()), LaneMath.cross<X>(wz, wx, x, z));
    let oz = v128.add<X>(v128.load_splat<X>(pose, (TURNING_A + 2) * sizeof<X>()), LaneMath.cross<X>(wx, wy, y, x));
    let ux = v128.add<X>(v128.load_splat<X>(pose, VELOCITY * sizeof<X>()), ox);
    let uy = v128.add<X>(v128.load_splat<X>(pose, (VELOCITY + 1) * sizeof<X>()), oy);
    let uz = v128.add<X>(v128.load_splat<X>(pose, (VELOCITY + 2) * sizeof<X>()), oz);
    const rateA = v128.load_splat<X>(pose, ANGULAR_SPEED_A * sizeof<X>());
    const oa = LaneMath.length<X>(ox, oy, oz);
    const turningSpeedA = v128.add<X>(oa, v128.mul<X>(rateA, ra));
    v128.store(at, turningSpeedA, TURNING_SPEED_A);
    v128.store(
      at,
      v128.mul<X>(turningSpeedA, v128.load_splat<X>(pose, INVERSE_SPEED_A * sizeof<X>())),
      AXIS_DISTANCE_A,
    );
    v128.store(at, v128.mul<X>(rateA, GapTimes.skew<X>()), SKEW_A);
    let acceleration = v128.add<X>(v128.mul<X>(rateA, oa), v128.load_splat<X>(pose, EXTRA_ACCELERATION * sizeof<X>()));
    if (turning) {
      // Relative to directions that are fixed in b, b does not turn and spin is 0. Only the bound
      // on the acceleration perpendicular to ω remains.
      const spin = v128.load_splat<X>(pose, TURNS_B * sizeof<X>());
      wx = v128.mul<X>(v128.load_splat<X>(pose, OMEGA_B * sizeof<X>()), spin);
      wy = v128.mul<X>(v128.load_splat<X>(pose, (OMEGA_B + 1) * sizeof<X>()), spin);
      wz = v128.mul<X>(v128.load_splat<X>(pose, (OMEGA_B + 2) * sizeof<X>()), spin);
      ox = v128.add<X>(v128.load_splat<X>(pose, TURNING_B * sizeof<X>()), LaneMath.cross<X>(wy, wz, bz, by));
      oy = v128.add<X>(v128.load_splat<X>(pose, (TURNING_B + 1) * sizeof<X>()), LaneMath.cross<X>(wz, wx, bx, bz));
      oz = v128.add<X>(v128.load_splat<X>(pose, (TURNING_B + 2) * sizeof<X>()), LaneMath.cross<X>(wx, wy, by, bx));
      ux = v128.sub<X>(ux, ox);
      uy = v128.sub<X>(uy, oy);
      uz = v128.sub<X>(uz, oz);
      const rateB = v128.load_splat<X>(pose, ANGULAR_SPEED_B * sizeof<X>());
      const extra = v128.load_splat<X>(pose, CROSS_ACCELERATION * sizeof<X>());
      const ob = v128.add<X>(LaneMath.length<X>(ox, oy, oz), extra);
      const radiusB = v128.mul<X>(spin, rb);
      const turningSpeedB = v128.add<X>(ob, v128.mul<X>(rateB, radiusB));
      v128.store(at, radiusB, TURNING_RADIUS_B);
      v128.store(at, turningSpeedB, TURNING_SPEED_B);
      v128.store(
        at,
        v128.mul<X>(turningSpeedB, v128.load_splat<X>(pose, INVERSE_SPEED_B * sizeof<X>())),
        AXIS_DISTANCE_B,
      );
      v128.store(at, v128.mul<X>(rateB, GapTimes.skew<X>()), SKEW_B);
      acceleration = v128.add<X>(acceleration, v128.mul<X>(rateB, ob));
    }
    v128.store(at, ux, VELOCITY_X);
    v128.store(at, uy, VELOCITY_Y);
    v128.store(at, uz, VELOCITY_Z);
    v128.store(at, acceleration, SPHERE_ACCELERATION);
  }

  /** Safe duration of the spheres around the boxes, along the line between their centres. */
  @inline static safeDurationOfSpheres<X extends number>(
    context: RigidContext,
    dx: v128,
    dy: v128,
    dz: v128,
    centres: v128,
    spheres: v128,
  ): v128 {
    const at = changetype<usize>(context);
    const pose = sizeof<X>() == 8 ? at : at + FLOATS;
    const ux = v128.load(at, VELOCITY_X);
    const uy = v128.load(at, VELOCITY_Y);
    const uz = v128.load(at, VELOCITY_Z);
    const acceleration = v128.load(at, SPHERE_ACCELERATION);
    const inverse = v128.div<X>(v128.splat<X>(<X>1), v128.pmax<X>(centres, GapTimes.tiny<X>()));
    const nu = v128.mul<X>(LaneMath.dot<X>(ux, uy, uz, dx, dy, dz), inverse);
    const s = v128.sub<X>(nu, v128.load_splat<X>(pose, SPEED_ERROR * sizeof<X>()));
    const twiceK = v128.mul<X>(v128.add<X>(acceleration, acceleration), GapTimes.roundUp<X>());
    const time = GapTimes.timeUntilClosed<X>(spheres, s, twiceK, v128.splat<X>(<X>Infinity));
    return v128.pmax<X>(v128.splat<X>(<X>0), time);
  }
}
