// For how long a gap between two boxes of moving bodies stays open.
//
// Along a direction n fixed in the world, a point of a that moves as p' = v + ω × r has
//   p''·n = (n × ω)·(ω × r) ≤ |n × ω||ω × r|,
// and |ω × r| never changes. So for a box with centre velocity u, half diagonal r and
// o = ω × (its centre), a gap g stays open for δ while
//   g + s·δ − K·δ²/2 > 0,   s = n·u − |n × ω|·r,   K = |n × ω|·(|o| + |ω|·r),
// the parts of both bodies added, that is for δ < 2g / (√(s² + 2Kg) − s). Any n is sound. For the
// spheres around the boxes r drops out, because turning does not move them.
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
  V,
} from './relative-pose';
import { FLOATS, GAPS, RigidContext } from './rigid-context';

/** Of the present boxes: half diagonals, and that of b where it turns. */
const RADIUS_A: usize = GAPS + 2 * 16;
const TURNING_RADIUS_B: usize = GAPS + 3 * 16;
/** Relative velocity of the centres. */
const VELOCITY_X: usize = GAPS + 4 * 16;
const VELOCITY_Y: usize = GAPS + 5 * 16;
const VELOCITY_Z: usize = GAPS + 6 * 16;
/** Velocity of a's origin, and the error of speeds, in all lanes. */
const ORIGIN_VELOCITY_X: usize = GAPS + 7 * 16;
const ORIGIN_VELOCITY_Y: usize = GAPS + 8 * 16;
const ORIGIN_VELOCITY_Z: usize = GAPS + 9 * 16;
const SPEED_ERRORS: usize = GAPS + 10 * 16;
/**
 * |o| + |ω|·r, and the same divided by |ω|: what |n × ω| is multiplied with for an acceleration and
 * for a speed.
 */
const REACH_A: usize = GAPS + 11 * 16;
const REACH_B: usize = GAPS + 12 * 16;
const MAX_SPEED_A: usize = GAPS + 13 * 16;
const MAX_SPEED_B: usize = GAPS + 14 * 16;
/** What rounding adds to |n × ω|: the axes are orthonormal but for rounding. */
const SKEW_A: usize = GAPS + 15 * 16;
const SKEW_B: usize = GAPS + 16 * 16;
/** Bound on the acceleration of the spheres' centres. */
const SPHERE_ACCELERATION: usize = GAPS + 17 * 16;

export class GapTimes {
  /**
   * Square of the component along an axis of the vector at place `w` of the pose. In an orthonormal
   * frame the squares along two axes add up to |n × w|² of the third.
   */
  @inline static squared<X extends number>(pose: usize, w: usize, x: v128, y: v128, z: v128): v128 {
    const at = pose + w * sizeof<X>();
    const wx = v128.load_splat<X>(at);
    const wy = v128.load_splat<X>(at, sizeof<X>());
    const part = LaneMath.dot<X>(x, y, z, wx, wy, v128.load_splat<X>(at, 2 * sizeof<X>()));
    return v128.mul<X>(part, part);
  }

  /** Factor that covers the rounding of √ and s in either precision. */
  @inline static above<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>1.000002 : <X>1.00000000000001);
  }

  /**
   * Sine of the angle by which axes of a box may miss being perpendicular: they are stored in
   * floats and rotated in X.
   */
  @inline static skew<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>3.814697265625e-6 : <X>4.76837158203125e-7);
  }

  @inline static tiny<X extends number>(): v128 {
    return v128.splat<X>(sizeof<X>() == 4 ? <X>1e-30 : <X>1e-200);
  }

  /**
   * How long a gap lasts that closes with speed −s at first, has twice the acceleration K, and
   * never exceeds maxSpeed.
   */
  @inline static timeUntilClosed<X extends number>(wide: v128, s: v128, twiceK: v128, maxSpeed: v128): v128 {
    const g = v128.pmax<X>(v128.splat<X>(<X>0), wide);
    const root = v128.sqrt<X>(v128.add<X>(v128.mul<X>(s, s), v128.mul<X>(twiceK, g)));
    // Both rates have room for their rounding.
    const rate = v128.mul<X>(v128.sub<X>(v128.mul<X>(root, GapTimes.above<X>()), s), v128.splat<X>(<X>0.5));
    const least = v128.pmax<X>(v128.pmin<X>(rate, v128.mul<X>(maxSpeed, GapTimes.above<X>())), GapTimes.tiny<X>());
    return v128.div<X>(g, least);
  }

  /** How long a gap along the face normal n lasts, by the squares of |n × ω| of both bodies. */
  @inline static lasting<X extends number>(
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
    const vx = v128.load(at, ORIGIN_VELOCITY_X);
    const vy = v128.load(at, ORIGIN_VELOCITY_Y);
    const vz = v128.load(at, ORIGIN_VELOCITY_Z);
    const speedError = v128.load(at, SPEED_ERRORS);
    const side = v128.and(q, v128.splat<X>(<X>-0.0));
    const nu = v128.xor(LaneMath.dot<X>(nx, ny, nz, ux, uy, uz), side);
    const nv = v128.xor(LaneMath.dot<X>(nx, ny, nz, vx, vy, vz), side);
    const extraK = v128.load_splat<X>(pose, EXTRA_ACCELERATION * sizeof<X>());
    const extraSpeed = v128.load_splat<X>(pose, EXTRA_SPEED * sizeof<X>());
    const crossA = v128.add<X>(v128.sqrt<X>(squareA), v128.load(at, SKEW_A));
    let lost = v128.add<X>(v128.mul<X>(crossA, v128.load(at, RADIUS_A)), speedError);
    let k = v128.add<X>(v128.mul<X>(crossA, v128.load(at, REACH_A)), extraK);
    let most = v128.add<X>(v128.mul<X>(crossA, v128.load(at, MAX_SPEED_A)), extraSpeed);
    if (turning) {
      const crossB = v128.add<X>(v128.sqrt<X>(squareB), v128.load(at, SKEW_B));
      lost = v128.add<X>(lost, v128.mul<X>(crossB, v128.load(at, TURNING_RADIUS_B)));
      k = v128.add<X>(k, v128.mul<X>(crossB, v128.load(at, REACH_B)));
      most = v128.add<X>(most, v128.mul<X>(crossB, v128.load(at, MAX_SPEED_B)));
    }
    const twiceK = v128.mul<X>(v128.add<X>(k, k), GapTimes.above<X>());
    const maxSpeed = v128.add<X>(v128.sub<X>(most, nv), speedError);
    return GapTimes.timeUntilClosed<X>(wide, v128.sub<X>(nu, lost), twiceK, maxSpeed);
  }

  /**
   * Writes the velocities of boxes with half diagonals ra and rb. (x, y, z): a's centre from the
   * body's centre; (bx, by, bz): b's.
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
    v128.store(at, v128.load_splat<X>(pose, SPEED_ERROR * sizeof<X>()), SPEED_ERRORS);
    let wx = v128.load_splat<X>(pose, OMEGA_A * sizeof<X>());
    let wy = v128.load_splat<X>(pose, (OMEGA_A + 1) * sizeof<X>());
    let wz = v128.load_splat<X>(pose, (OMEGA_A + 2) * sizeof<X>());
    let ox = v128.add<X>(v128.load_splat<X>(pose, TURNING_A * sizeof<X>()), LaneMath.cross<X>(wy, wz, z, y));
    let oy = v128.add<X>(v128.load_splat<X>(pose, (TURNING_A + 1) * sizeof<X>()), LaneMath.cross<X>(wz, wx, x, z));
    let oz = v128.add<X>(v128.load_splat<X>(pose, (TURNING_A + 2) * sizeof<X>()), LaneMath.cross<X>(wx, wy, y, x));
    const vx = v128.load_splat<X>(pose, V * sizeof<X>());
    v128.store(at, vx, ORIGIN_VELOCITY_X);
    let ux = v128.add<X>(vx, ox);
    const vy = v128.load_splat<X>(pose, (V + 1) * sizeof<X>());
    v128.store(at, vy, ORIGIN_VELOCITY_Y);
    let uy = v128.add<X>(vy, oy);
    const vz = v128.load_splat<X>(pose, (V + 2) * sizeof<X>());
    v128.store(at, vz, ORIGIN_VELOCITY_Z);
    let uz = v128.add<X>(vz, oz);
    const rateA = v128.load_splat<X>(pose, ANGULAR_SPEED_A * sizeof<X>());
    const oa = LaneMath.length<X>(ox, oy, oz);
    const reachA = v128.add<X>(oa, v128.mul<X>(rateA, ra));
    v128.store(at, reachA, REACH_A);
    v128.store(at, v128.mul<X>(reachA, v128.load_splat<X>(pose, INVERSE_SPEED_A * sizeof<X>())), MAX_SPEED_A);
    v128.store(at, v128.mul<X>(rateA, GapTimes.skew<X>()), SKEW_A);
    let acceleration = v128.add<X>(v128.mul<X>(rateA, oa), v128.load_splat<X>(pose, EXTRA_ACCELERATION * sizeof<X>()));
    if (turning) {
      // For directions that are fixed in b, it does not turn: only the acceleration perpendicular
      // to ω remains.
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
      const reachB = v128.add<X>(ob, v128.mul<X>(rateB, radiusB));
      v128.store(at, radiusB, TURNING_RADIUS_B);
      v128.store(at, reachB, REACH_B);
      v128.store(at, v128.mul<X>(reachB, v128.load_splat<X>(pose, INVERSE_SPEED_B * sizeof<X>())), MAX_SPEED_B);
      v128.store(at, v128.mul<X>(rateB, GapTimes.skew<X>()), SKEW_B);
      acceleration = v128.add<X>(acceleration, v128.mul<X>(rateB, ob));
    }
    v128.store(at, ux, VELOCITY_X);
    v128.store(at, uy, VELOCITY_Y);
    v128.store(at, uz, VELOCITY_Z);
    v128.store(at, acceleration, SPHERE_ACCELERATION);
  }

  /** How long the spheres around the boxes stay apart. */
  @inline static spheresLast<X extends number>(
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
    const twiceK = v128.mul<X>(v128.add<X>(acceleration, acceleration), GapTimes.above<X>());
    const time = GapTimes.timeUntilClosed<X>(spheres, s, twiceK, v128.splat<X>(<X>Infinity));
    return v128.pmax<X>(v128.splat<X>(<X>0), time);
  }
}
