// How two rigid bodies stand and move against each other at one time, in coordinates of b's frame as it is turned at that time and
// centred at b: directions in it are fixed in the world, only written down in turned coordinates. Positions of b's origin and its
// velocity are taken off a before (rigid-query.ts), so b only turns; where it does not, a's motion is given in b's frame at once.
// The block holds scalars, once in doubles and real lengths, once in floats and units of the larger body (box-gaps.ts reads both).
import { OMEGA, POSITION, RigidPose, ROTATION, VELOCITY } from './turning-pose';

/** Places of the scalars in a pose block, the same in doubles and in floats. */
export const R: i32 = 0; // rotation from a to b, row-major
export const T: i32 = 9; // from b's centre to a's
export const V: i32 = 12; // velocity of a's origin against b's
export const WA: i32 = 15; // angular velocities
export const OA: i32 = 18; // ω × centre: what turning adds to the velocity of the body's centre
export const WB: i32 = 21;
export const OB: i32 = 24;
export const RATE_A: i32 = 27; // |ω|
export const RATE_B: i32 = 28;
export const SCALE_A: i32 = 29; // of the boxes' numbers
export const SCALE_B: i32 = 30;
export const SLACK: i32 = 31; // rounding of a gap, and of a speed
export const SPEED_SLACK: i32 = 32;
export const PER_RATE_A: i32 = 33; // 1 / |ω|, not less; 0 where nothing turns
export const PER_RATE_B: i32 = 34;
export const BEND: i32 = 35; // acceleration of every point in any direction, besides those that turn with ω
export const UNSTEADY: i32 = 36; // speed that may come on top later; infinite where nothing is known
export const SPIN: i32 = 37; // 1 where b turns as seen in the directions of the query, else 0
export const SWING: i32 = 38; // acceleration of every point across ω_b, by |ω_b|

/** Byte offsets in a query; motions are those of turning-pose.ts. */
const MOTION_A: usize = 0;
const MOTION_B: usize = 400;
export const DOUBLES: usize = 800;
export const FLOATS: usize = 1120;
const CENTRE_A: usize = 1280;
const CENTRE_B: usize = 1304;
export const RADII: usize = 1328; // of both bodies about their centres, together
const FRAME: usize = 1336; // which of the three ways below the pose is found
export const PER_UNIT: usize = 1344; // units of the floats in a length of 1
const FLOAT_ROUNDING: usize = 1352; // part of the lengths involved by which floats may err
export const MARGIN: usize = 1360; // lengths by which gaps in doubles may err, and the separation to be kept
const SPEED_MARGIN: usize = 1368; // the same of speeds
export const SEPARATION: usize = 1376;
/**
 * How much points of b are accelerated as seen from a, in units of the floats: in any direction at most; then, along a direction n fixed in
 * a, `across` · |n × k| + `anywhere`, and k. After that of points of a as seen from b.
 */
export const BENDS: usize = 2240;
export const OTHER_BENDS: usize = 2288;

/**
 * b does not turn, and a's motion is given in b's frame; or directions are fixed in the world, and both bodies turn; or directions are
 * fixed in b, and a moves as seen from there.
 */
const FROM_STILL: f64 = 0;
const IN_WORLD: f64 = 1;

let query: usize = 0;
let now: f64 = NaN;
let floatsAt: f64 = NaN;
/** Rounding of a gap in floats, in their units, at the time that is set. */
export let floatRounding: f32 = 0;

export class RelativePose {
  /** A query begins: nothing of the last holds. */
  static begin(block: usize): void {
    query = block;
    now = NaN;
    floatsAt = NaN;
    RelativePose.put(SLACK, load<f64>(query, MARGIN));
    RelativePose.put(SPEED_SLACK, load<f64>(query, SPEED_MARGIN));
  }

  @inline static put(i: i32, x: f64): void {
    store<f64>(query + ((<usize>i) << 3), x, DOUBLES);
  }

  @inline static get(i: i32): f64 {
    return load<f64>(query + ((<usize>i) << 3), DOUBLES);
  }

  static set(t: f64): void {
    if (t == now) return;
    now = t;
    const frame = load<f64>(query, FRAME);
    const a = query + MOTION_A;
    RigidPose.set(a, t);
    if (frame == FROM_STILL) RelativePose.setFromStill(a);
    else RelativePose.setTurning(a, query + MOTION_B, t, frame != IN_WORLD);
  }

  /** Velocities were written with the query. */
  @inline static setFromStill(a: usize): void {
    for (let i: usize = 0; i < 64; i += 16) v128.store(query + i, v128.load(a + i, ROTATION), DOUBLES);
    RelativePose.put(R + 8, load<f64>(a, ROTATION + 64));
    RelativePose.setCentre(load<f64>(a, POSITION), load<f64>(a, POSITION + 8), load<f64>(a, POSITION + 16));
  }

  /** From the position of a's origin: where its centre is, and its velocity by turning. */
  @inline static setCentre(px: f64, py: f64, pz: f64): void {
    const x = load<f64>(query, CENTRE_A);
    const y = load<f64>(query, CENTRE_A + 8);
    const z = load<f64>(query, CENTRE_A + 16);
    const cx = RelativePose.get(R) * x + RelativePose.get(R + 1) * y + RelativePose.get(R + 2) * z;
    const cy = RelativePose.get(R + 3) * x + RelativePose.get(R + 4) * y + RelativePose.get(R + 5) * z;
    const cz = RelativePose.get(R + 6) * x + RelativePose.get(R + 7) * y + RelativePose.get(R + 8) * z;
    const wx = RelativePose.get(WA);
    const wy = RelativePose.get(WA + 1);
    const wz = RelativePose.get(WA + 2);
    RelativePose.put(T, px + cx - load<f64>(query, CENTRE_B));
    RelativePose.put(T + 1, py + cy - load<f64>(query, CENTRE_B + 8));
    RelativePose.put(T + 2, pz + cz - load<f64>(query, CENTRE_B + 16));
    RelativePose.put(OA, wy * cz - wz * cy);
    RelativePose.put(OA + 1, wz * cx - wx * cz);
    RelativePose.put(OA + 2, wx * cy - wy * cx);
  }

  /** `riding`: seen from b, where a's origin moves by v − ω_b × p and a turns by ω_a − ω_b. */
  static setTurning(a: usize, b: usize, t: f64, riding: bool): void {
    RigidPose.set(b, t);
    const px = load<f64>(a, POSITION);
    const py = load<f64>(a, POSITION + 8);
    const pz = load<f64>(a, POSITION + 16);
    const bx = riding ? load<f64>(b, OMEGA) : 0;
    const by = riding ? load<f64>(b, OMEGA + 8) : 0;
    const bz = riding ? load<f64>(b, OMEGA + 16) : 0;
    const wx = load<f64>(a, OMEGA) - bx;
    const wy = load<f64>(a, OMEGA + 8) - by;
    const wz = load<f64>(a, OMEGA + 16) - bz;
    const vx = load<f64>(a, VELOCITY) - (by * pz - bz * py);
    const vy = load<f64>(a, VELOCITY + 8) - (bz * px - bx * pz);
    const vz = load<f64>(a, VELOCITY + 16) - (bx * py - by * px);
    for (let i: i32 = 0; i < 3; i++) {
      // Column i of b's rotation is row i of its inverse.
      const column = b + ((<usize>i) << 3);
      const x = load<f64>(column, ROTATION);
      const y = load<f64>(column, ROTATION + 24);
      const z = load<f64>(column, ROTATION + 48);
      for (let j: i32 = 0; j < 3; j++) {
        const axis = a + ((<usize>j) << 3);
        const entry =
          x * load<f64>(axis, ROTATION) + y * load<f64>(axis, ROTATION + 24) + z * load<f64>(axis, ROTATION + 48);
        RelativePose.put(R + 3 * i + j, entry);
      }
      RelativePose.put(T + i, x * px + y * py + z * pz);
      RelativePose.put(V + i, x * vx + y * vy + z * vz);
      RelativePose.put(WA + i, x * wx + y * wy + z * wz);
    }
    RelativePose.setCentre(RelativePose.get(T), RelativePose.get(T + 1), RelativePose.get(T + 2));
  }

  /** The floats that box-gaps.ts reads. The slack grows with the distance at this time. */
  static setFloats(t: f64): void {
    if (t == floatsAt) return;
    floatsAt = t;
    RelativePose.set(t);
    const perUnit = load<f64>(query, PER_UNIT);
    const lengths = f64x2.splat(perUnit);
    const angles = f64x2.splat(1);
    for (let i: i32 = R; i < R + 8; i += 2) RelativePose.demote(i, angles);
    RelativePose.demote(R + 8, f64x2(1, perUnit));
    RelativePose.demote(T + 1, lengths);
    RelativePose.demote(V, lengths);
    RelativePose.demote(V + 2, f64x2(perUnit, 1));
    RelativePose.demote(WA + 1, angles);
    RelativePose.demote(OA, lengths);
    RelativePose.demote(OA + 2, f64x2(perUnit, 1));
    floatRounding = RelativePose.rounding();
    store<f32>(query + (SLACK << 2), floatRounding + RelativePose.kept(), FLOATS);
  }

  /** Rounding of a gap in floats at the time that is set, in their units. */
  @inline static rounding(): f32 {
    const lengths = RelativePose.norm(T) + load<f64>(query, RADII);
    return <f32>(load<f64>(query, FLOAT_ROUNDING) * load<f64>(query, PER_UNIT) * lengths);
  }

  /** The separation in floats, rounded up: it is part of the slack. */
  @inline static kept(): f32 {
    return <f32>(load<f64>(query, SEPARATION) * load<f64>(query, PER_UNIT) * 1.0000002);
  }

  /** Two scalars from place i on. */
  @inline static demote(i: i32, factors: v128): void {
    const two = f64x2.mul(v128.load(query + ((<usize>i) << 3), DOUBLES), factors);
    v128.store64_lane(query + ((<usize>i) << 2), f32x4.demote_f64x2_zero(two), 0, FLOATS);
  }

  @inline static norm(i: i32): f64 {
    const x = RelativePose.get(i);
    const y = RelativePose.get(i + 1);
    const z = RelativePose.get(i + 2);
    return sqrt(x * x + y * y + z * z);
  }
}
