// The relative pose and velocities of two rigid bodies at one time, in coordinates of b's frame as
// it is turned at that time, with b's centre as origin. Directions are fixed in the world; only
// their coordinates turn. rigid-query.ts subtracts b's position and velocity from a's, so b only
// turns. Where b does not turn, a's motion is given in b's frame. The scalars lie in the context,
// once in doubles and lengths, once in floats and units of the larger body.
import { Motion, RigidPose } from '../../../core/motion/kernels/turning-pose';
import { FLOATS, RigidContext } from './rigid-context';

/** Places of the scalars among the 39, the same in doubles and in floats. */
export const R: usize = offsetof<RigidContext>('r00') / 8;
export const OFFSET: usize = offsetof<RigidContext>('offsetX') / 8;
export const V: usize = offsetof<RigidContext>('velocityX') / 8;
export const OMEGA_A: usize = offsetof<RigidContext>('omegaAX') / 8;
export const TURNING_A: usize = offsetof<RigidContext>('turningAX') / 8;
export const OMEGA_B: usize = offsetof<RigidContext>('omegaBX') / 8;
export const TURNING_B: usize = offsetof<RigidContext>('turningBX') / 8;
export const ANGULAR_SPEED_A: usize = offsetof<RigidContext>('angularSpeedA') / 8;
export const ANGULAR_SPEED_B: usize = offsetof<RigidContext>('angularSpeedB') / 8;
export const SCALE_A: usize = offsetof<RigidContext>('scaleA') / 8;
export const SCALE_B: usize = offsetof<RigidContext>('scaleB') / 8;
export const GAP_ERROR: usize = offsetof<RigidContext>('gapError') / 8;
export const SPEED_ERROR: usize = offsetof<RigidContext>('speedError') / 8;
export const INVERSE_SPEED_A: usize = offsetof<RigidContext>('inverseSpeedA') / 8;
export const INVERSE_SPEED_B: usize = offsetof<RigidContext>('inverseSpeedB') / 8;
export const EXTRA_ACCELERATION: usize = offsetof<RigidContext>('extraAcceleration') / 8;
export const EXTRA_SPEED: usize = offsetof<RigidContext>('extraSpeed') / 8;
export const TURNS_B: usize = offsetof<RigidContext>('turnsB') / 8;
export const CROSS_ACCELERATION: usize = offsetof<RigidContext>('crossAcceleration') / 8;

/**
 * Values of `frame`: what the directions of the query are fixed in. The third is b, which turns.
 */
export const IN_STILL_B: i32 = 0;
const IN_WORLD: i32 = 1;

/** Floats err by at most this part of the lengths involved: docs/numerics.md derives it. */
const FLOAT_ROUNDING: f64 = 96.0 / 16777216.0;
/** Floats are rounded to nearest. This factor makes an upper bound remain one. */
export const ROUND_UP: f64 = 1 + 1.0 / 4194304.0;

export class RelativePose {
  /** A query begins: nothing of the last holds. */
  static begin(context: RigidContext): void {
    context.poseTime = NaN;
    context.floatPoseTime = NaN;
    context.gapError = context.margin;
    context.speedError = context.speedMargin;
    RelativePose.setConstants(context);
    RelativePose.setConstantFloats(context);
  }

  /** What follows from the frame and the angular velocities, for the whole query. */
  @inline static setConstants(context: RigidContext): void {
    const a = context.motionA;
    const frame = context.frame;
    if (frame == IN_STILL_B) {
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
    context.extraSpeed = isInWorld || frame == IN_STILL_B ? 0 : Infinity;
  }

  /** Not less than 1 / speed; 0 for what does not turn. */
  @inline static inverse(speed: f64): f64 {
    return speed > 0 ? ROUND_UP / speed : 0;
  }

  /** The floats that stay for the whole query. The others follow with each time. */
  @inline static setConstantFloats(context: RigidContext): void {
    const to = changetype<usize>(context) + FLOATS;
    const perUnit = context.perUnit;
    store<f32>(to, <f32>context.omegaBX, OMEGA_B * 4);
    store<f32>(to, <f32>context.omegaBY, OMEGA_B * 4 + 4);
    store<f32>(to, <f32>context.omegaBZ, OMEGA_B * 4 + 8);
    store<f32>(to, <f32>(context.turningBX * perUnit), TURNING_B * 4);
    store<f32>(to, <f32>(context.turningBY * perUnit), TURNING_B * 4 + 4);
    store<f32>(to, <f32>(context.turningBZ * perUnit), TURNING_B * 4 + 8);
    store<f32>(to, <f32>(ROUND_UP * context.angularSpeedA), ANGULAR_SPEED_A * 4);
    store<f32>(to, <f32>(ROUND_UP * context.angularSpeedB), ANGULAR_SPEED_B * 4);
    store<f32>(to, <f32>(context.scaleA * perUnit), SCALE_A * 4);
    store<f32>(to, <f32>(context.scaleB * perUnit), SCALE_B * 4);
    store<f32>(to, <f32>(FLOAT_ROUNDING * context.greatestSpeed * perUnit), SPEED_ERROR * 4);
    store<f32>(to, <f32>(ROUND_UP * context.inverseSpeedA), INVERSE_SPEED_A * 4);
    store<f32>(to, <f32>(ROUND_UP * context.inverseSpeedB), INVERSE_SPEED_B * 4);
    store<f32>(to, <f32>(ROUND_UP * context.extraAcceleration * perUnit), EXTRA_ACCELERATION * 4);
    store<f32>(to, <f32>context.extraSpeed, EXTRA_SPEED * 4);
    store<f32>(to, <f32>context.turnsB, TURNS_B * 4);
    store<f32>(to, <f32>(ROUND_UP * context.crossAcceleration * perUnit), CROSS_ACCELERATION * 4);
  }

  @inline static put(context: RigidContext, i: usize, x: f64): void {
    store<f64>(changetype<usize>(context) + (i << 3), x);
  }

  @inline static get(context: RigidContext, i: usize): f64 {
    return load<f64>(changetype<usize>(context) + (i << 3));
  }

  /** The pose at a time, in doubles. */
  static set(context: RigidContext, t: f64): void {
    if (t == context.poseTime) return;
    context.poseTime = t;
    const frame = context.frame;
    RigidPose.set(context.motionA, t);
    if (frame == IN_STILL_B) RelativePose.setInStillB(context);
    else RelativePose.setTurning(context, t, frame != IN_WORLD);
  }

  /** Velocities stay for the whole query. */
  @inline static setInStillB(context: RigidContext): void {
    const to = changetype<usize>(context);
    const a = context.motionA;
    for (let i: usize = 0; i < 64; i += 16) v128.store(to + i, v128.load(a + i, Motion.ROTATION), R * 8);
    context.r22 = load<f64>(a, Motion.ROTATION + 64);
    RelativePose.setCentre(
      context,
      load<f64>(a, Motion.POSITION),
      load<f64>(a, Motion.POSITION + 8),
      load<f64>(a, Motion.POSITION + 16),
    );
  }

  /**
   * From the position of a's origin: where its centre is, and what turning adds to the velocity of
   * the centre.
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

  /** `isFixedInB`: relative to b, a's origin moves by v − ω_b × p and a turns by ω_a − ω_b. */
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
        RelativePose.put(context, R + 3 * i + j, entry);
      }
      RelativePose.put(context, OFFSET + i, x * px + y * py + z * pz);
      RelativePose.put(context, V + i, x * vx + y * vy + z * vz);
      RelativePose.put(context, OMEGA_A + i, x * wx + y * wy + z * wz);
    }
    RelativePose.setCentre(context, context.offsetX, context.offsetY, context.offsetZ);
  }

  /**
   * The floats that box-gaps.ts reads. The error of gaps grows with the distance of the bodies at
   * this time.
   */
  static setFloats(context: RigidContext, t: f64): void {
    if (t == context.floatPoseTime) return;
    context.floatPoseTime = t;
    RelativePose.set(context, t);
    const perUnit = context.perUnit;
    const lengths = f64x2.splat(perUnit);
    const angles = f64x2.splat(1);
    for (let i = R; i < R + 8; i += 2) RelativePose.demote(context, i, angles);
    RelativePose.demote(context, R + 8, f64x2(1, perUnit));
    RelativePose.demote(context, OFFSET + 1, lengths);
    RelativePose.demote(context, V, lengths);
    RelativePose.demote(context, V + 2, f64x2(perUnit, 1));
    RelativePose.demote(context, OMEGA_A + 1, angles);
    RelativePose.demote(context, TURNING_A, lengths);
    RelativePose.demote(context, TURNING_A + 2, f64x2(perUnit, 1));
    const error = RelativePose.floatError(context);
    context.floatGapError = error;
    store<f32>(changetype<usize>(context), error + RelativePose.floatSeparation(context), FLOATS + GAP_ERROR * 4);
  }

  /** Rounding error of a gap in floats at the time of the pose, in their units. */
  @inline static floatError(context: RigidContext): f32 {
    const x = context.offsetX;
    const y = context.offsetY;
    const z = context.offsetZ;
    const lengths = sqrt(x * x + y * y + z * z) + context.radii;
    return <f32>(FLOAT_ROUNDING * context.perUnit * lengths);
  }

  /** The separation in floats, rounded up: gaps are reduced by it. */
  @inline static floatSeparation(context: RigidContext): f32 {
    return <f32>(context.separation * context.perUnit * 1.0000002);
  }

  /** Two scalars from place i on. */
  @inline static demote(context: RigidContext, i: usize, factors: v128): void {
    const at = changetype<usize>(context);
    const two = f64x2.mul(v128.load(at + (i << 3)), factors);
    v128.store64_lane(at + (i << 2), f32x4.demote_f64x2_zero(two), 0, FLOATS);
  }
}
