// Computes the relative pose and velocities of two rigid bodies at one time. Coordinates are those
// of b's frame as it is turned at that time, with b's centre as origin: a direction that is fixed
// in the world has other coordinates at another time. rigid-query.ts has subtracted b's position
// and velocity from a's, so b only turns. If b does not turn, a's motion is given in b's frame. The
// scalars lie in the context twice: in doubles, with plain lengths, and in floats, with lengths in
// units.
import { Motion, RigidPose } from '../../../core/motion/kernels/turning-pose';
import { FLOATS, RigidContext } from './rigid-context';

// Indices of the 39 scalars, the same in doubles and in floats. Vectors have three in a row; the
// fields of RigidContext say more.
/** Index of the rotation from a to b: nine scalars, row-major. */
export const ROTATION: usize = offsetof<RigidContext>('r00') / 8;
/** Index of the vector from b's centre to a's. */
export const OFFSET: usize = offsetof<RigidContext>('offsetX') / 8;
/** Index of the velocity of a's origin relative to b's. */
export const VELOCITY: usize = offsetof<RigidContext>('velocityX') / 8;
/** Index of the angular velocity of a. */
export const OMEGA_A: usize = offsetof<RigidContext>('omegaAX') / 8;
/** Index of ω × centre of a. */
export const TURNING_A: usize = offsetof<RigidContext>('turningAX') / 8;
/** Index of the angular velocity of b. */
export const OMEGA_B: usize = offsetof<RigidContext>('omegaBX') / 8;
/** Index of ω × centre of b. */
export const TURNING_B: usize = offsetof<RigidContext>('turningBX') / 8;
/** Index of |ω| of a. */
export const ANGULAR_SPEED_A: usize = offsetof<RigidContext>('angularSpeedA') / 8;
/** Index of |ω| of b. */
export const ANGULAR_SPEED_B: usize = offsetof<RigidContext>('angularSpeedB') / 8;
/** Index of the length that 1 stands for in the boxes of a. */
export const SCALE_A: usize = offsetof<RigidContext>('scaleA') / 8;
/** Index of the length that 1 stands for in the boxes of b. */
export const SCALE_B: usize = offsetof<RigidContext>('scaleB') / 8;
/** Index of the length by which gaps are reduced: rounding error and separation. */
export const GAP_ERROR: usize = offsetof<RigidContext>('gapError') / 8;
/** Index of the rounding error of a speed. */
export const SPEED_ERROR: usize = offsetof<RigidContext>('speedError') / 8;
/** Index of 1 / |ω| of a. */
export const INVERSE_SPEED_A: usize = offsetof<RigidContext>('inverseSpeedA') / 8;
/** Index of 1 / |ω| of b. */
export const INVERSE_SPEED_B: usize = offsetof<RigidContext>('inverseSpeedB') / 8;
/** Index of the bound on the acceleration that turning with ω does not cause. */
export const EXTRA_ACCELERATION: usize = offsetof<RigidContext>('extraAcceleration') / 8;
/** Index of the bound on the speed that this acceleration may add. */
export const EXTRA_SPEED: usize = offsetof<RigidContext>('extraSpeed') / 8;
/** Index of 1 if b turns relative to the directions of the query, else 0. */
export const TURNS_B: usize = offsetof<RigidContext>('turnsB') / 8;
/** Index of the acceleration bound perpendicular to ω of b, divided by |ω|. */
export const CROSS_ACCELERATION: usize = offsetof<RigidContext>('crossAcceleration') / 8;

/**
 * Value of `frame`: directions are fixed in b, which does not rotate. frame.ts has the same values.
 */
export const IN_NONROTATING_B: i32 = 0;
/** Value of `frame`: directions are fixed in the world. The third value, 2, is b, which rotates. */
const IN_WORLD: i32 = 1;

/**
 * Bound on the rounding error of gaps and speeds in floats, as a share of the lengths or speeds
 * involved: 96 u with u = 2⁻²⁴. docs/numerics.md derives it.
 */
const FLOAT_ROUNDING: f64 = 96.0 / 16777216.0;
/**
 * 1 + 2⁻²². With this factor an upper bound remains one after it is rounded to the nearest float.
 */
export const F32_ROUND_UP: f64 = 1 + 1.0 / 4194304.0;

/** Computes the relative pose, in doubles and in floats. */
export class RelativePose {
  /** Begins a query: forgets the poses of the last one, and sets all scalars that stay constant. */
  static begin(context: RigidContext): void {
    context.poseTime = NaN;
    context.floatPoseTime = NaN;
    context.gapError = context.margin;
    context.speedError = context.speedMargin;
    RelativePose.setConstants(context);
    RelativePose.setConstantFloats(context);
  }

  /**
   * Sets the doubles that follow from the frame and the angular velocities. They stay constant
   * during the query.
   */
  @inline static setConstants(context: RigidContext): void {
    const a = context.motionA;
    const frame = context.frame;
    if (frame == IN_NONROTATING_B) {
      context.velocityX = load<f64>(a, Motion.VELOCITY);
      context.velocityY = load<f64>(a, Motion.VELOCITY + 8);
      context.velocityZ = load<f64>(a, Motion.VELOCITY + 16);
      context.omegaAX = load<f64>(a, Motion.OMEGA);
      context.omegaAY = load<f64>(a, Motion.OMEGA + 8);
      context.omegaAZ = load<f64>(a, Motion.OMEGA + 16);
    }
    const isInWorld = frame == IN_WORLD;
    const x = context.omegaBX;
    const y = context.omegaBY;
    const z = context.omegaBZ;
    context.turningBX = isInWorld ? y * context.centreBZ - z * context.centreBY : 0;
    context.turningBY = isInWorld ? z * context.centreBX - x * context.centreBZ : 0;
    context.turningBZ = isInWorld ? x * context.centreBY - y * context.centreBX : 0;
    context.inverseSpeedA = RelativePose.inverse(context.angularSpeedA);
    context.inverseSpeedB = RelativePose.inverse(context.angularSpeedB);
    context.turnsB = isInWorld ? 1 : 0;
    context.extraSpeed = isInWorld || frame == IN_NONROTATING_B ? 0 : Infinity;
  }

  /** Upper bound of 1 / speed; 0 for a body that does not turn. */
  @inline static inverse(speed: f64): f64 {
    return speed > 0 ? F32_ROUND_UP / speed : 0;
  }

  /**
   * Sets the floats that stay constant during the query. `setFloats` sets the others for each time.
   */
  @inline static setConstantFloats(context: RigidContext): void {
    const perUnit = context.perUnit;
    RelativePose.demote(context, OMEGA_B, f64x2.splat(1));
    RelativePose.demote(context, OMEGA_B + 2, f64x2(1, perUnit));
    RelativePose.demote(context, TURNING_B + 1, f64x2.splat(perUnit));
    RelativePose.demote(context, ANGULAR_SPEED_A, f64x2.splat(F32_ROUND_UP));
    RelativePose.demote(context, SCALE_A, f64x2.splat(perUnit));
    RelativePose.demote(context, INVERSE_SPEED_A, f64x2.splat(F32_ROUND_UP));
    RelativePose.demote(context, EXTRA_ACCELERATION, f64x2(F32_ROUND_UP * perUnit, 1));
    RelativePose.demote(context, TURNS_B, f64x2(1, F32_ROUND_UP * perUnit));
    const speedError = <f32>(FLOAT_ROUNDING * context.greatestSpeed * perUnit);
    store<f32>(changetype<usize>(context), speedError, FLOATS + SPEED_ERROR * 4);
  }

  /** Writes scalar i in doubles. */
  @inline static put(context: RigidContext, i: usize, x: f64): void {
    store<f64>(changetype<usize>(context) + (i << 3), x);
  }

  /** Reads scalar i in doubles. */
  @inline static get(context: RigidContext, i: usize): f64 {
    return load<f64>(changetype<usize>(context) + (i << 3));
  }

  /** Sets the relative pose in doubles to time t. */
  static set(context: RigidContext, t: f64): void {
    if (t == context.poseTime) return;
    context.poseTime = t;
    const frame = context.frame;
    RigidPose.set(context.motionA, t);
    if (frame == IN_NONROTATING_B) RelativePose.setInNonrotatingB(context);
    else RelativePose.setTurning(context, t, frame != IN_WORLD);
  }

  /**
   * For b that does not rotate: sets rotation and offset. Velocities stay constant during the
   * query.
   */
  @inline static setInNonrotatingB(context: RigidContext): void {
    const to = changetype<usize>(context);
    const a = context.motionA;
    for (let i: usize = 0; i < 64; i += 16) v128.store(to + i, v128.load(a + i, Motion.ROTATION), ROTATION * 8);
    context.r22 = load<f64>(a, Motion.ROTATION + 64);
    RelativePose.setCentre(
      context,
      load<f64>(a, Motion.POSITION),
      load<f64>(a, Motion.POSITION + 8),
      load<f64>(a, Motion.POSITION + 16),
    );
  }

  /**
   * Sets, from the position of a's origin, the offset of a's centre and the velocity that turning
   * adds to it.
   */
  @inline static setCentre(context: RigidContext, px: f64, py: f64, pz: f64): void {
    const x = context.centreAX;
    const y = context.centreAY;
    const z = context.centreAZ;
    const cx = context.r00 * x + context.r01 * y + context.r02 * z;
    const cy = context.r10 * x + context.r11 * y + context.r12 * z;
    const cz = context.r20 * x + context.r21 * y + context.r22 * z;
    const wx = context.omegaAX;
    const wy = context.omegaAY;
    const wz = context.omegaAZ;
    context.offsetX = px + cx - context.centreBX;
    context.offsetY = py + cy - context.centreBY;
    context.offsetZ = pz + cz - context.centreBZ;
    context.turningAX = wy * cz - wz * cy;
    context.turningAY = wz * cx - wx * cz;
    context.turningAZ = wx * cy - wy * cx;
  }

  /**
   * For b that rotates. With `isFixedInB` velocities are relative to b: a's origin moves with v −
   * ω_b × p, and a turns with ω_a − ω_b.
   */
  static setTurning(context: RigidContext, t: f64, isFixedInB: bool): void {
    const a = context.motionA;
    const b = context.motionB;
    RigidPose.set(b, t);
    const px = load<f64>(a, Motion.POSITION);
    const py = load<f64>(a, Motion.POSITION + 8);
    const pz = load<f64>(a, Motion.POSITION + 16);
    const bx = isFixedInB ? load<f64>(b, Motion.OMEGA) : 0;
    const by = isFixedInB ? load<f64>(b, Motion.OMEGA + 8) : 0;
    const bz = isFixedInB ? load<f64>(b, Motion.OMEGA + 16) : 0;
    const wx = load<f64>(a, Motion.OMEGA) - bx;
    const wy = load<f64>(a, Motion.OMEGA + 8) - by;
    const wz = load<f64>(a, Motion.OMEGA + 16) - bz;
    const vx = load<f64>(a, Motion.VELOCITY) - (by * pz - bz * py);
    const vy = load<f64>(a, Motion.VELOCITY + 8) - (bz * px - bx * pz);
    const vz = load<f64>(a, Motion.VELOCITY + 16) - (bx * py - by * px);
    for (let i: usize = 0; i < 3; i++) {
      // Column i of b's rotation is row i of its inverse.
      const column = b + (i << 3);
      const x = load<f64>(column, Motion.ROTATION);
      const y = load<f64>(column, Motion.ROTATION + 24);
      const z = load<f64>(column, Motion.ROTATION + 48);
      for (let j: usize = 0; j < 3; j++) {
        const axis = a + (j << 3);
        const entry =
          x * load<f64>(axis, Motion.ROTATION) +
          y * load<f64>(axis, Motion.ROTATION + 24) +
          z * load<f64>(axis, Motion.ROTATION + 48);
        RelativePose.put(context, ROTATION + 3 * i + j, entry);
      }
      RelativePose.put(context, OFFSET + i, x * px + y * py + z * pz);
      RelativePose.put(context, VELOCITY + i, x * vx + y * vy + z * vz);
      RelativePose.put(context, OMEGA_A + i, x * wx + y * wy + z * wz);
    }
    RelativePose.setCentre(context, context.offsetX, context.offsetY, context.offsetZ);
  }

  /**
   * Sets the floats that box-gaps.ts reads to time t. The error of gaps is computed anew: it grows
   * with the distance of the bodies.
   */
  static setFloats(context: RigidContext, t: f64): void {
    if (t == context.floatPoseTime) return;
    context.floatPoseTime = t;
    RelativePose.set(context, t);
    const perUnit = context.perUnit;
    const lengths = f64x2.splat(perUnit);
    const angles = f64x2.splat(1);
    for (let i = ROTATION; i < ROTATION + 8; i += 2) RelativePose.demote(context, i, angles);
    RelativePose.demote(context, ROTATION + 8, f64x2(1, perUnit));
    RelativePose.demote(context, OFFSET + 1, lengths);
    RelativePose.demote(context, VELOCITY, lengths);
    RelativePose.demote(context, VELOCITY + 2, f64x2(perUnit, 1));
    RelativePose.demote(context, OMEGA_A + 1, angles);
    RelativePose.demote(context, TURNING_A, lengths);
    RelativePose.demote(context, TURNING_A + 2, f64x2(perUnit, 1));
    const error = RelativePose.floatError(context);
    context.floatGapError = error;
    store<f32>(changetype<usize>(context), error + RelativePose.floatSeparation(context), FLOATS + GAP_ERROR * 4);
  }

  /** Rounding error of a gap in floats at the time of the pose, in units. */
  @inline static floatError(context: RigidContext): f32 {
    const x = context.offsetX;
    const y = context.offsetY;
    const z = context.offsetZ;
    const lengths = sqrt(x * x + y * y + z * z) + context.radii;
    return <f32>(FLOAT_ROUNDING * context.perUnit * lengths);
  }

  /** The separation in units, rounded up: gaps are reduced by it. */
  @inline static floatSeparation(context: RigidContext): f32 {
    return <f32>(context.separation * context.perUnit * 1.0000002);
  }

  /** Rounds scalars i and i + 1 to floats, each multiplied by its factor. */
  @inline static demote(context: RigidContext, i: usize, factors: v128): void {
    const at = changetype<usize>(context);
    const two = f64x2.mul(v128.load(at + (i << 3)), factors);
    v128.store64_lane(at + (i << 2), f32x4.demote_f64x2_zero(two), 0, FLOATS);
  }
}
