// Two rigid bodies at one time, in the coordinates of b's frame at that time. These coordinates
// stay fixed in the world while b's frame moves on. Motion bounds (motion-bounds.ts) and distances
// (swept-distance.ts) are computed in them.
import { Motion, RigidPose } from '../../../core/motion/kernels/turning-pose';

/** Pose and velocities of body a against body b. */
@unmanaged
export class RelativeMotion {
  /** True if the angular velocity of a is not 0. */
  turnsA: bool;
  /** True if the angular velocity of b is not 0. */
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
    RelativeMotion.setAxis(changetype<usize>(to) + offsetof<RelativeMotion>('axisAX'), a);
    RelativeMotion.setAxis(changetype<usize>(to) + offsetof<RelativeMotion>('axisBX'), b);
  }

  /** Writes the unit axis of a body's rotation in its own frame; zero if it does not turn. */
  static setAxis(to: usize, body: usize): void {
    const rate = load<f64>(body, Motion.RATE);
    RigidPose.set(body, load<f64>(body, Motion.START));
    RelativeMotion.setVector(to, body, body + Motion.OMEGA, rate > 0 ? 1 / rate : 0);
  }

  /** Sets everything but the axes, for time t. */
  static set(to: RelativeMotion, a: usize, b: usize, t: f64): void {
    const at = changetype<usize>(to);
    RigidPose.set(a, t);
    RigidPose.set(b, t);
    for (let i: usize = 0; i < 24; i += 8) {
      for (let j: usize = 0; j < 24; j += 8)
        store<f64>(at + 3 * i + j, RelativeMotion.product(a, b, i, j), offsetof<RelativeMotion>('r00'));
      store<f64>(at + i, RelativeMotion.difference(a, b, i, Motion.POSITION), offsetof<RelativeMotion>('tx'));
      store<f64>(at + i, RelativeMotion.difference(a, b, i, Motion.VELOCITY), offsetof<RelativeMotion>('vx'));
    }
    RelativeMotion.setVector(at + offsetof<RelativeMotion>('ax'), b, a + Motion.OMEGA, 1);
    RelativeMotion.setVector(at + offsetof<RelativeMotion>('bx'), b, b + Motion.OMEGA, 1);
    to.turnsA = load<f64>(a, Motion.RATE) > 0;
    to.turnsB = load<f64>(b, Motion.RATE) > 0;
  }

  /** Entry (i, j) of the inverse of b's rotation times a's; i and j in steps of 8 bytes. */
  @inline static product(a: usize, b: usize, i: usize, j: usize): f64 {
    const p = b + Motion.ROTATION + i;
    const q = a + Motion.ROTATION + j;
    return load<f64>(p) * load<f64>(q) + load<f64>(p, 24) * load<f64>(q, 24) + load<f64>(p, 48) * load<f64>(q, 48);
  }

  /** Writes a vector of the world, times `scale`, in the frame of a body. */
  static setVector(to: usize, body: usize, vector: usize, scale: f64): void {
    const x = load<f64>(vector) * scale;
    const y = load<f64>(vector, 8) * scale;
    const z = load<f64>(vector, 16) * scale;
    for (let i: usize = 0; i < 24; i += 8) store<f64>(to + i, RelativeMotion.coordinate(body, i, x, y, z));
  }

  /** Coordinate i of a vector of a minus that of b, in b's frame. */
  @inline static difference(a: usize, b: usize, i: usize, vector: usize): f64 {
    const x = load<f64>(a + vector) - load<f64>(b + vector);
    const y = load<f64>(a + vector, 8) - load<f64>(b + vector, 8);
    const z = load<f64>(a + vector, 16) - load<f64>(b + vector, 16);
    return RelativeMotion.coordinate(b, i, x, y, z);
  }

  /** Coordinate i of a vector of the world in the frame of a body. */
  @inline static coordinate(body: usize, i: usize, x: f64, y: f64, z: f64): f64 {
    const r = body + Motion.ROTATION + i;
    return load<f64>(r) * x + load<f64>(r, 24) * y + load<f64>(r, 48) * z;
  }
}
