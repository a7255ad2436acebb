// Two rigid bodies at one time, in the coordinates of b's frame at that time. The coordinates are
// fixed in the world: b's frame moves on, they do not. Motion bounds (motion-bounds.ts) and
// distances (swept-distance.ts) are computed in them.
import { Motion, RigidPose } from '../../../core/motion/kernels/turning-pose';

/** Pose and velocities of body a against body b. */
@unmanaged
export class RelativeMotion {
  /** True if ω is not 0. */
  turnsA: bool;
  turnsB: bool;
  /** Rotation from a's frame to b's, row-major. */
  r00: f64;
  r01: f64;
  r02: f64;
  r10: f64;
  r11: f64;
  r12: f64;
  r20: f64;
  r21: f64;
  r22: f64;
  /** Origin of a's frame. */
  tx: f64;
  ty: f64;
  tz: f64;
  /** Velocity of a's origin minus that of b's. */
  vx: f64;
  vy: f64;
  vz: f64;
  /** Angular velocity of a. */
  ax: f64;
  ay: f64;
  az: f64;
  /** Angular velocity of b. */
  bx: f64;
  by: f64;
  bz: f64;
  /** Unit axis of a's rotation in a's own frame, where it is constant; zero if a does not turn. */
  axisAX: f64;
  axisAY: f64;
  axisAZ: f64;
  /** Unit axis of b's rotation in b's own frame; zero if b does not turn. */
  axisBX: f64;
  axisBY: f64;
  axisBZ: f64;

  /** Sets the axes, which stay the same for a leg: a rotation about ω leaves ω where it is. */
  static begin(to: RelativeMotion, a: usize, b: usize): void {
    const unitA = RelativeMotion.startOf(a);
    to.axisAX = RelativeMotion.into(a, 0, a + Motion.OMEGA, unitA);
    to.axisAY = RelativeMotion.into(a, 8, a + Motion.OMEGA, unitA);
    to.axisAZ = RelativeMotion.into(a, 16, a + Motion.OMEGA, unitA);
    const unitB = RelativeMotion.startOf(b);
    to.axisBX = RelativeMotion.into(b, 0, b + Motion.OMEGA, unitB);
    to.axisBY = RelativeMotion.into(b, 8, b + Motion.OMEGA, unitB);
    to.axisBZ = RelativeMotion.into(b, 16, b + Motion.OMEGA, unitB);
  }

  /** Moves a body to the start of its leg; 1 / |ω|, or 0 if it does not turn. */
  @inline static startOf(body: usize): f64 {
    const rate = load<f64>(body, Motion.RATE);
    RigidPose.set(body, load<f64>(body, Motion.START));
    return rate > 0 ? 1 / rate : 0;
  }

  /** Sets everything but the axes, for time t. */
  static set(to: RelativeMotion, a: usize, b: usize, t: f64): void {
    RigidPose.set(a, t);
    RigidPose.set(b, t);
    RelativeMotion.setRotation(to, a, b);
    to.tx = RelativeMotion.difference(a, b, 0, Motion.POSITION);
    to.ty = RelativeMotion.difference(a, b, 8, Motion.POSITION);
    to.tz = RelativeMotion.difference(a, b, 16, Motion.POSITION);
    to.vx = RelativeMotion.difference(a, b, 0, Motion.VELOCITY);
    to.vy = RelativeMotion.difference(a, b, 8, Motion.VELOCITY);
    to.vz = RelativeMotion.difference(a, b, 16, Motion.VELOCITY);
    to.ax = RelativeMotion.into(b, 0, a + Motion.OMEGA, 1);
    to.ay = RelativeMotion.into(b, 8, a + Motion.OMEGA, 1);
    to.az = RelativeMotion.into(b, 16, a + Motion.OMEGA, 1);
    to.bx = RelativeMotion.into(b, 0, b + Motion.OMEGA, 1);
    to.by = RelativeMotion.into(b, 8, b + Motion.OMEGA, 1);
    to.bz = RelativeMotion.into(b, 16, b + Motion.OMEGA, 1);
    to.turnsA = load<f64>(a, Motion.RATE) > 0;
    to.turnsB = load<f64>(b, Motion.RATE) > 0;
  }

  @inline static setRotation(to: RelativeMotion, a: usize, b: usize): void {
    to.r00 = RelativeMotion.product(a, b, 0, 0);
    to.r01 = RelativeMotion.product(a, b, 0, 8);
    to.r02 = RelativeMotion.product(a, b, 0, 16);
    to.r10 = RelativeMotion.product(a, b, 8, 0);
    to.r11 = RelativeMotion.product(a, b, 8, 8);
    to.r12 = RelativeMotion.product(a, b, 8, 16);
    to.r20 = RelativeMotion.product(a, b, 16, 0);
    to.r21 = RelativeMotion.product(a, b, 16, 8);
    to.r22 = RelativeMotion.product(a, b, 16, 16);
  }

  /** Entry (i, j) of the inverse of b's rotation times a's; i and j in steps of 8 bytes. */
  @inline static product(a: usize, b: usize, i: usize, j: usize): f64 {
    const p = b + Motion.ROTATION + i;
    const q = a + Motion.ROTATION + j;
    return load<f64>(p) * load<f64>(q) + load<f64>(p, 24) * load<f64>(q, 24) + load<f64>(p, 48) * load<f64>(q, 48);
  }

  /** Coordinate i of a vector of the world, times `scale`, in the frame of a body. */
  @inline static into(body: usize, i: usize, vector: usize, scale: f64): f64 {
    const x = load<f64>(vector) * scale;
    const y = load<f64>(vector, 8) * scale;
    const z = load<f64>(vector, 16) * scale;
    return RelativeMotion.coordinate(body, i, x, y, z);
  }

  /** Coordinate i of a vector of a minus that of b, in b's frame. */
  @inline static difference(a: usize, b: usize, i: usize, vector: usize): f64 {
    const x = load<f64>(a + vector) - load<f64>(b + vector);
    const y = load<f64>(a + vector, 8) - load<f64>(b + vector, 8);
    const z = load<f64>(a + vector, 16) - load<f64>(b + vector, 16);
    return RelativeMotion.coordinate(b, i, x, y, z);
  }

  @inline static coordinate(body: usize, i: usize, x: f64, y: f64, z: f64): f64 {
    const r = body + Motion.ROTATION + i;
    return load<f64>(r) * x + load<f64>(r, 24) * y + load<f64>(r, 48) * z;
  }
}
