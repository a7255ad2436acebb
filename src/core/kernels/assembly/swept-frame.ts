// Two rigid bodies at one time, in coordinates of b's frame as it stands then: directions written in them are fixed in the world while the
// bodies go on. What motion bounds need of the motions is turned into the same coordinates.
import { OMEGA, POSITION, RigidPose, ROTATION, VELOCITY } from './turning-pose';

/** Of a motion: when it starts, and |ω|. */
const START: usize = 0;
const RATE: usize = 80;

/** a's rotation and origin. */
export let r00: f64 = 0;
export let r01: f64 = 0;
export let r02: f64 = 0;
export let r10: f64 = 0;
export let r11: f64 = 0;
export let r12: f64 = 0;
export let r20: f64 = 0;
export let r21: f64 = 0;
export let r22: f64 = 0;
export let tx: f64 = 0;
export let ty: f64 = 0;
export let tz: f64 = 0;
/** Velocity of a's origin less that of b's, and both angular velocities. */
export let vx: f64 = 0;
export let vy: f64 = 0;
export let vz: f64 = 0;
export let ax: f64 = 0;
export let ay: f64 = 0;
export let az: f64 = 0;
export let bx: f64 = 0;
export let by: f64 = 0;
export let bz: f64 = 0;
export let turnsA: bool = false;
export let turnsB: bool = false;
/** Unit axes in the bodies' own frames, where they stay; zero where a body does not turn. */
export let kax: f64 = 0;
export let kay: f64 = 0;
export let kaz: f64 = 0;
export let kbx: f64 = 0;
export let kby: f64 = 0;
export let kbz: f64 = 0;

/** A vector of the world in the coordinates of a frame. */
let px: f64 = 0;
let py: f64 = 0;
let pz: f64 = 0;

export class SweptFrame {
  static set(a: usize, b: usize, t: f64): void {
    RigidPose.set(a, t);
    RigidPose.set(b, t);
    SweptFrame.setRotation(a, b);
    SweptFrame.setOrigin(a, b);
    SweptFrame.setVelocities(a, b);
  }

  /** Entry (i, j) of the inverse of b's rotation times a's; 8 bytes a step. */
  @inline static product(a: usize, b: usize, i: usize, j: usize): f64 {
    const p = b + ROTATION + i;
    const q = a + ROTATION + j;
    return load<f64>(p) * load<f64>(q) + load<f64>(p, 24) * load<f64>(q, 24) + load<f64>(p, 48) * load<f64>(q, 48);
  }

  @inline static setRotation(a: usize, b: usize): void {
    r00 = SweptFrame.product(a, b, 0, 0);
    r01 = SweptFrame.product(a, b, 0, 8);
    r02 = SweptFrame.product(a, b, 0, 16);
    r10 = SweptFrame.product(a, b, 8, 0);
    r11 = SweptFrame.product(a, b, 8, 8);
    r12 = SweptFrame.product(a, b, 8, 16);
    r20 = SweptFrame.product(a, b, 16, 0);
    r21 = SweptFrame.product(a, b, 16, 8);
    r22 = SweptFrame.product(a, b, 16, 16);
  }

  @inline static into(body: usize, x: f64, y: f64, z: f64): void {
    const r = body + ROTATION;
    px = load<f64>(r) * x + load<f64>(r, 24) * y + load<f64>(r, 48) * z;
    py = load<f64>(r, 8) * x + load<f64>(r, 32) * y + load<f64>(r, 56) * z;
    pz = load<f64>(r, 16) * x + load<f64>(r, 40) * y + load<f64>(r, 64) * z;
  }

  @inline static setOrigin(a: usize, b: usize): void {
    SweptFrame.into(
      b,
      load<f64>(a, POSITION) - load<f64>(b, POSITION),
      load<f64>(a, POSITION + 8) - load<f64>(b, POSITION + 8),
      load<f64>(a, POSITION + 16) - load<f64>(b, POSITION + 16),
    );
    tx = px;
    ty = py;
    tz = pz;
  }

  @inline static setVelocities(a: usize, b: usize): void {
    SweptFrame.into(
      b,
      load<f64>(a, VELOCITY) - load<f64>(b, VELOCITY),
      load<f64>(a, VELOCITY + 8) - load<f64>(b, VELOCITY + 8),
      load<f64>(a, VELOCITY + 16) - load<f64>(b, VELOCITY + 16),
    );
    vx = px;
    vy = py;
    vz = pz;
    SweptFrame.into(b, load<f64>(a, OMEGA), load<f64>(a, OMEGA + 8), load<f64>(a, OMEGA + 16));
    ax = px;
    ay = py;
    az = pz;
    SweptFrame.into(b, load<f64>(b, OMEGA), load<f64>(b, OMEGA + 8), load<f64>(b, OMEGA + 16));
    bx = px;
    by = py;
    bz = pz;
    turnsA = load<f64>(a, RATE) > 0;
    turnsB = load<f64>(b, RATE) > 0;
  }

  /** The axes, once a query: turning about ω leaves ω where it is in the body. */
  static setAxes(a: usize, b: usize): void {
    SweptFrame.axisOf(a);
    kax = px;
    kay = py;
    kaz = pz;
    SweptFrame.axisOf(b);
    kbx = px;
    kby = py;
    kbz = pz;
  }

  @inline static axisOf(body: usize): void {
    const rate = load<f64>(body, RATE);
    const unit: f64 = rate > 0 ? 1 / rate : 0;
    RigidPose.set(body, load<f64>(body, START));
    SweptFrame.into(
      body,
      load<f64>(body, OMEGA) * unit,
      load<f64>(body, OMEGA + 8) * unit,
      load<f64>(body, OMEGA + 16) * unit,
    );
  }
}
