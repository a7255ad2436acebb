// Gaps of four pairs of boxes at sample times, for the cull (slot-cull.ts). All pairs share the
// poses at the 97 ends of equal parts of [0, 1]. Four boxes of one body are tested against a single
// box of the other: along three directions that are fixed in the single box and three in each of
// the four. A gap that is wide enough at two times stays open between them (time-slots.ts has the
// proof). Coordinates are those of the single box: its axes are rotated once for four pairs.
import { ROW } from './box-nodes';
import { LaneMath } from './lane-math';
import { OFFSET, R, RelativePose, ROUND_UP, SCALE_A, SCALE_B } from './relative-pose';
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

/** Parts of [0, 1] between sample times: 3 · 2^5. */
const PARTS: i32 = 96;

// SAMPLE_POSES, by time: rotation and offset of a relative to b, three rows of four, then of b
// relative to a, then the error of a gap. SAMPLE_FILLED has a byte per time: whether the pose is
// there.
const INVERSE: usize = 48;
const ERROR: usize = 96;

// SAMPLE_GAPS, by time: gaps along the three axes of the single box, then along those of the four,
// signed by the side, 0 where there is none; then the union of their bits. SAMPLE_TESTED has the
// number of the pairs they belong to.
const GAP_BITS: usize = 96;

// SAMPLE_BOXES, in units of the floats: centre of the single box, one number per row in the lane of
// the offset; its half widths; then both of the four boxes.
/** Address of these numbers from the start of the context. */
export const HALF_WIDTHS: usize = SAMPLE_BOXES + 3 * ROW;
export const CENTRES_OF_FOUR: usize = SAMPLE_BOXES + 6 * ROW;
export const HALF_WIDTHS_OF_FOUR: usize = SAMPLE_BOXES + 9 * ROW;

/** Error of these gaps relative to those of box-gaps.ts: docs/numerics.md derives it. */
const ERROR_RATIO: f32 = 1.5;
/** Factor on accelerations that covers the rounding of `lasts`: docs/numerics.md derives it. */
const SAG_ROUND_UP: f64 = 1.000004;
/** 72 u: how much |n × k| may exceed what its parts along the other two axes of a box say. */
const AXIS_SKEW: f64 = 4.291534423828125e-6;

/**
 * Offsets within the bounds of accelerations of a body: any direction, perpendicular to the axis,
 * the rest, the axis.
 */
const CROSS: usize = 8;
const REST: usize = 16;
const AXIS: usize = 24;

export class SampleTimes {
  /** A search begins: no pose and no gap is there. */
  static begin(context: RigidContext): void {
    const at = changetype<usize>(context);
    memory.fill(at + SAMPLE_FILLED, 0, 112);
    memory.fill(at + SAMPLE_TESTED, 0, SAMPLE_COUNT * 4);
    context.sampledPairs = 0;
  }

  /** The four boxes of a node, of a or else of b, and one box of the other body. */
  static setBoxes(context: RigidContext, node: usize, box: usize, isOfA: bool): void {
    const at = changetype<usize>(context);
    context.sampledPairs++;
    context.sampledNode = node;
    context.sampledBox = box;
    context.sampledPose = isOfA ? 0 : INVERSE;
    const inA = at + offsetof<RigidContext>('maxAccelerationInA');
    const inB = at + offsetof<RigidContext>('maxAccelerationInB');
    const perUnit = ROUND_UP * context.perUnit;
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
   * Bounds along the axes of the single box: they are low for an axis close to that of rotation.
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

  /** Along the axis of a box that begins at a row. */
  @inline static along(box: usize, row: usize, x: f64, y: f64, z: f64): f64 {
    const axis = box + (row << 4);
    return <f64>load<f32>(axis) * x + <f64>load<f32>(axis, ROW) * y + <f64>load<f32>(axis, 2 * ROW) * z;
  }

  /** Along an axis of the box, by the parts of the axis of rotation along the other two. */
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
    let found = SampleTimes.lasts(v128.load(from), v128.load(to), sag0);
    found = v128.or(found, SampleTimes.lasts(v128.load(from, 16), v128.load(to, 16), sag1));
    found = v128.or(found, SampleTimes.lasts(v128.load(from, 32), v128.load(to, 32), sag2));
    found = v128.or(found, SampleTimes.lasts(v128.load(from, 48), v128.load(to, 48), sagOfFour));
    found = v128.or(found, SampleTimes.lasts(v128.load(from, 64), v128.load(to, 64), sagOfFour));
    return v128.or(found, SampleTimes.lasts(v128.load(from, 80), v128.load(to, 80), sagOfFour));
  }

  /**
   * √f₀ + √f₁ > √sag for gaps on the same side, without roots: 4·f₀·f₁ > (sag − f₀ − f₁)², or that
   * difference is negative.
   */
  @inline static lasts(f0: v128, f1: v128, sag: v128): v128 {
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
        const inverse = RelativePose.get(context, R + 3 * j + k);
        store<f32>(row + (j << 2), <f32>RelativePose.get(context, R + 3 * k + j));
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

  /** How far q is beyond ±h: 0 within. */
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
   * Row k of the rotation of the four boxes relative to the other body; in the last lane the offset
   * from the single box.
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
