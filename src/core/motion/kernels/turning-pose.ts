// The pose of a rigid body at one time: p(t) = p0 + s·v and
// R(t) = R0 + sin(|ω|s)·K·R0 + (1 − cos(|ω|s))·K²·R0, with s = t − start and K the cross matrix of
// ω/|ω| (Rodrigues). Sine and cosine are computed here, from sums and products alone: the same bits
// on every engine, within a bound that docs/numerics.md derives.

import { Lane } from '../../kernels/lanes';

/** The first 33 bits of π/2, so that its multiples up to 2^20 are exact. */
const QUARTER: f64 = 1.5707963267341256;
/** The rest of π/2. */
const QUARTER_REST: f64 = 6.0771005065061922e-11;
/** 2/π. */
const QUARTERS_PER_RADIAN: f64 = 0.6366197723675814;

/** Byte offsets of the parts of a motion. `RigidPose.set` writes the last two. */
export class Motion {
  /** Time at which the motion starts. */
  static readonly START: usize = 0;
  /** p0: three doubles. */
  static readonly POSITION0: usize = 8;
  /** v: three doubles, in the world. */
  static readonly VELOCITY: usize = 32;
  /** ω, the angular velocity: three doubles, in the world. */
  static readonly OMEGA: usize = 56;
  /** |ω|. */
  static readonly RATE: usize = 80;
  /** R0, K·R0 and K²·R0, nine doubles each, row-major. */
  static readonly ROTATION0: usize = 88;
  /** R(t), row-major. */
  static readonly ROTATION: usize = 304;
  /** p(t). */
  static readonly POSITION: usize = 376;
}

/** Sine and cosine. */
export class Turn {
  /**
   * Sine and cosine of an angle in [0, 2^20], sine first, within 3·2^−53 of the truth. The
   * remainders of the Taylor series to r^17 and r^16 are below 2^−58 for |r| ≤ π/4.
   */
  static by(angle: f64): v128 {
    const turns = nearest(angle * QUARTERS_PER_RADIAN);
    const r = angle - turns * QUARTER - turns * QUARTER_REST;
    const z = f64x2.splat(r * r);
    // Lane 0 is sin(r)/r, lane 1 is cos(r).
    let p = f64x2(1.0 / 355687428096000.0, 1.0 / 20922789888000.0);
    p = f64x2.add(f64x2.mul(p, z), f64x2(-1.0 / 1307674368000.0, -1.0 / 87178291200.0));
    p = f64x2.add(f64x2.mul(p, z), f64x2(1.0 / 6227020800.0, 1.0 / 479001600.0));
    p = f64x2.add(f64x2.mul(p, z), f64x2(-1.0 / 39916800.0, -1.0 / 3628800.0));
    p = f64x2.add(f64x2.mul(p, z), f64x2(1.0 / 362880.0, 1.0 / 40320.0));
    p = f64x2.add(f64x2.mul(p, z), f64x2(-1.0 / 5040.0, -1.0 / 720.0));
    p = f64x2.add(f64x2.mul(p, z), f64x2(1.0 / 120.0, 1.0 / 24.0));
    p = f64x2.add(f64x2.mul(p, z), f64x2(-1.0 / 6.0, -0.5));
    p = f64x2.add(f64x2.mul(p, z), f64x2.splat(1));
    const s = r * f64x2.extract_lane(p, 0);
    const c = f64x2.extract_lane(p, 1);
    const quadrant = <i32>turns;
    const odd = quadrant & 1;
    const x = odd ? c : s;
    const y = odd ? s : c;
    const sine = quadrant & 2 ? -x : x;
    const cosine = (quadrant + 1) & 2 ? -y : y;
    return Lane.pair(sine, cosine);
  }
}

/** Poses along a motion. */
export class RigidPose {
  /** Writes R(t) and p(t) into the motion. */
  static set(motion: usize, t: f64): void {
    const s = t - load<f64>(motion, Motion.START);
    const turn = Turn.by(load<f64>(motion, Motion.RATE) * s);
    const sines = f64x2.splat(Lane.first(turn));
    const bends = f64x2.splat(1 - Lane.second(turn));
    // Writes ten numbers instead of nine: the last falls on the position, which is written
    // afterwards.
    for (let i: usize = 0; i < 80; i += 16) {
      const at = motion + Motion.ROTATION0 + i;
      const turned = f64x2.add(f64x2.mul(sines, v128.load(at, 72)), f64x2.mul(bends, v128.load(at, 144)));
      v128.store(motion + i, f64x2.add(v128.load(at), turned), Motion.ROTATION);
    }
    for (let i: usize = 0; i < 24; i += 8) {
      const moved = load<f64>(motion + i, Motion.POSITION0) + s * load<f64>(motion + i, Motion.VELOCITY);
      store<f64>(motion + i, moved, Motion.POSITION);
    }
  }
}

/** Writes two doubles: sine and cosine of an angle in [0, 2^20]. */
export function sineAndCosine(angle: f64, out: usize): void {
  v128.store(out, Turn.by(angle));
}

/** Writes rotation and position at time t into a motion. */
export function setRigidPose(motion: usize, t: f64): void {
  RigidPose.set(motion, t);
}
