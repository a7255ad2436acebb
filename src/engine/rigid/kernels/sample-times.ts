// Poses at the sample times, gaps of four pairs at these times, and the test whether two gaps prove
// a pair apart between their times, for the cull (slot-cull.ts). All pairs share the poses at the
// 97 ends of equal parts of [0, 1]. Four boxes of one body are tested against a single box of the
// other: along three directions that are fixed in the single box, and three in each of the four. A
// gap that is wide enough at two times stays open between them (time-slots.ts has the proof).
// Coordinates are those of the single box, so that its axes are rotated once for four pairs.
import { ROW } from './box-nodes';
import { LaneMath } from './lane-math';
import { F32_ROUND_UP, OFFSET, RelativePose, ROTATION, SCALE_A, SCALE_B } from './relative-pose';
import {
  FLOATS,
  RigidContext,
  SAMPLE_BOXES,
  SAMPLE_BYTES,
  SAMPLE_COUNT,
  SAMPLE_FILLED,
  SAMPLE_GAPS,
  SAMPLE_POSES,
  SAMPLE_TESTED,
} from './rigid-context';

/** Number of parts of [0, 1] between sample times: 3 · 2^5. */
const PARTS: i32 = 96;

// SAMPLE_POSES, by time: rotation and offset of a relative to b in three rows of four floats, the
// same of b relative to a, then the error of a gap.
/** Offset in a sampled pose: the pose of b relative to a. */
const INVERSE: usize = 48;
/** Offset in a sampled pose: the error of a gap, in units. */
const ERROR: usize = 96;

// SAMPLE_GAPS, by time: gaps along the three axes of the single box, then along those of the four.
// They are signed by the side, and 0 where there is none.
/** Offset behind the six gaps: the union of their bits, 0 in lanes without any gap. */
const GAP_BITS: usize = 96;

// SAMPLE_BOXES, in units: first the centre of the single box, one coordinate per row in the lane of
// the offset.
/** Offset in the context: half widths of the single box, in all lanes. */
export const HALF_WIDTHS: usize = SAMPLE_BOXES + 3 * ROW;
/** Offset in the context: centres of the four boxes. */
export const CENTRES_OF_FOUR: usize = SAMPLE_BOXES + 6 * ROW;
/** Offset in the context: half widths of the four boxes. */
export const HALF_WIDTHS_OF_FOUR: usize = SAMPLE_BOXES + 9 * ROW;

/**
 * Rounding error of these gaps divided by that of box-gaps.ts, 144 u to 96 u: docs/numerics.md
 * derives it.
 */
const ERROR_RATIO: f32 = 1.5;
/** Factor on accelerations that covers the rounding of `staysOpen`: docs/numerics.md derives it. */
const SAG_ROUND_UP: f64 = 1.000004;
/**
 * 72 u with u = 2⁻²⁴: by how much |n × k| may exceed its value from the parts of k along the other
 * two axes of a box. These axes are not quite orthogonal.
 */
const AXIS_SKEW: f64 = 4.291534423828125e-6;

// Offsets in the six doubles of `accelerationsInA` and `accelerationsInB`. The first of them is the
// bound in any direction.
/** The bound that |n × axis| is multiplied with. */
const CROSS: usize = 8;
/** The bound that is added to it. */
const REST: usize = 16;
/** The axis, a unit vector. */
const AXIS: usize = 24;

/** Poses and gaps at the sample times, and proofs for the time between two of them. */
export class SampleTimes {
  /** Begins a search: no pose and no gap is computed. */
  static begin(context: RigidContext): void {
    const at = changetype<usize>(context);
    memory.fill(at + SAMPLE_FILLED, 0, 112);
    memory.fill(at + SAMPLE_TESTED, 0, SAMPLE_COUNT * 4);
    context.sampledPairs = 0;
  }

  /**
   * Sets the present pairs: the four boxes of a node, of a if `isOfA` and else of b, against one
   * box of the other body.
   */
  static setBoxes(context: RigidContext, node: usize, box: usize, isOfA: bool): void {
    const at = changetype<usize>(context);
    context.sampledPairs++;
    context.sampledNode = node;
    context.sampledBox = box;
    context.sampledPose = isOfA ? 0 : INVERSE;
    const inA = context.accelerationsInA;
    const inB = context.accelerationsInB;
    const perUnit = F32_ROUND_UP * context.perUnit;
    context.halfAccelerationOfFour = <f32>(0.5 * SAG_ROUND_UP * (load<f64>(isOfA ? inA : inB) * perUnit));
    SampleTimes.setAccelerations(context, isOfA ? inB : inA, box, perUnit);
    const scaleOne = v128.load32_splat(at + FLOATS + ((isOfA ? SCALE_B : SCALE_A) << 2));
    const scaleFour = v128.load32_splat(at + FLOATS + ((isOfA ? SCALE_A : SCALE_B) << 2));
    const last = i32x4(0, 0, 0, -1);
    for (let row: usize = 0; row < 3 * ROW; row += ROW) {
      const to = at + row;
      v128.store(to, v128.and(f32x4.mul(v128.load32_splat(box + row), scaleOne), last), SAMPLE_BOXES);
      v128.store(to, f32x4.mul(v128.load32_splat(box + row, 48), scaleOne), HALF_WIDTHS);
      v128.store(to, f32x4.mul(v128.load(node + row), scaleFour), CENTRES_OF_FOUR);
      v128.store(to, f32x4.mul(v128.load(node + row, 48), scaleFour), HALF_WIDTHS_OF_FOUR);
    }
  }

  /**
   * Sets the bounds along the axes of the single box. They are low for an axis close to that of
   * rotation.
   */
  @inline static setAccelerations(context: RigidContext, bounds: usize, box: usize, perUnit: f64): void {
    const x = load<f64>(bounds, AXIS);
    const y = load<f64>(bounds, AXIS + 8);
    const z = load<f64>(bounds, AXIS + 16);
    const d0 = SampleTimes.along(box, 6, x, y, z);
    const d1 = SampleTimes.along(box, 9, x, y, z);
    const d2 = SampleTimes.along(box, 12, x, y, z);
    context.halfAcceleration0 = SampleTimes.halfAcceleration(bounds, d1, d2, perUnit);
    context.halfAcceleration1 = SampleTimes.halfAcceleration(bounds, d2, d0, perUnit);
    context.halfAcceleration2 = SampleTimes.halfAcceleration(bounds, d0, d1, perUnit);
  }

  /** Component of (x, y, z) along the axis of a box that begins at row `row`. */
  @inline static along(box: usize, row: usize, x: f64, y: f64, z: f64): f64 {
    const axis = box + (row << 4);
    return <f64>load<f32>(axis) * x + <f64>load<f32>(axis, ROW) * y + <f64>load<f32>(axis, 2 * ROW) * z;
  }

  /**
   * Half of the bound on the acceleration along an axis of the box, from the components p and q of
   * the axis of rotation along the other two.
   */
  @inline static halfAcceleration(bounds: usize, p: f64, q: f64, perUnit: f64): f32 {
    const most = load<f64>(bounds) * perUnit;
    const cross = load<f64>(bounds, CROSS) * perUnit;
    const along = cross * (sqrt(p * p + q * q) + AXIS_SKEW) + load<f64>(bounds, REST) * perUnit;
    return <f32>(0.5 * SAG_ROUND_UP * (along < most ? along : most));
  }

  /** Lanes that have a gap at time i. */
  @inline static isApartAt(context: RigidContext, i: i32): v128 {
    const gaps = changetype<usize>(context) + <usize>i * SAMPLE_BYTES;
    return f32x4.ne(v128.load(gaps, SAMPLE_GAPS + GAP_BITS), f32x4.splat(0));
  }

  /** Lanes in which a gap stays open from time i to time j. */
  @inline static apart(context: RigidContext, i: i32, j: i32): v128 {
    const w = <f32>(j - i) * <f32>(1 / <f64>PARTS);
    const at = changetype<usize>(context) + SAMPLE_GAPS;
    const from = at + <usize>i * SAMPLE_BYTES;
    const to = at + <usize>j * SAMPLE_BYTES;
    const ww = w * w;
    const sag0 = f32x4.splat(ww * context.halfAcceleration0);
    const sag1 = f32x4.splat(ww * context.halfAcceleration1);
    const sag2 = f32x4.splat(ww * context.halfAcceleration2);
    const sagOfFour = f32x4.splat(ww * context.halfAccelerationOfFour);
    let found = SampleTimes.staysOpen(v128.load(from), v128.load(to), sag0);
    found = v128.or(found, SampleTimes.staysOpen(v128.load(from, 16), v128.load(to, 16), sag1));
    found = v128.or(found, SampleTimes.staysOpen(v128.load(from, 32), v128.load(to, 32), sag2));
    found = v128.or(found, SampleTimes.staysOpen(v128.load(from, 48), v128.load(to, 48), sagOfFour));
    found = v128.or(found, SampleTimes.staysOpen(v128.load(from, 64), v128.load(to, 64), sagOfFour));
    return v128.or(found, SampleTimes.staysOpen(v128.load(from, 80), v128.load(to, 80), sagOfFour));
  }

  /**
   * Lanes in which two gaps, signed by the side, prove that a gap stays open between their times:
   * they are on the same side and √f₀ + √f₁ > √sag for their widths. The test has no roots:
   *   4·f₀·f₁ > (sag − f₀ − f₁)², where a negative difference counts as 0.
   */
  @inline static staysOpen(f0: v128, f1: v128, sag: v128): v128 {
    const left = f32x4.pmax(f32x4.sub(sag, f32x4.abs(f32x4.add(f0, f1))), f32x4.splat(0));
    const product = f32x4.mul(f0, f1);
    return f32x4.gt(f32x4.mul(f32x4.splat(4), product), f32x4.mul(left, left));
  }

  /** Address of the pose at time i. */
  @inline static pose(context: RigidContext, i: i32): usize {
    const at = changetype<usize>(context);
    if (!load<u8>(at + <usize>i, SAMPLE_FILLED)) SampleTimes.fill(context, i);
    return at + SAMPLE_POSES + <usize>i * SAMPLE_BYTES;
  }

  /** Computes the pose at time i, in floats. */
  static fill(context: RigidContext, i: i32): void {
    const at = changetype<usize>(context);
    store<u8>(at + <usize>i, 1, SAMPLE_FILLED);
    const to = at + SAMPLE_POSES + <usize>i * SAMPLE_BYTES;
    RelativePose.set(context, <f64>i / <f64>PARTS);
    const unit = context.perUnit;
    for (let k: usize = 0; k < 3; k++) {
      const row = to + (k << 4);
      let back: f64 = 0;
      for (let j: usize = 0; j < 3; j++) {
        const inverse = RelativePose.get(context, ROTATION + 3 * j + k);
        store<f32>(row + (j << 2), <f32>RelativePose.get(context, ROTATION + 3 * k + j));
        store<f32>(row + (j << 2), <f32>inverse, INVERSE);
        back -= inverse * RelativePose.get(context, OFFSET + j);
      }
      store<f32>(row, <f32>(unit * RelativePose.get(context, OFFSET + k)), 12);
      store<f32>(row, <f32>(unit * back), INVERSE + 12);
    }
    const error = ERROR_RATIO * RelativePose.floatError(context) + RelativePose.floatSeparation(context);
    store<f32>(to, error, ERROR);
  }

  /** Half diagonals of the four boxes. */
  @inline static sizes(context: RigidContext): v128 {
    const at = changetype<usize>(context);
    const x = v128.load(at, HALF_WIDTHS_OF_FOUR);
    const y = v128.load(at, HALF_WIDTHS_OF_FOUR + ROW);
    const z = v128.load(at, HALF_WIDTHS_OF_FOUR + 2 * ROW);
    return f32x4.sqrt(LaneMath.dot<f32>(x, y, z, x, y, z));
  }

  /** How far q is beyond ±h, with its sign; 0 within. */
  @inline static beyond(q: v128, h: v128): v128 {
    return f32x4.sub(q, f32x4.pmin(f32x4.pmax(q, f32x4.neg(h)), h));
  }

  /** Whether the gaps at time i are those of the present pairs. */
  @inline static isTested(context: RigidContext, i: i32): bool {
    return load<i32>(changetype<usize>(context) + ((<usize>i) << 2), SAMPLE_TESTED) == context.sampledPairs;
  }

  /** Where to write the gaps at time i; marks them as those of the present pairs. */
  @inline static beginTest(context: RigidContext, i: i32): usize {
    const at = changetype<usize>(context);
    store<i32>(at + ((<usize>i) << 2), context.sampledPairs, SAMPLE_TESTED);
    return at + SAMPLE_GAPS + <usize>i * SAMPLE_BYTES;
  }

  /** Error of a gap at a pose, in all lanes. */
  @inline static error(pose: usize): v128 {
    return v128.load32_splat(pose, ERROR);
  }

  /**
   * Row k of the rotation of the four boxes relative to the other body. In the last lane the
   * offset, from the centre of the single box.
   */
  @inline static row(context: RigidContext, pose: usize, k: usize): v128 {
    const at = changetype<usize>(context) + (k << 4);
    return f32x4.sub(v128.load(pose + context.sampledPose + (k << 4)), v128.load(at, SAMPLE_BOXES));
  }

  /** The same along an axis of the single box. */
  @inline static rowAlong(axis: usize, m0: v128, m1: v128, m2: v128): v128 {
    const x = v128.load32_splat(axis);
    const y = v128.load32_splat(axis, ROW);
    return LaneMath.dot<f32>(x, y, v128.load32_splat(axis, 2 * ROW), m0, m1, m2);
  }

  /** One of the four numbers of a row, in all lanes. */
  @inline static spread(row: v128, k: u8): v128 {
    if (k == 0) return v128.shuffle<f32>(row, row, 0, 0, 0, 0);
    if (k == 1) return v128.shuffle<f32>(row, row, 1, 1, 1, 1);
    if (k == 2) return v128.shuffle<f32>(row, row, 2, 2, 2, 2);
    return v128.shuffle<f32>(row, row, 3, 3, 3, 3);
  }
}
